import { chdir, cwd } from 'node:process';
import type { ClientRoots } from './clientRoots';

/**
 * Where relative paths start: the first root since the client named one, before that where the process was started.
 * Roots that are withdrawn leave it where it is; a relative path is then denied like any other.
 */
export class WorkingDirectory {
  #path = cwd();

  constructor(roots: ClientRoots) {
    roots.onDidChange((state) => {
      if (state.kind === 'known') this.#follow(state.roots.map(({ pinned }) => pinned.realPath));
    });
  }

  get path(): string {
    return this.#path;
  }

  #follow([first]: readonly string[]): void {
    if (first === undefined) return;
    this.#path = first;
    try {
      chdir(first);
    } catch {
      // Gone or closed since it was looked at: what is asked for there will say so.
    }
  }
}
