import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Disposable } from '../../core/lifecycle';
import { messageOf } from '../../core/errors';
import type { Log } from '../../core/log';
import { hasEnded, identify, type ProcessIdentity } from '../stores/processIdentity';
import type { PrivateFolder } from '../stores/privateFolder';
import { largestWindowEntry, parseWindowEntry, windowEntryText, windowFolder } from './windowEntry';

/** Publishes, for shims that look for a window, where this one listens and for which folders. */
export class WindowRegistry implements Disposable {
  readonly #folder: PrivateFolder;
  readonly #address: string;
  readonly #owner: ProcessIdentity;
  readonly #log: Log;
  readonly #name = `${randomBytes(6).toString('hex')}.json`;
  #said: readonly string[] | undefined;
  #work: Promise<void> = Promise.resolve();
  #ended = false;

  /** Entries of windows that have ended are removed. @throws {UserError} when the folder cannot be used */
  static async open(storage: PrivateFolder, address: string, log: Log): Promise<WindowRegistry> {
    const folder = await storage.child(windowFolder);
    await removeEnded(folder);
    return new WindowRegistry(folder, address, await identify(process.pid), log);
  }

  private constructor(folder: PrivateFolder, address: string, owner: ProcessIdentity, log: Log) {
    this.#folder = folder;
    this.#address = address;
    this.#owner = owner;
    this.#log = log;
  }

  /**
   * Publishes the folders. Resolves when they are written, or could not be: then a warning says so.
   * @param folders their real paths
   */
  say(folders: readonly string[]): Promise<void> {
    return (this.#work = this.#work.then(() => this.#write(folders)));
  }

  /** Removes the entry of this window; resolves when it is gone. */
  async takeBack(): Promise<void> {
    this.#ended = true;
    await this.#work;
    await this.#folder.remove(this.#name).catch(() => undefined);
  }

  dispose(): void {
    void this.takeBack();
  }

  async #write(folders: readonly string[]): Promise<void> {
    if (this.#ended || isDeepStrictEqual(folders, this.#said)) return;
    try {
      const entry = { address: this.#address, folders, owner: this.#owner };
      await this.#folder.replace(this.#name, windowEntryText(entry));
      this.#said = folders;
    } catch (error) {
      this.#log.warn(`Other clients cannot find this window: ${messageOf(error)}`);
    }
  }
}

async function removeEnded(folder: PrivateFolder): Promise<void> {
  for (const name of await folder.names()) {
    const read = await folder.read(name, largestWindowEntry).catch(() => undefined);
    const entry = read === undefined ? undefined : parseWindowEntry(read.text);
    if (entry !== undefined && (await hasEnded(entry.owner))) await folder.remove(name);
  }
}
