import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, UserError } from '../../core/errors';
import { diskError } from '../stores/diskError';
import { isOurs, stampOf } from '../stores/privateFile';

/** In bytes: larger than any configuration. Claude Code keeps its history in the same file as its servers. */
const largestBytes = 64 * 1024 * 1024;

/** A configuration file of another program, as it was read. */
export interface ConfigurationText {
  readonly file: string;
  /** Undefined where there is no file yet. */
  readonly text: string | undefined;
  /** Its real path: links are followed, because users (and dotfile managers) set them on purpose. */
  readonly target: string;
  readonly mode: number;
  /** Differs whenever the file has changed; undefined where there is none. */
  readonly stamp: string | undefined;
}

/**
 * Reads a configuration file of another program.
 * @param instead what the user can do where the file is not changed
 * @throws {UserError} when it exists and cannot be read, or must not be replaced
 */
export async function readConfiguration(
  file: string,
  instead = 'Copy the entry instead.',
): Promise<ConfigurationText> {
  try {
    const target = await whereItLies(file, instead);
    if (target === undefined) return { file, text: undefined, target: file, mode: 0o600, stamp: undefined };
    const handle = await open(target, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) throw new UserError(`"${file}" is not a regular file. ${instead}`);
      if (stats.size > largestBytes) throw new UserError(`"${file}" is too large. ${instead}`);
      // Replacing such a file would change its owner, or leave the old text under its other names.
      if (!isOurs(stats)) throw new UserError(`"${file}" belongs to another account. ${instead}`);
      if (stats.nlink > 1) throw new UserError(`"${file}" has another name on disk. ${instead}`);
      const bytes = await handle.readFile();
      // A byte order mark must stay.
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
      return { file, text, target, mode: stats.mode & 0o777, stamp: stampOf(stats) };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof TypeError) {
      throw new UserError(`"${file}" is not UTF-8 text. ${instead}`, { cause: error });
    }
    throw diskError(`"${file}" cannot be read`, error);
  }
}

/**
 * Puts a new text in place of the one that was read, in one step and with the file's mode: readers see the old file or
 * the whole new one, even if the disk is full or the machine stops. Missing folders are created.
 * @throws {UserError} when the file has changed since, may not be written, or could not be; then it is left as it is
 */
export async function writeConfiguration(before: ConfigurationText, text: string): Promise<void> {
  const { file, target, mode, stamp } = before;
  const unfinished = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await mkdir(path.dirname(target), { recursive: true });
    if (stamp !== undefined) await mustBeWritable(target, mode);
    const handle = await open(unfinished, 'wx', mode);
    try {
      await handle.chmod(mode);
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if ((await stampNow(target)) !== stamp) {
      throw new UserError(`"${file}" has changed meanwhile. Nothing was written; try again.`);
    }
    await rename(unfinished, target);
  } catch (error) {
    throw diskError(`"${file}" could not be written and is as it was`, error);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** The real path of a file; undefined where there is none. */
async function whereItLies(file: string, instead: string): Promise<string | undefined> {
  try {
    return await realpath(file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  const link = await lstat(file).catch(() => undefined);
  if (link === undefined) return undefined;
  throw new UserError(`"${file}" is a link to a file that does not exist. ${instead}`);
}

/** A file without write permission is not written, even if this account could write everything. */
async function mustBeWritable(target: string, mode: number): Promise<void> {
  if ((mode & 0o200) === 0) throw Object.assign(new Error('not writable'), { code: 'EACCES' });
  await access(target, constants.W_OK);
}

async function stampNow(target: string): Promise<string | undefined> {
  try {
    return stampOf(await lstat(target));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
