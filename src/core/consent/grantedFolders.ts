import type { PlatformPath } from 'node:path';
import type { Disposable } from '../lifecycle';
import { isFolder } from '../roots/grantable';
import { asRealPath, type RealPath } from '../roots/realPath';
import type { Decision } from './decision';
import type { Ledger } from './ledger';

/** Every grant that is in force, of all servers, found by its folder. */
export class GrantedFolders implements Disposable {
  readonly #ledger: Pick<Ledger, 'decisions' | 'onDidChange'>;
  readonly #path: PlatformPath;
  readonly #listening: Disposable;
  #byFolder: ReadonlyMap<RealPath, readonly Decision[]> | undefined;

  constructor(ledger: Pick<Ledger, 'decisions' | 'onDidChange'>, path: PlatformPath) {
    this.#ledger = ledger;
    this.#path = path;
    this.#listening = ledger.onDidChange(() => (this.#byFolder = undefined));
  }

  /** The grants for exactly this folder. */
  of(folder: RealPath): readonly Decision[] {
    return this.#all().get(folder) ?? [];
  }

  /** The folder itself and those around it, as far as they are granted to any server. */
  around(folder: RealPath): readonly RealPath[] {
    const all = this.#all();
    if (all.size === 0) return [];
    const found: RealPath[] = [];
    for (let at = folder; ;) {
      if (all.has(at)) found.push(at);
      const parent = asRealPath(this.#path.dirname(at));
      if (parent === at) return found;
      at = parent;
    }
  }

  dispose(): void {
    this.#listening.dispose();
  }

  #all(): ReadonlyMap<RealPath, readonly Decision[]> {
    if (this.#byFolder !== undefined) return this.#byFolder;
    const byFolder = new Map<RealPath, Decision[]>();
    for (const decision of this.#ledger.decisions) {
      const { folder, verdict } = decision;
      if (verdict !== 'allow' || !isFolder(folder)) continue;
      const there = byFolder.get(folder);
      if (there === undefined) byFolder.set(folder, [decision]);
      else there.push(decision);
    }
    return (this.#byFolder = byFolder);
  }
}
