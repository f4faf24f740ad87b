import type { LineWord } from '../ids';

/** What holds of a line. */
export type LineFacts = Readonly<Partial<Record<LineWord, boolean>>>;

/**
 * The `viewItem` of a line, by which the conditions of the manifest tell it.
 * @param is what it is, the kind of line first
 */
export function lineContext(is: readonly LineWord[], facts: LineFacts = {}): string {
  const holding = Object.entries(facts).flatMap(([word, holds]) => (holds ? word : []));
  return [...is, ...holding].join(' ');
}
