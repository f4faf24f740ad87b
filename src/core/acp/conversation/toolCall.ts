import { weightOf, type Content } from './content';

/** Pieces of one call, and places of it, that are kept at most. */
export const mostPieces = 50;

/** Characters of one call that are kept at most, of all its pieces together. */
export const longestCall = 10 * 1024 * 1024;

/** What a call is called of which the agent has given no title. */
export const untitled = 'A tool';

/** Every kind of tool. */
export const toolKinds = [
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'other',
] as const;
/** Every state that an agent can tell. */
export const toolStates = ['pending', 'in_progress', 'completed', 'failed'] as const;

/** What sort of thing a tool does. */
export type ToolKind = (typeof toolKinds)[number];

/** How far a call is. `cancelled` is this side's own word: the turn was stopped before the agent said how it ended. */
export type ToolState = (typeof toolStates)[number] | 'cancelled';

/** A change of a file, as the agent reports it: both texts are the agent's own words, nothing is read from the disk. */
export interface ReportedDiff {
  readonly kind: 'diff';
  /** As the agent wrote it. */
  readonly path: string;
  /** Undefined for a new file. */
  readonly oldText: string | undefined;
  readonly newText: string;
  /** Something of it was longer than what is kept. */
  readonly isCut: boolean;
}

/** What a call shows: content, a change of a file, or the output of a program that this window runs. */
export type ToolContent =
  | { readonly kind: 'content'; readonly content: Content }
  | ReportedDiff
  | { readonly kind: 'terminal'; readonly terminalId: string };

/** A place that a call is about, as the agent names it. Naming it opens nothing. */
export interface ToolLocation {
  readonly path: string;
  /** Counts from 1. */
  readonly line: number | undefined;
}

/** One call of a tool by the agent (ACP, tool calls). */
export interface ToolCall {
  readonly toolCallId: string;
  /** Fit to be shown. */
  readonly title: string;
  readonly kind: ToolKind;
  readonly state: ToolState;
  readonly content: readonly ToolContent[];
  readonly locations: readonly ToolLocation[];
}

/** What of a call is another now; what is left out stays as it was. */
export type ToolCallChange = Pick<ToolCall, 'toolCallId'> & Partial<ToolCall>;

/** A call of which only the change is known so far, also where an update came before the call itself. */
export function newToolCall(change: ToolCallChange): ToolCall {
  return { title: untitled, kind: 'other', state: 'pending', content: [], locations: [], ...change };
}

/** Is it at its end? */
export function isOver({ state }: Pick<ToolCall, 'state'>): boolean {
  return state === 'completed' || state === 'failed' || state === 'cancelled';
}

/** What it takes to keep a piece or a place besides its texts, in characters. */
const frame = 100;

/** Characters that it takes to keep it. */
export function toolWeight({ toolCallId, title, content, locations }: ToolCall): number {
  const pieces = content.map(pieceWeight);
  const places = locations.map(({ path }) => frame + path.length);
  return [...pieces, ...places].reduce((sum, each) => sum + each, toolCallId.length + title.length);
}

/** Characters that it takes to keep one piece. */
export function pieceWeight(each: ToolContent): number {
  switch (each.kind) {
    case 'content':
      return frame + weightOf(each.content);
    case 'diff':
      return frame + each.path.length + (each.oldText?.length ?? 0) + each.newText.length;
    case 'terminal':
      return frame + each.terminalId.length;
  }
}
