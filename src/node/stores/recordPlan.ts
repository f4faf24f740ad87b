import { join } from 'node:path';
import { UserError } from '../../core/errors';
import { highestSequence, newRecordName, type RecordName } from './recordName';

/** A value and the record that is to hold it. */
export interface PlannedRecord<T> {
  readonly name: RecordName;
  readonly value: T;
}

/**
 * Gives each subject's value a record that comes after every one there is or was, believed or not.
 * @throws {UserError} when a file stands at the last place, so that none can come after it.
 */
export function planRecords<T>(
  values: ReadonlyMap<string, T>,
  folder: string,
  existing: Iterable<RecordName>,
): readonly PlannedRecord<T>[] {
  const reached = new Map<string, RecordName>();
  for (const name of existing) {
    if (name.sequence > (reached.get(name.subject)?.sequence ?? 0)) reached.set(name.subject, name);
  }
  return [...values].map(([subject, value]) => {
    const before = reached.get(subject);
    if (before !== undefined && before.sequence >= highestSequence) {
      throw new UserError(
        `The file "${join(folder, before.file)}" stands in the way of a new record. Delete it, then try again.`,
      );
    }
    return { name: newRecordName(subject, (before?.sequence ?? 0) + 1), value };
  });
}

/** Those of the existing records that come before one of these about the same subject. */
export function recordsBefore(
  names: readonly RecordName[],
  existing: readonly RecordName[],
): readonly RecordName[] {
  const kept = new Map(names.map((name) => [name.subject, name.sequence]));
  return existing.filter((name) => name.sequence < (kept.get(name.subject) ?? 0));
}
