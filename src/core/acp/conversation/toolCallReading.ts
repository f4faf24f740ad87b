import * as z from 'zod/mini';
import { displayText, startOf } from '../../text';
import { longestText, type Content } from './content';
import { readContent } from './contentReading';
import { lenient } from './lenient';
import {
  longestCall,
  mostPieces,
  pieceWeight,
  toolKinds,
  toolStates,
  type ToolCallChange,
  type ToolContent,
  type ToolLocation,
} from './toolCall';

const optionalText = lenient(z.string());
const list = lenient(z.array(z.unknown()));

const call = z.looseObject({
  toolCallId: z.string().check(z.minLength(1), z.maxLength(1024)),
  title: optionalText,
  kind: lenient(z.enum(toolKinds)),
  status: lenient(z.enum(toolStates)),
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
 * Reads `tool_call` and `tool_call_update` alike. A malformed field counts as left out, and malformed pieces are
 * skipped, as the ACP schema demands.
 * @returns undefined for a call without an id
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
      content: withinOneCall(content.slice(0, mostPieces).flatMap((each) => readPiece(each) ?? [])),
    }),
    ...(given(locations) && {
      locations: locations.slice(0, mostPieces).flatMap((each) => readLocation(each) ?? []),
    }),
  };
}

/** Pieces that do not fit within the limit of one call are replaced by a note. */
function withinOneCall(pieces: readonly ToolContent[]): readonly ToolContent[] {
  let room = longestCall;
  return pieces.map((each): ToolContent => {
    const weight = pieceWeight(each);
    if (weight > room) return tooMuch;
    room -= weight;
    return each;
  });
}

const tooMuch: ToolContent = {
  kind: 'content',
  content: { kind: 'left out', what: 'more than is kept of one call' },
};

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
        path: startOf(path, 4096),
        oldText: typeof oldText === 'string' ? startOf(oldText, longestText) : undefined,
        newText: startOf(newText, longestText),
        isCut,
      };
    }
    case 'terminal':
      return { kind: 'terminal', terminalId: data.terminalId };
  }
}

function cut({ text }: Content & { kind: 'text' }): Content {
  return { kind: 'text', text: text.length > longestText ? `${startOf(text, longestText)}…` : text };
}

function readLocation(value: unknown): ToolLocation | undefined {
  const parsed = z.safeParse(location, value);
  if (!parsed.success || parsed.data.path.length > 4096) return undefined;
  return { path: parsed.data.path, line: parsed.data.line ?? undefined };
}

function given<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null;
}
