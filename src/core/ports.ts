import type { ServerChoice } from './acp/serverChoice';
import type { Approval, ApprovalTakenBack } from './approval/approvals';
import type { Decision, Fingerprint, Pair, Withdrawal } from './consent/decision';
import type { TakenAway } from './consent/unkept';
import type { Event } from './event';
import type { Feature, SwitchWord } from './features/switchWord';
import type { Disposable } from './lifecycle';

/** Time, as the core knows it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs once after so many milliseconds, unless disposed before. */
  after(milliseconds: number, run: () => void): Disposable;
  /** Runs once at the end of this turn of the event loop. */
  soon(run: () => void): void;
}

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

/** What was decided about these is not known: it may have been a refusal (design rules 1 and 6). */
export interface UnreadablePairs {
  has(pair: Pair): boolean;
}

/** Where approvals are kept: as decisions are. */
export interface ApprovalStore {
  /** The approval that holds for each server and place. What cannot be read or verified is not in it. */
  readonly standing: readonly Approval[];
  /** Something in `standing` changed, by this window or another. */
  readonly onDidChange: Event<void>;
  /**
   * Resolves once the word is safely on disk and in `standing`, in the place of an earlier one.
   * @throws {UserError} when it could not be written; then `standing` is as it was.
   */
  write(word: Approval | ApprovalTakenBack): Promise<void>;
  /**
   * Puts an approval in the place of one, unless another word stands there by then: what was taken back stays so.
   * @returns whether it stands now
   * @throws {UserError} when it could not be written; then `standing` is as it was.
   */
  amend(approval: Approval, before: Approval): Promise<boolean>;
}

/** Where the switches of servers are kept: as decisions are. */
export interface SwitchStore {
  /** The last word about a feature of a server; nothing when there never was one. */
  latest(server: Fingerprint, feature: Feature): SwitchWord | 'unreadable' | undefined;
  /** Some word is another, by this window or another. */
  readonly onDidChange: Event<void>;
  /**
   * Resolves once the word is safely on disk and the last one.
   * @throws {UserError} when it could not be written; then the one before holds.
   */
  write(word: SwitchWord): Promise<void>;
}

/** Where it is kept which servers agents are given: as decisions are. */
export interface ServerChoiceStore {
  /** The last word about a server for an agent; nothing when there never was one. */
  latest(agent: Fingerprint, server: Fingerprint): ServerChoice | 'unreadable' | undefined;
  /** Some word is another, by this window or another. */
  readonly onDidChange: Event<void>;
  /**
   * Resolves once the words are safely on disk and the last ones.
   * @throws {UserError} when some could not be written; for those the one before holds.
   */
  write(words: readonly ServerChoice[]): Promise<void>;
}

/** What this window alone knows, kept over a restart of its extension host. */
export interface WindowState {
  readonly sessionDecisions: readonly Decision[];
  /** What was taken away for good and could not be written yet. */
  readonly unkept: readonly TakenAway[];
  /** What was revoked as a whole and could still be put back. */
  readonly revoked: readonly Decision[];
  /** The servers that may sample without being asked, for the session. */
  readonly sampling: readonly Fingerprint[];
  /** The servers that were running, by id. */
  readonly running: readonly string[];
}

/** Carries a window's state from one extension host of a workspace to its successor. */
export interface WindowLease {
  /**
   * Takes over the state that a predecessor left, if it is fresh and its owner is gone; at most one successor gets it.
   * Never throws.
   * @param adopt takes it in and keeps what comes of it. Until that is kept, a crash leaves the state to the next one
   */
  claim(adopt: (left: WindowState) => void): Promise<void>;
  /** Remembers the state from now on. Never throws: a lost lease costs a question, not a grant. */
  keep(state: WindowState): void;
}

/** Lines for the log that the user can open. */
export interface Log {
  debug(line: string): void;
  info(line: string): void;
  warn(line: string): void;
  error(line: string): void;
}
