import { chmod, lstat, mkdir, open, readdir, realpath, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { codeOf, UserError } from '../../core/errors';
import type { Log } from '../../core/log';
import { diskError } from './diskError';
import {
  appendPrivateFile,
  createPrivateFile,
  isOpenToOthers,
  isOurs,
  keepPrivateFile,
  readPrivateBytes,
  readPrivateFile,
  replacePrivateFile,
  stampOf,
  unfinishedSuffix,
  type PrivateText,
} from './privateFile';

/** No write of ours takes this long; what is older was left by a crash. */
const abandonedAfterMilliseconds = 10 * 60_000;
const withoutFolderSync = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/**
 * A directory that is ours alone: a real directory, owned by our account, mode 0700, holding files of mode 0600 (rule
 * 6). All of this is checked again before every listing and every write, because the directory can be replaced while we
 * run.
 */
export class PrivateFolder {
  readonly #log: Log;

  private constructor(
    readonly path: string,
    log: Log,
  ) {
    this.#log = log;
  }

  /**
   * Opens the directory, making it where it is missing and closing it to others where it was open. Links in its
   * ancestors are resolved once, here; the directory itself must not be one.
   * @throws {UserError} when it is a link, is not ours, or cannot be used.
   */
  static async open(path: string, log: Log): Promise<PrivateFolder> {
    const parent = dirname(resolve(path));
    try {
      await mkdir(parent, { recursive: true, mode: 0o700 });
      const folder = new PrivateFolder(join(await realpath(parent), basename(path)), log);
      await folder.#ensure();
      await folder.#sweep();
      return folder;
    } catch (error) {
      throw diskError(`The folder "${path}", where MCP Roots keeps decisions, cannot be used`, error);
    }
  }

  get name(): string {
    return basename(this.path);
  }

  /** Opens a directory inside this one, by the same rules. */
  child(name: string): Promise<PrivateFolder> {
    return PrivateFolder.open(join(this.path, name), this.#log);
  }

  /**
   * The names of everything in it, but for files that are just being written. None when it was removed.
   * @throws {UserError} when the directory is no longer ours alone, or cannot be read.
   */
  async names(): Promise<readonly string[]> {
    try {
      await this.#verify();
      return (await readdir(this.path)).filter((name) => !name.endsWith(unfinishedSuffix));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return [];
      throw diskError(`The folder "${this.path}" cannot be read`, error);
    }
  }

  /** What identifies the present state of a file. @throws the system's error, also when it is missing. */
  async stamp(name: string): Promise<string> {
    return stampOf(await lstat(join(this.path, name)));
  }

  /** When a file was last written, in milliseconds since the epoch. @throws the system's error. */
  async modifiedAt(name: string): Promise<number> {
    return (await lstat(join(this.path, name))).mtimeMs;
  }

  /** See `readPrivateFile`. */
  read(name: string, maximumBytes: number): Promise<PrivateText> {
    return readPrivateFile(join(this.path, name), maximumBytes);
  }

  /** See `readPrivateBytes`. */
  async readBytes(name: string, maximumBytes: number): Promise<Buffer> {
    return (await readPrivateBytes(join(this.path, name), maximumBytes)).bytes;
  }

  /** See `appendPrivateFile`. */
  async append(name: string, text: string): Promise<number> {
    await this.#ensure();
    return appendPrivateFile(join(this.path, name), text);
  }

  /** See `replacePrivateFile`. Call `sync` when the name must survive a crash too. */
  async replace(name: string, text: string): Promise<void> {
    await this.#ensure();
    await replacePrivateFile(join(this.path, name), text);
  }

  /** See `keepPrivateFile`. */
  keep(name: string): Promise<FileHandle> {
    return keepPrivateFile(join(this.path, name));
  }

  /** See `createPrivateFile`. */
  async create(name: string, text: string): Promise<boolean> {
    await this.#ensure();
    return createPrivateFile(join(this.path, name), text);
  }

  /** Renames within the directory; of several that try to rename one file, one gets `true`. */
  async move(from: string, to: string): Promise<boolean> {
    try {
      await rename(join(this.path, from), join(this.path, to));
      return true;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    }
  }

  /** Removes a file; that it was gone already is no error. */
  remove(name: string): Promise<void> {
    return rm(join(this.path, name), { force: true });
  }

  /** Removes everything in it, the folder itself stays. Links are removed, not followed. @throws the system's error. */
  async clear(): Promise<void> {
    await this.#verify();
    for (const name of await readdir(this.path)) {
      await rm(join(this.path, name), { recursive: true, force: true });
    }
  }

  /** Resolves once all names in it are on disk. Windows and some file systems have no such call: nothing then. */
  async sync(): Promise<void> {
    await syncFolder(this.path);
  }

  async #ensure(): Promise<void> {
    try {
      await this.#verify();
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
      await mkdir(this.path, { recursive: true, mode: 0o700 });
      await syncFolder(dirname(this.path));
      await this.#verify();
    }
  }

  async #verify(): Promise<void> {
    const stats = await lstat(this.path);
    if (stats.isSymbolicLink()) {
      throw new UserError(
        `"${this.path}" is a symbolic link. MCP Roots keeps decisions only in a real folder: replace the link by a folder.`,
      );
    }
    if (!stats.isDirectory()) {
      throw new UserError(`"${this.path}" is not a folder. Move it away, and MCP Roots makes the folder.`);
    }
    if (!isOurs(stats)) {
      throw new UserError(
        `"${this.path}" belongs to another account. Give it to the account that runs VS Code, or move it away.`,
      );
    }
    if (isOpenToOthers(stats)) {
      await chmod(this.path, 0o700);
      this.#log.warn(`"${this.path}" was open to other accounts. It is now open to yours only.`);
    }
  }

  async #sweep(): Promise<void> {
    const now = Date.now();
    for (const name of await readdir(this.path)) {
      if (!name.endsWith(unfinishedSuffix)) continue;
      const path = join(this.path, name);
      const stats = await lstat(path).catch(() => undefined);
      if (stats?.isFile() === true && now - stats.mtimeMs > abandonedAfterMilliseconds) {
        await rm(path, { force: true });
      }
    }
  }
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path);
  try {
    await folder.sync();
  } catch (error) {
    if (!withoutFolderSync.has(codeOf(error) ?? '')) throw error;
  } finally {
    await folder.close();
  }
}
