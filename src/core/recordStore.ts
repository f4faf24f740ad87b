import type { Event } from './event';

/**
 * Signed records of one kind, shared by all windows, in which the latest about a subject holds (rule 6).
 * `About` is what names the subject of a `T`.
 */
export interface RecordStore<T extends About, About> {
  /** The values that hold, one for each subject; what cannot be read or verified is not among them. The same array until they change. */
  readonly values: readonly T[];
  /** What holds for a subject: a value, `unreadable`, or nothing when there never was a record. */
  latest(about: About): T | 'unreadable' | undefined;
  /** Another record holds for some subject, by this window or another. */
  readonly onDidChange: Event<void>;
  /**
   * Resolves once each value is safely on disk and holds, unless another window's newer one does. The last of several
   * about one subject counts.
   * @throws {UserError} when some could not be written; the others hold, and for those the ones before
   */
  write(values: readonly T[]): Promise<void>;
  /**
   * As `write`, for values whose subject stands as `isLast` says; the others are left out. Of two windows' records made
   * from the same state the more cautious one holds, so that a word that comes meanwhile is never lost by this.
   * @throws {UserError} as `write`
   */
  writeWhere(values: readonly T[], isLast: (value: T, latest: T) => boolean): Promise<void>;
}
