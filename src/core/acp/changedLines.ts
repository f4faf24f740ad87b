/** Some lines of a text that others are put in the place of. Lines count from 0; `end` is the first that stays. */
export interface ChangedLines {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/**
 * What makes one list of lines another, as one piece without what is alike before and behind it. A text has one line at
 * least, and so has what is replaced, and what replaces it: a piece of a text begins and ends where a line does.
 * @returns undefined where nothing is another
 */
export function changedLines(before: readonly string[], after: readonly string[]): ChangedLines | undefined {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  if (start === before.length && start === after.length) return undefined;
  let same = 0;
  while (same < shorter - start && before[before.length - 1 - same] === after[after.length - 1 - same])
    same += 1;
  const isEmpty = () => start === before.length - same || start === after.length - same;
  if (isEmpty() && start > 0) start -= 1;
  if (isEmpty()) same -= 1;
  return { start, end: before.length - same, lines: after.slice(start, after.length - same) };
}

/** The lines of a text, however they end. */
export function linesIn(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/);
}
