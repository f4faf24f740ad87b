import { inOnePiece, startOf } from '../../text';
import type { Content } from './content';
import { longestText, weightOf } from './content';
import { toolWeight, type ToolCall } from './toolCall';
import type { PlanStep, Speaker } from './updates';

/** The content of an entry, by its kind. */
export type Said =
  /**
   * What one speaker says, as one text, in however many chunks it came. As received: whoever shows it makes it
   * harmless.
   */
  | {
      readonly kind: 'text';
      readonly by: Speaker;
      readonly text: string;
      readonly message: string | undefined;
      /** The text was longer than what is kept. */
      readonly isCut: boolean;
    }
  /** An image, or other content that is not text. */
  | { readonly kind: 'content'; readonly by: Speaker; readonly content: Content }
  | { readonly kind: 'tool'; readonly call: ToolCall }
  /** The present plan of one turn; a newer plan replaces it. */
  | { readonly kind: 'plan'; readonly steps: readonly PlanStep[] }
  /** A sentence of this extension, or a notice of the agent; fit to be shown. */
  | { readonly kind: 'note'; readonly text: string };

/** One entry of a conversation. An entry that changes keeps its id. */
export type Entry = Said & { readonly id: number };

/** The entry with this text appended, as far as there is room. */
export function grown(entry: Entry & { kind: 'text' }, text: string): Entry & { kind: 'text' } {
  const room = longestText - entry.text.length;
  const isCut = text.length > room;
  const whole = entry.text + startOf(text, room);
  const isDue = Math.floor(whole.length / piece) > Math.floor(entry.text.length / piece);
  return { ...entry, text: isDue ? inOnePiece(whole) : whole, isCut };
}

/** A text that grows by small chunks is made one flat string each time it has grown by so many characters. */
const piece = 8192;

/** What an entry takes besides its texts, in characters. */
const frame = 200;

/** How much memory it takes, in characters. */
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
