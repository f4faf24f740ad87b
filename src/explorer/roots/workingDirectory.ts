import { chdir, cwd } from 'node:process';
import { isPinnedFolder } from '../../core/roots/containment';
import type { ClientRoots } from './clientRoots';
import type { ClientRoot } from './rootsAnswer';

/**
 * Where relative paths start: the chosen root, as long as the client names it, else the first directory that it names;
 * before it has named any, where the process was started. When the client names no directory any more, it stays
 * unchanged; relative paths are then denied like any others.
 */
export class WorkingDirectory {
  #path = cwd();
  #chosen: string | undefined;

  constructor(roots: ClientRoots) {
    roots.onDidChange((state) => {
      if (state.kind !== 'known') return;
      const folders = state.roots.filter(({ pinned }) => isPinnedFolder(pinned));
      this.#follow(folders.map(({ pinned }) => pinned.realPath));
    });
  }

  get path(): string {
    return this.#path;
  }

  /** Sets it to this root, which must be a directory. */
  choose({ pinned }: ClientRoot): void {
    this.#chosen = pinned.realPath;
    this.#go(pinned.realPath);
  }

  #follow(roots: readonly string[]): void {
    const chosen = roots.find((each) => each === this.#chosen) ?? roots[0];
    if (chosen !== undefined) this.#go(chosen);
  }

  #go(path: string): void {
    this.#path = path;
    try {
      chdir(path);
    } catch {
      // The directory is gone or closed; calls that use it will say so.
    }
  }
}
