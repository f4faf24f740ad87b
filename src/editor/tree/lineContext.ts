import type { LineWord } from '../ids';

/** Words of a line, each with whether it holds. */
export type LineFacts = Readonly<Partial<Record<LineWord, boolean>>>;

/**
 * The `viewItem` of a line, which each `when` of the manifest reads.
 * @param is what the line is, its kind first
 * @param facts words that are added if they hold
 */
export function lineContext(is: readonly LineWord[], facts: LineFacts = {}): string {
  const holding = Object.entries(facts).flatMap(([word, holds]) => (holds ? word : []));
  return [...is, ...holding].join(' ');
}
