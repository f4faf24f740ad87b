import { compareMarks, markOf, type Marks } from './head/mark';
import type { RecordFile } from './recordFiles';
import type { RecordName } from './recordName';

/** What holds for one subject, by its records. */
export type Outcome<T> =
  | { readonly kind: 'known'; readonly value: T; readonly name: RecordName }
  /** The latest record is not to be believed, or is missing while we know that there was one. */
  | { readonly kind: 'unreadable'; readonly name: RecordName };

/**
 * Which record counts for each subject: the one with the highest sequence. Of two windows' records with the same
 * sequence, one that is not to be believed counts first, then the more cautious, so that all windows choose alike. A
 * record that comes before one that was believed already, by this host or by the head of the store, is an older one put
 * back: not believed (rule 6). Raises the marks.
 */
export function latestRecords<T>(
  files: Iterable<RecordFile<T>>,
  marks: Marks,
  caution: (value: T) => number,
): ReadonlyMap<string, Outcome<T>> {
  const isLater = (a: RecordFile<T>, b: RecordFile<T> | undefined) => b === undefined || compare(a, b) > 0;
  const compare = (a: RecordFile<T>, b: RecordFile<T>) =>
    a.name.sequence - b.name.sequence ||
    Number(a.content === undefined) - Number(b.content === undefined) ||
    (a.content !== undefined && b.content !== undefined
      ? caution(a.content.value) - caution(b.content.value)
      : 0) ||
    (a.name.file < b.name.file ? -1 : Number(a.name.file > b.name.file));

  const latest = new Map<string, RecordFile<T>>();
  for (const file of files) {
    if (isLater(file, latest.get(file.name.subject))) latest.set(file.name.subject, file);
  }
  const outcomes = new Map<string, Outcome<T>>();
  for (const [subject, { sequence }] of marks)
    outcomes.set(subject, { kind: 'unreadable', name: { subject, sequence, file: '' } });
  for (const [subject, { name, content }] of latest) {
    const before = marks.get(subject);
    if (content === undefined) outcomes.set(subject, { kind: 'unreadable', name });
    else {
      const mark = markOf(name, caution(content.value));
      if (before !== undefined && compareMarks(mark, before) < 0) continue;
      marks.set(subject, mark);
      outcomes.set(subject, { kind: 'known', value: content.value, name });
    }
  }
  return outcomes;
}

/** Whether some subject was known before and is not now: a listing made while files are replaced can look like that. */
export function hasLost<T>(
  before: ReadonlyMap<string, Outcome<T>>,
  after: ReadonlyMap<string, Outcome<T>>,
): boolean {
  for (const [subject, { kind }] of before) {
    if (kind === 'known' && after.get(subject)?.kind !== 'known') return true;
  }
  return false;
}

/** Whether both choose the same record for every subject. */
export function isSameOutcome<T>(
  before: ReadonlyMap<string, Outcome<T>>,
  after: ReadonlyMap<string, Outcome<T>>,
): boolean {
  if (before.size !== after.size) return false;
  for (const [subject, { kind, name }] of before) {
    const now = after.get(subject);
    if (now?.kind !== kind || now.name.file !== name.file) return false;
  }
  return true;
}
