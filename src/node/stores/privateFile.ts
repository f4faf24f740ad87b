import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { link, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf } from '../../core/errors';

/** Why a file that is there must not be believed. */
export class UnfitFile extends Error {
  override readonly name = 'UnfitFile';
}

/** The text of a private file, and what identifies this state of it. */
export interface PrivateText {
  readonly text: string;
  readonly stamp: string;
}

interface PrivateBytes {
  readonly bytes: Buffer;
  readonly stamp: string;
}

/** Ends the names of files that are being written. A crash can leave one behind; it is never read. */
export const unfinishedSuffix = '.tmp';

const readFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const appendFlags =
  constants.O_WRONLY |
  constants.O_APPEND |
  constants.O_CREAT |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0);
const writeFlags = constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const createFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
const withoutHardLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'UNKNOWN']);

/** Whether the account that runs us owns it. Windows has no owners of this kind: always true there. */
export function isOurs(stats: Stats): boolean {
  return process.geteuid === undefined || stats.uid === process.geteuid();
}

/** Whether other accounts may do anything with it. Windows has no modes: never true there. */
export function isOpenToOthers(stats: Stats): boolean {
  return process.platform !== 'win32' && (stats.mode & 0o077) !== 0;
}

/** Changes whenever the file is replaced, written to, or its mode or owner is changed. */
export function stampOf(stats: Stats): string {
  return `${stats.ino}:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}`;
}

/**
 * Reads a file that only we may have written: no link followed, a regular file, ours, mode 0600, no larger than
 * said, valid UTF-8 (rule 6).
 * @throws {UnfitFile} when it is anything else; the system's error when it is missing or cannot be read.
 */
export async function readPrivateFile(path: string, maximumBytes: number): Promise<PrivateText> {
  const { bytes, stamp } = await readPrivateBytes(path, maximumBytes);
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), stamp };
  } catch (error) {
    throw new UnfitFile('is not text', { cause: error });
  }
}

/** Like `readPrivateFile`, but of any content. */
export async function readPrivateBytes(path: string, maximumBytes: number): Promise<PrivateBytes> {
  const file = await openNoLink(path, readFlags);
  try {
    const stats = await file.stat();
    mustBePrivate(stats);
    if (stats.size > maximumBytes) throw new UnfitFile(`is larger than ${maximumBytes} bytes`);
    const bytes = Buffer.alloc(stats.size);
    const { bytesRead } = await file.read(bytes, 0, stats.size, 0);
    if (bytesRead !== stats.size) throw new UnfitFile('changed while it was read');
    return { bytes, stamp: stampOf(stats) };
  } finally {
    await file.close();
  }
}

/**
 * Writes at the end of a private file, which is made where it is missing. Writes all of the text or, as far as the disk
 * lets us, nothing. What is written survives the end of this process, but not that of the machine.
 * @returns the bytes that were in it before
 * @throws {UnfitFile} when it is a link, open to others, or not ours; else the system's error.
 */
export async function appendPrivateFile(path: string, text: string): Promise<number> {
  const file = await openNoLink(path, appendFlags);
  try {
    const stats = await file.stat();
    mustBePrivate(stats);
    try {
      await file.writeFile(text);
    } catch (error) {
      await file.truncate(stats.size).catch(() => undefined);
      throw error;
    }
    return stats.size;
  } finally {
    await file.close();
  }
}

/**
 * Writes a file of mode 0600 and puts it in its place in one step, replacing what is there: readers see the old
 * state or the whole new one. A link in its place is replaced, not followed. Its content is on disk when this
 * resolves; its name is once the folder is synced.
 * @throws the system's error; then nothing has changed.
 */
export async function replacePrivateFile(path: string, text: string): Promise<void> {
  await withUnfinished(path, text, (unfinished) => renamePersistently(unfinished, path));
}

/**
 * Opens a private file, to be overwritten in place again and again, each time with the same number of bytes. It is
 * opened and checked only once; what is written survives the end of this process only, and a reader may see half of it.
 * @throws {UnfitFile} when it is a link, open to others, or not ours; else the system's error.
 */
export async function keepPrivateFile(path: string): Promise<FileHandle> {
  const file = await openNoLink(path, writeFlags);
  try {
    mustBePrivate(await file.stat());
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * Like `replacePrivateFile`, but only where nothing is yet: of several that try, one gets `true`. Where the file
 * system has no hard links a reader may, for a moment, see it incomplete.
 * @throws the system's error.
 */
export async function createPrivateFile(path: string, text: string): Promise<boolean> {
  try {
    await withUnfinished(path, text, (unfinished) => link(unfinished, path));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if (!withoutHardLinks.has(codeOf(error) ?? '')) throw error;
  }
  try {
    await writeNew(path, text);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function openNoLink(path: string, flags: number): Promise<FileHandle> {
  return open(path, flags, 0o600).catch((error: unknown) => {
    if (codeOf(error) === 'ELOOP' || codeOf(error) === 'EMLINK') throw new UnfitFile('is a symbolic link');
    throw error;
  });
}

/** @throws {UnfitFile} */
function mustBePrivate(stats: Stats): void {
  if (!stats.isFile()) throw new UnfitFile('is not a regular file');
  if (!isOurs(stats)) throw new UnfitFile('belongs to another account');
  if (isOpenToOthers(stats)) {
    throw new UnfitFile(`is open to other accounts (mode ${(stats.mode & 0o777).toString(8)})`);
  }
}

async function withUnfinished(path: string, text: string, place: (unfinished: string) => Promise<void>) {
  const unfinished = `${path}.${randomBytes(8).toString('hex')}${unfinishedSuffix}`;
  try {
    await writeNew(unfinished, text);
    await place(unfinished);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** `FileHandle.writeFile` goes on after a short write, where a full disk shows itself; a single `write` would not. */
async function writeNew(path: string, text: string): Promise<void> {
  const file = await open(path, createFlags, 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** On Windows a scanner may hold a fresh file open for a moment. */
async function renamePersistently(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await rename(from, to);
    } catch (error) {
      const held = process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error) ?? '');
      if (!held || attempt === 6) throw error;
      await pause(20 * attempt);
    }
  }
}
