import { UserError } from '../../core/errors';
import type { Disposable } from '../../core/lifecycle';
import { remedyFor } from '../stores/diskError';
import type { PrivateFolder } from '../stores/privateFolder';

/** A folder in which something runs until this is disposed of. */
export interface Workplace extends Disposable {
  /** Absolute. */
  readonly path: string;
}

/**
 * Working directories for processes whose definition names none: empty, private, and for one process at a time. So
 * nothing that lies there decides what is run, no server finds what another left there, and no folder is emptied while
 * a process works in it (rule 8).
 */
export class EmptyFolders {
  readonly #storage: PrivateFolder;
  readonly #nameOf: (words: readonly string[]) => string;
  readonly #inUse = new Set<string>();

  /** @param nameOf makes a folder name from words; different words give different names */
  constructor(storage: PrivateFolder, nameOf: (words: readonly string[]) => string) {
    this.#storage = storage;
    this.#nameOf = nameOf;
  }

  /**
   * Gives an emptied folder to one more process of a server or agent, until the result is disposed of.
   * @param whose words that identify the server or agent, and the use
   * @throws {UserError} when the folder cannot be made, or what lies in it cannot be removed
   */
  async take(whose: readonly string[]): Promise<Workplace> {
    const name = this.#free(whose);
    this.#inUse.add(name);
    try {
      return { path: await this.#emptied(name), dispose: () => this.#inUse.delete(name) };
    } catch (error) {
      this.#inUse.delete(name);
      throw error;
    }
  }

  #free(whose: readonly string[]): string {
    const first = this.#nameOf(['empty folder', ...whose]);
    let name = first;
    for (let nth = 2; this.#inUse.has(name); nth += 1) {
      name = this.#nameOf(['empty folder', ...whose, `process ${nth}`]);
    }
    return name;
  }

  async #emptied(name: string): Promise<string> {
    const all = await this.#storage.child('empty');
    const folder = await all.child(name);
    try {
      await folder.clear();
    } catch (cause) {
      const remedy = remedyFor(cause);
      throw new UserError(`The folder "${folder.path}" cannot be emptied. ${remedy}`, { cause });
    }
    return folder.path;
  }
}
