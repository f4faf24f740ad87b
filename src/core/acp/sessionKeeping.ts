import type { SessionRecord } from './sessionRecord';

/** Agents themselves delete sessions earlier than that. */
const keptForMs = 180 * 24 * 60 * 60 * 1000;

/** How many records are kept, of all agents together; a record is a small file. */
const mostKept = 500;

/** The records to delete: those that were sent too long ago, and the oldest where there are too many. */
export function outlived(records: readonly SessionRecord[], now: number): readonly SessionRecord[] {
  const newestFirst = records.toSorted((a, b) => b.sentAt - a.sentAt);
  return newestFirst.filter(({ sentAt }, index) => index >= mostKept || now - sentAt > keptForMs);
}
