import { chanceOf, type RecordName } from '../recordName';
import type { Json } from '../signature';

/** How far the records about one subject have come: the place of the latest one that was believed. */
export interface Mark {
  readonly sequence: number;
  /** Of two records of one sequence the more cautious one is the later. */
  readonly caution: number;
  /** Decides between equally cautious ones: the beginning of the chance part of the file's name. Empty: before all. */
  readonly chance: string;
}

/** The marks of one kind of record, by subject. */
export type Marks = Map<string, Mark>;

/**
 * More cautious than any record, so that only a later one is believed: the head itself was lost, and what is there
 * may be older than what was decided.
 */
export const lostCaution = 8;
/** As `lostCaution`, after the user has seen it. */
const seenCaution = 9;

const chanceLength = 6;
const pattern = /^([0-9a-z]{1,9})\.(\d)\.([0-9a-f]{0,6})$/;

/** The mark that a record leaves. */
export function markOf({ sequence, file }: RecordName, caution: number): Mark {
  return { sequence, caution, chance: chanceOf(file).slice(0, chanceLength) };
}

/** Negative where `a` comes before `b`. */
export function compareMarks(a: Mark, b: Mark): number {
  return (
    a.sequence - b.sequence ||
    a.caution - b.caution ||
    (a.chance < b.chance ? -1 : Number(a.chance > b.chance))
  );
}

/**
 * Takes over each mark that is further. The order of merges does not matter: two windows that write one after the other
 * lose nothing as long as each merges before.
 * @returns whether any mark changed
 */
export function mergeMarks(into: Marks, from: ReadonlyMap<string, Mark>): boolean {
  let changed = false;
  for (const [subject, mark] of from) {
    const known = into.get(subject);
    if (known !== undefined && compareMarks(known, mark) >= 0) continue;
    into.set(subject, mark);
    changed = true;
  }
  return changed;
}

/** @param marks of records whose caution is between 0 and 7, and of what was lost */
export function marksToJson(marks: ReadonlyMap<string, Mark>): Json {
  const texts = [...marks].map(
    ([subject, { sequence, caution, chance }]) =>
      [subject, `${sequence.toString(36)}.${caution}.${chance}`] as const,
  );
  return Object.fromEntries(texts);
}

/** Reads back what `marksToJson` made; nothing when any part of it is anything else. */
export function parseMarks(json: Json | undefined): Marks | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const marks: Marks = new Map();
  for (const [subject, text] of Object.entries(json)) {
    const [, sequence, caution, chance] = pattern.exec(typeof text === 'string' ? text : '') ?? [];
    if (sequence === undefined || caution === undefined || chance === undefined) return undefined;
    marks.set(subject, { sequence: Number.parseInt(sequence, 36), caution: Number(caution), chance });
  }
  return marks;
}

/** What a mark becomes once the user has seen that no record reaches it. */
export function seen({ sequence }: Mark): Mark {
  return { sequence, caution: seenCaution, chance: '' };
}

/** Is there a mark, and has the user not yet seen that no record reaches it? */
export function isOutOfReach(mark: Mark | undefined): boolean {
  return mark !== undefined && mark.caution !== seenCaution;
}
