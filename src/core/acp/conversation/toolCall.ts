import * as z from 'zod/mini';
import { displayText } from '../../text';
import { longestText, readContent, weightOf, type Content } from './content';
import { lenient } from './lenient';

const kinds = [
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
const states = ['pending', 'in_progress', 'completed', 'failed'] as const;

/** What sort of thing a tool does. */
type ToolKind = (typeof kinds)[number];

/** How far a call is. `cancelled` is this side's own word: the turn was stopped before the agent said how it ended. */
type ToolState = (typeof states)[number] | 'cancelled';

/** A change of a file, as the agent reports it: both texts are the agent's own words, nothing is read from the disk. */
interface ReportedDiff {
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
type ToolContent =
  | { readonly kind: 'content'; readonly content: Content }
  | ReportedDiff
  | { readonly kind: 'terminal'; readonly terminalId: string };

/** A place that a call is about, as the agent names it. Naming it opens nothing. */
interface ToolLocation {
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

/** Pieces of one call, and places of it, that are kept at most. */
const mostPieces = 50;

const optionalText = lenient(z.string());
const list = lenient(z.array(z.unknown()));

const call = z.looseObject({
  toolCallId: z.string().check(z.minLength(1), z.maxLength(1024)),
  title: optionalText,
  kind: lenient(z.enum(kinds)),
  status: lenient(z.enum(states)),
  content: list,
  locations: list,
});

const piece = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('content'), content: z.unknown() }),
  z.looseObject({
    type: z.literal('diff'),
    path: z.string(),
    oldText: z.optional(z.nullable(z.string())),
    newText: z.string(),
  }),
  z.looseObject({ type: z.literal('terminal'), terminalId: z.string().check(z.maxLength(1024)) }),
]);

const location = z.looseObject({
  path: z.string(),
  line: lenient(z.int().check(z.nonnegative())),
});

/**
 * Reads `tool_call` and `tool_call_update` alike: what is malformed in it is taken as left out, and pieces that are
 * malformed are passed over, as the schema says. @returns undefined for a call without an id
 */
export function readToolCall(update: unknown): ToolCallChange | undefined {
  const parsed = z.safeParse(call, update);
  if (!parsed.success) return undefined;
  const { toolCallId, title, kind, status, content, locations } = parsed.data;
  return {
    toolCallId,
    ...(given(title) && { title: displayText(title, 300) }),
    ...(given(kind) && { kind }),
    ...(given(status) && { state: status }),
    ...(given(content) && {
      content: content.slice(0, mostPieces).flatMap((each) => readPiece(each) ?? []),
    }),
    ...(given(locations) && {
      locations: locations.slice(0, mostPieces).flatMap((each) => readLocation(each) ?? []),
    }),
  };
}

/** A call of which only the change is known so far, also where an update came before the call itself. */
export function newToolCall(change: ToolCallChange): ToolCall {
  return { title: 'A tool', kind: 'other', state: 'pending', content: [], locations: [], ...change };
}

/** Is it at its end? */
export function isOver({ state }: Pick<ToolCall, 'state'>): boolean {
  return state === 'completed' || state === 'failed' || state === 'cancelled';
}

/** Characters that it takes to keep it. */
export function toolWeight({ title, content, locations }: ToolCall): number {
  const pieces = content.map((each) => {
    switch (each.kind) {
      case 'content':
        return weightOf(each.content);
      case 'diff':
        return each.path.length + (each.oldText?.length ?? 0) + each.newText.length;
      case 'terminal':
        return each.terminalId.length;
    }
  });
  const places = locations.map(({ path }) => path.length);
  return [...pieces, ...places].reduce((sum, each) => sum + each, title.length);
}

function readPiece(value: unknown): ToolContent | undefined {
  const parsed = z.safeParse(piece, value);
  if (!parsed.success) return undefined;
  const { data } = parsed;
  switch (data.type) {
    case 'content': {
      const content = readContent(data.content);
      if (content === undefined) return undefined;
      return { kind: 'content', content: content.kind === 'text' ? cut(content) : content };
    }
    case 'diff': {
      const { path, oldText, newText } = data;
      const isCut = newText.length > longestText || (oldText?.length ?? 0) > longestText;
      return {
        kind: 'diff',
        path: path.slice(0, 4096),
        oldText: oldText?.slice(0, longestText),
        newText: newText.slice(0, longestText),
        isCut,
      };
    }
    case 'terminal':
      return { kind: 'terminal', terminalId: data.terminalId };
  }
}

function cut({ text }: Content & { kind: 'text' }): Content {
  return { kind: 'text', text: text.length > longestText ? `${text.slice(0, longestText)}…` : text };
}

function readLocation(value: unknown): ToolLocation | undefined {
  const parsed = z.safeParse(location, value);
  if (!parsed.success || parsed.data.path.length > 4096) return undefined;
  return { path: parsed.data.path, line: parsed.data.line ?? undefined };
}

function given<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null;
}
