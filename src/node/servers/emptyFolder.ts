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
 * The folders in which what names no working directory runs: empty, ours, and for one process alone, so that nothing
 * that lies there decides what is run, no server finds what another left there, and none is emptied while somebody
 * works in it (rule 8).
 */
export class EmptyFolders {
  readonly #storage: PrivateFolder;
  readonly #nameOf: (words: readonly string[]) => string;
  readonly #inUse = new Set<string>();

  /** @param nameOf a name for a folder, another one for other words */
  constructor(storage: PrivateFolder, nameOf: (words: readonly string[]) => string) {
    this.#storage = storage;
    this.#nameOf = nameOf;
  }

  /**
   * Empties a folder for one more process of this server or agent. It is in use until it is disposed of.
   * @param whose tells it from all others
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
