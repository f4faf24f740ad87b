import type { WalkedEntry } from '../files/walk';

const names: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', 'node_modules']);

/** For descriptions: the directories that hold no work of the user's own. */
export const skippedByDefault = '.git, .hg, .svn and node_modules';

/** Whether a walk goes into a directory: into all of them, or into all but those. */
export function enterUnless(included: boolean): (entry: WalkedEntry) => boolean {
  return ({ name }) => included || !names.has(name);
}
