import { inOnePiece, startOf } from '../../text';
import type { Content } from './content';
import { longestText, weightOf } from './content';
import { toolWeight, type ToolCall } from './toolCall';
import type { PlanStep, Speaker } from './updates';

/** What stands in a conversation, by what it is. */
export type Said =
  /** What one of them says, in one piece, however many chunks it came in. Raw: each face makes it harmless. */
  | {
      readonly kind: 'text';
      readonly by: Speaker;
      readonly text: string;
      readonly message: string | undefined;
      /** There was more than is kept. */
      readonly isCut: boolean;
    }
  /** An image, or what else is no text. */
  | { readonly kind: 'content'; readonly by: Speaker; readonly content: Content }
  | { readonly kind: 'tool'; readonly call: ToolCall }
  /** The plan of one turn as it is now: a newer one takes its place. */
  | { readonly kind: 'plan'; readonly steps: readonly PlanStep[] }
  /** A sentence of this side, or a notice of the agent; fit to be shown. */
  | { readonly kind: 'note'; readonly text: string };

/** One entry of a conversation. An entry that changes keeps its id. */
export type Entry = Said & { readonly id: number };

/** Text at the end of an entry, as far as there is room. */
export function grown(entry: Entry & { kind: 'text' }, text: string): Entry & { kind: 'text' } {
  const room = longestText - entry.text.length;
  const isCut = text.length > room;
  const whole = entry.text + startOf(text, room);
  const isDue = Math.floor(whole.length / piece) > Math.floor(entry.text.length / piece);
  return { ...entry, text: isDue ? inOnePiece(whole) : whole, isCut };
}

/** Characters after which a text that grows by small chunks is put in one piece. */
const piece = 8192;

/** What it takes to keep an entry besides its texts, in characters. */
const frame = 200;

/** Characters that it takes to keep it. */
export function entryWeight(entry: Said): number {
  return frame + textsWeight(entry);
}

function textsWeight(entry: Said): number {
  switch (entry.kind) {
    case 'text':
      return entry.text.length + (entry.message?.length ?? 0);
    case 'note':
      return entry.text.length;
    case 'content':
      return weightOf(entry.content);
    case 'tool':
      return toolWeight(entry.call);
    case 'plan':
      return entry.steps.reduce((sum, { text }) => sum + text.length, 0);
  }
}
