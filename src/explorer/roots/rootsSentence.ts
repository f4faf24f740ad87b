import { displayText } from '../../core/text';
import { isPinnedFolder } from '../../core/roots/containment';
import type { RootsState } from './clientRoots';
import type { ClientRoot } from './rootsAnswer';

/** How many roots a sentence names. */
const mostNamed = 20;

/** Which roots can be read at present, or why none can, as a sentence for models and people. */
export function rootsSentence(state: RootsState): string {
  switch (state.kind) {
    case 'not initialized':
      return 'No folder can be read yet: the client has not finished initialising.';
    case 'asking':
      return 'The client is being asked which folders can be read.';
    case 'undeclared':
      return 'No folder can be read: the client does not share roots.';
    case 'unanswered':
      return state.again
        ? `No folder can be read until the client lists its roots again: they changed, and it gave no list (${state.reason}).`
        : `No folder can be read: the client was asked for its roots but gave no list (${state.reason}).`;
    case 'known':
      return knownSentence(state.roots);
  }
}

function knownSentence(roots: readonly ClientRoot[]): string {
  const paths = roots.map(({ pinned }) => displayText(pinned.realPath, 300));
  const what = roots.every(({ pinned }) => isPinnedFolder(pinned)) ? 'folders' : 'folders and files';
  if (paths.length === 0) return 'No folder can be read: the client shares none at present.';
  const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : '';
  return `The ${what} that can be read: ${paths.slice(0, mostNamed).join(', ')}${more}.`;
}
