import { opendir, type FileHandle } from 'node:fs/promises';
import { codeOf } from '../../core/errors';
import { judge } from '../../core/roots/containment';
import type { EntryKind } from '../../core/roots/disk';
import type { RealPath } from '../../core/roots/realPath';
import { kindOf, nodeDisk } from './nodeDisk';
import { descriptorsHavePaths, openAllowed } from './openAllowed';
import type { Allowed, CurrentRoots, Outcome } from './openAllowed';

export interface DirectoryEntry {
  readonly name: string;
  readonly kind: EntryKind;
}

export interface Listing {
  readonly realPath: RealPath;
  /** In the order of the disk. */
  readonly entries: readonly DirectoryEntry[];
  /** There were more entries than asked for. */
  readonly cut: boolean;
}

/**
 * Judges a path, opens the regular file there and hands it over, once what was opened is judged too. The file is
 * closed when `use` is done. What `use` throws is thrown.
 */
export async function readJudgedFile<T>(
  path: string,
  roots: CurrentRoots,
  use: (file: FileHandle, realPath: RealPath) => Promise<T>,
): Promise<Outcome<T>> {
  const judgement = await judge(path, 'read', await roots(), nodeDisk);
  if (judgement.verdict === 'deny') return { kind: 'denied', reason: judgement.reason };
  return openAllowed(judgement, 'read', roots, (file) => use(file, judgement.realPath));
}

/** Judges a path and lists the directory there, at most so many entries; only names of what was judged come back. */
export async function listJudgedDirectory(
  path: string,
  roots: CurrentRoots,
  most: number,
): Promise<Outcome<Listing>> {
  const judgement = await judge(path, 'list', await roots(), nodeDisk);
  if (judgement.verdict === 'deny') return { kind: 'denied', reason: judgement.reason };
  return listAllowed(judgement, roots, most);
}

/** Lists a directory that was allowed, having judged again what was opened. */
export async function listAllowed(
  allowed: Allowed,
  roots: CurrentRoots,
  most: number,
): Promise<Outcome<Listing>> {
  const list = (directory: string) => readEntries(directory, allowed.realPath, most);
  try {
    // Where descriptors have paths, the directory is read that is open, wherever its own path leads by now.
    // Elsewhere it can only be read by path, so it is judged before and after.
    if (descriptorsHavePaths) {
      return await openAllowed(allowed, 'list', roots, (handle) => list(`/proc/self/fd/${handle.fd}`));
    }
    const listing = await list(allowed.realPath);
    return await openAllowed(allowed, 'list', roots, async () => listing);
  } catch (error) {
    const code = codeOf(error) ?? 'EIO';
    return code === 'ENOENT' ? { kind: 'missing' } : { kind: 'failed', code };
  }
}

async function readEntries(directory: string, realPath: RealPath, most: number): Promise<Listing> {
  const entries: DirectoryEntry[] = [];
  for await (const entry of await opendir(directory)) {
    if (entries.length === most) return { realPath, entries, cut: true };
    entries.push({ name: entry.name, kind: kindOf(entry) });
  }
  return { realPath, entries, cut: false };
}
