import type { WalkedEntry } from '../files/walk';

const names: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', 'node_modules']);

/** Names for descriptions: these directories contain no work of the user's own. */
export const skippedByDefault = '.git, .hg, .svn and node_modules';

/** Whether a walk enters a directory: either all, or all but those skipped by default. */
export function enterUnless(included: boolean): (entry: WalkedEntry) => boolean {
  return ({ name }) => included || !names.has(name);
}
