import { weightOf, type Content } from './content';

/** How many pieces of content, and how many places, one call may have. */
export const mostPieces = 50;

/** How many characters all pieces of one call may have. */
export const longestCall = 10 * 1024 * 1024;

/** The title of a call for which the agent gave none. */
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
/** Every state that an agent can report. */
export const toolStates = ['pending', 'in_progress', 'completed', 'failed'] as const;

/** What sort of thing a tool does. */
export type ToolKind = (typeof toolKinds)[number];

/**
 * How far a call is. `cancelled` is never reported by the agent: the user stopped the turn before the call was over.
 */
export type ToolState = (typeof toolStates)[number] | 'cancelled';

/** A change of a file, as the agent reports it. Both texts come from the agent; nothing is read from the disk. */
export interface ReportedDiff {
  readonly kind: 'diff';
  /** As the agent wrote it. */
  readonly path: string;
  /** Undefined for a new file. */
  readonly oldText: string | undefined;
  readonly newText: string;
  /** One of the texts was longer than what is kept. */
  readonly isCut: boolean;
}

/** What a call shows: content, a change of a file, or the output of a program that this window runs. */
export type ToolContent =
  | { readonly kind: 'content'; readonly content: Content }
  | ReportedDiff
  | { readonly kind: 'terminal'; readonly terminalId: string };

/** A place that a call is about, as the agent names it; it is not opened. */
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

/** The changed fields of a call; those that are left out stay as they were. */
export type ToolCallChange = Pick<ToolCall, 'toolCallId'> & Partial<ToolCall>;

/** A call of which only these fields are known, because an update came first or the call left fields out. */
export function newToolCall(change: ToolCallChange): ToolCall {
  return { title: untitled, kind: 'other', state: 'pending', content: [], locations: [], ...change };
}

export function isOver({ state }: Pick<ToolCall, 'state'>): boolean {
  return state === 'completed' || state === 'failed' || state === 'cancelled';
}

/** What a piece or a place takes besides its texts, in characters. */
const frame = 100;

/** How much memory a call takes, in characters. */
export function toolWeight({ toolCallId, title, content, locations }: ToolCall): number {
  const pieces = content.map(pieceWeight);
  const places = locations.map(({ path }) => frame + path.length);
  return [...pieces, ...places].reduce((sum, each) => sum + each, toolCallId.length + title.length);
}

/** How much memory one piece takes, in characters. */
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
