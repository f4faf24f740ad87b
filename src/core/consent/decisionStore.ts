import type { Event } from '../event';
import type { Decision, Pair, Withdrawal } from './decision';

/** Where decisions for always are kept: outside every repository, shared by all windows, signed. */
export interface DecisionStore {
  /**
   * Every decision for always that holds, of all windows; the same array until one changes. What cannot be read or
   * verified is not in it.
   */
  readonly standing: readonly Decision[];
  /** The pairs with a record that cannot be read or verified; a new object whenever they change. */
  readonly unreadable: UnreadablePairs;
  /** Fires when `standing` or `unreadable` has changed, by this window or another. */
  readonly onDidChange: Event<void>;
  /**
   * Resolves once every record is safely on disk and in `standing`.
   * @throws {UserError} when one could not be written; then it is not in `standing` either.
   */
  write(records: readonly (Decision | Withdrawal)[]): Promise<void>;
  /**
   * Writes standing decisions once more, now with the directory that they are for. A decision that was overtaken by a
   * later one, of this window or another, stays as it is.
   * @throws {UserError} when one could not be written; then it stands as before
   */
  writeAgain(decisions: readonly Decision[]): Promise<void>;
}

/** The pairs for which it is not known what was decided: it may have been a refusal (rules 1 and 6). */
export interface UnreadablePairs {
  has(pair: Pair): boolean;
}
