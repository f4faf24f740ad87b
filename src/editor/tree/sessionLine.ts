import type { SessionFolder } from '../../core/acp/toldAndNow';
import type { CommandId } from '../ids';

/** A line below an open session: something to know, something to do, or one of its folders. */
export type SessionLine =
  | { readonly kind: 'note'; readonly text: string; readonly why: string; readonly isSerious: boolean }
  | { readonly kind: 'action'; readonly text: string; readonly command: CommandId; readonly icon: string }
  | { readonly kind: 'folder'; readonly folder: SessionFolder };
