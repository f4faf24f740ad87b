import type { Event } from '../event';
import type { Decision, Pair, Withdrawal } from './decision';

/** Where decisions for always are kept: outside every repository, shared by all windows, signed. */
export interface DecisionStore {
  /**
   * Every standing decision, as all windows have left it; the same array until one is another. What cannot be read or
   * verified is not in it.
   */
  readonly standing: readonly Decision[];
  /** The pairs of which a record is there that cannot be believed; another object whenever others are in it. */
  readonly unreadable: UnreadablePairs;
  /** Something in `standing` or `unreadable` changed, by this window or another. */
  readonly onDidChange: Event<void>;
  /**
   * Resolves once every record is safely on disk and in `standing`.
   * @throws {UserError} when one could not be written; then it is not in `standing` either.
   */
  write(records: readonly (Decision | Withdrawal)[]): Promise<void>;
  /**
   * Writes standing decisions once more, because they say which directory is meant; those that are not the last word
   * any more, by this window or another, stay as they are.
   * @throws {UserError} when one could not be written; then it stands as before
   */
  writeAgain(decisions: readonly Decision[]): Promise<void>;
}

/** What was decided about these is not known: it may have been a refusal (rules 1 and 6). */
export interface UnreadablePairs {
  has(pair: Pair): boolean;
}
