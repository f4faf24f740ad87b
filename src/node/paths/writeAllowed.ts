import { constants } from 'node:fs';
import { mkdir, open, unlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../../core/errors';
import { contains, judge, type Denial } from '../../core/roots/containment';
import { asRealPath, type RealPath } from '../../core/roots/realPath';
import { nodeDisk } from './nodeDisk';
import { descriptorsHavePaths, faultOf, unopened } from './openAllowed';
import type { Allowed, CurrentRoots, Outcome } from './openAllowed';

// Windows has none of O_NOFOLLOW, O_NONBLOCK and O_DIRECTORY; what is not there counts as 0.
const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_DIRECTORY } = constants;

/** Before the umask. */
const newFileMode = 0o666;

/**
 * Writes a whole file where that was allowed, and makes it, with the folders above it, where nothing is yet. What is
 * written to is judged once it is open, and written through that descriptor: a link that was put in the way meanwhile
 * is not followed, and nothing is cut short before it was judged. On Linux a new file is made in directories that are
 * held open from the root on; elsewhere Node.js has no such way, and a moment remains between judging and making.
 * A file with several names is not written: one of the others may lie outside (facts: CVE-2026-26960).
 */
export async function writeAllowed(
  allowed: Allowed,
  bytes: Uint8Array,
  roots: CurrentRoots,
): Promise<Outcome<undefined>> {
  try {
    return allowed.entry === undefined
      ? await inDirectoryOf(allowed, roots, (directory) => create(directory, allowed, bytes, roots))
      : await overwrite(allowed, bytes, roots);
  } catch (error) {
    return unopened(error);
  }
}

async function overwrite(
  allowed: Allowed,
  bytes: Uint8Array,
  roots: CurrentRoots,
): Promise<Outcome<undefined>> {
  const file = await open(allowed.realPath, O_WRONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    return await write(file, allowed, bytes, roots);
  } finally {
    await file.close();
  }
}

/** @param directory by whatever path leads to the very directory that was judged */
async function create(
  directory: string,
  allowed: Allowed,
  bytes: Uint8Array,
  roots: CurrentRoots,
): Promise<Outcome<undefined>> {
  const at = path.join(directory, path.basename(allowed.realPath));
  const file = await open(at, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, newFileMode);
  let outcome: Outcome<undefined> | undefined;
  try {
    outcome = await write(file, allowed, bytes, roots);
    return outcome;
  } finally {
    await file.close();
    // Nothing stays behind of what was not to be made.
    if (outcome?.kind !== 'done') await unlink(at).catch(() => undefined);
  }
}

async function write(
  file: FileHandle,
  allowed: Allowed,
  bytes: Uint8Array,
  roots: CurrentRoots,
): Promise<Outcome<undefined>> {
  const reason = await faultOf(file, allowed, 'write', await roots());
  if (reason !== undefined) return { kind: 'denied', reason };
  const { nlink } = await file.stat();
  if (nlink > 1) return { kind: 'denied', reason: 'not a regular file' };
  // Last of all: the grant may have been withdrawn while the disk was asked.
  if (!(await isInside(allowed, roots))) return { kind: 'denied', reason: 'outside' };
  for (let at = 0; at < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, at);
    at += bytesWritten;
  }
  await file.truncate(bytes.length);
  return { kind: 'done', value: undefined };
}

/** Runs with the directory that the file is to lie in, which is made where it is not there yet. */
async function inDirectoryOf(
  allowed: Allowed,
  roots: CurrentRoots,
  run: (directory: string) => Promise<Outcome<undefined>>,
): Promise<Outcome<undefined>> {
  const { root, realPath } = allowed;
  const names = path.relative(root.realPath, path.dirname(realPath)).split(path.sep);
  const held: FileHandle[] = [];
  try {
    let at: string = root.realPath;
    let shown = root.realPath;
    for (const name of ['', ...names.filter((each) => each !== '')]) {
      shown = asRealPath(path.join(shown, name));
      const next = path.join(at, name);
      // Nothing is made where the grant was withdrawn meanwhile.
      if (!(await isInside(allowed, roots))) return { kind: 'denied', reason: 'outside' };
      if (name !== '') await makeDirectory(next);
      const reason = await faultOfDirectory(next, shown, roots, held);
      if (reason !== undefined) return { kind: 'denied', reason };
      const handle = held.at(-1);
      at = handle === undefined ? shown : `/proc/self/fd/${handle.fd}`;
    }
    return await run(at);
  } finally {
    await Promise.all(held.map((each) => each.close()));
  }
}

async function makeDirectory(at: string): Promise<void> {
  await mkdir(at).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

/** Judges a directory, where descriptors have paths once it is open; then it stays open among those that are held. */
async function faultOfDirectory(
  at: string,
  realPath: RealPath,
  roots: CurrentRoots,
  held: FileHandle[],
): Promise<Denial | undefined> {
  if (descriptorsHavePaths) {
    const handle = await open(at, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    held.push(handle);
    return faultOf(handle, { realPath }, 'list', await roots());
  }
  const judgement = await judge(realPath, 'list', await roots(), nodeDisk);
  if (judgement.verdict === 'deny') return judgement.reason;
  return judgement.entry === undefined || judgement.realPath !== realPath ? 'outside' : undefined;
}

async function isInside({ realPath }: Allowed, roots: CurrentRoots): Promise<boolean> {
  return (await roots()).some((root) => contains(root.realPath, realPath, nodeDisk.flavour));
}
