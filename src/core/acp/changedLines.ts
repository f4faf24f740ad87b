/** Lines that replace some lines of a text. Lines count from 0; `end` is the first line after the replaced ones. */
export interface ChangedLines {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/**
 * The one piece in which two lists of lines differ, without what is the same before and after it. Both the replaced and
 * the replacing piece have at least one line, so that a piece of a text always begins and ends at a line; for that, an
 * equal line can be part of it.
 * @returns undefined where the lists are equal
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
