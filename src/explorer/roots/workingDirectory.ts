import { chdir, cwd } from 'node:process';
import { isPinnedFolder } from '../../core/roots/containment';
import type { ClientRoots } from './clientRoots';
import type { ClientRoot } from './rootsAnswer';

/**
 * Where relative paths start: the root that was chosen, as long as the client names it, else the first one since it
 * named any, before that where the process was started. Roots that are withdrawn leave it where it is; a relative path
 * is then denied like any other.
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

  /** From now on it is this root, which is a directory. */
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
      // Gone or closed since it was looked at: what is asked for there will say so.
    }
  }
}
