import type { ReportedDiff } from './toolCall';

/** How many lines a change adds and removes. */
export interface DiffStat {
  readonly added: number;
  readonly removed: number;
}

/** If the numbers of differing lines of two texts, multiplied, exceed this, they are not compared line by line. */
const mostCells = 4_000_000;

/**
 * How many lines are added and removed. Lines that are the same in both, in the same order, do not count (longest
 * common subsequence). Where finding them would take too long, everything between the common beginning and the common
 * end counts as changed.
 */
export function diffStat({ oldText, newText }: Pick<ReportedDiff, 'oldText' | 'newText'>): DiffStat {
  const before = linesOf(oldText ?? '');
  const after = linesOf(newText);
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const shorter = Math.min(before.length, after.length) - start;
  while (end < shorter && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const [left, right] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const common = left.length * right.length > mostCells ? 0 : commonLines(left, right);
  return { added: right.length - common, removed: left.length - common };
}

function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  return text.endsWith('\n') ? lines.slice(0, -1) : lines;
}

function commonLines(left: readonly string[], right: readonly string[]): number {
  let row = new Uint32Array(right.length + 1);
  for (const line of left) {
    const next = new Uint32Array(right.length + 1);
    for (const [at, other] of right.entries()) {
      next[at + 1] = line === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0);
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
