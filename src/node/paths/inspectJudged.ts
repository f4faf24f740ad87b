import { lstat } from 'node:fs/promises';
import { codeOf } from '../../core/errors';
import { judge } from '../../core/roots/containment';
import type { EntryKind } from '../../core/roots/disk';
import type { RealPath } from '../../core/roots/realPath';
import { entryOf, nodeDisk } from './nodeDisk';
import type { CurrentRoots, Outcome } from './openAllowed';

export interface Inspection {
  readonly realPath: RealPath;
  readonly kind: EntryKind;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/** Judges a path and says what lies there, without opening it; only ever of the very entry that was judged. */
export async function inspectJudged(path: string, roots: CurrentRoots): Promise<Outcome<Inspection>> {
  const judgement = await judge(path, 'inspect', await roots(), nodeDisk);
  if (judgement.verdict === 'deny') return { kind: 'denied', reason: judgement.reason };
  const { realPath, entry } = judgement;
  if (entry === undefined) return { kind: 'missing' };
  try {
    const stats = await lstat(realPath, { bigint: true });
    const now = entryOf(stats);
    const { device, inode } = now.identity;
    if (device !== entry.identity.device || inode !== entry.identity.inode) {
      return { kind: 'denied', reason: 'outside' };
    }
    const value = { realPath, kind: now.kind, size: Number(stats.size), modifiedAt: Number(stats.mtimeMs) };
    return { kind: 'done', value };
  } catch (error) {
    const code = codeOf(error) ?? 'EIO';
    return code === 'ENOENT' ? { kind: 'missing' } : { kind: 'failed', code };
  }
}
