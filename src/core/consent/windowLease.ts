import type { Decision, Fingerprint } from './decision';
import type { TakenAway } from './unsavedRevocations';

/** What this window alone knows, kept over a restart of its extension host. */
export interface WindowState {
  readonly sessionDecisions: readonly Decision[];
  /** What was taken away for good and could not be written yet. */
  readonly unkept: readonly TakenAway[];
  /** What was revoked as a whole and could still be put back. */
  readonly revoked: readonly Decision[];
  /** The servers that may sample in this session without a question to the user. */
  readonly sampling: readonly Fingerprint[];
  /** The servers that were running, by id. */
  readonly running: readonly string[];
}

/** Carries a window's state from one extension host of a workspace to its successor. */
export interface WindowLease {
  /**
   * Takes over the state that a predecessor left, if it is fresh and its owner is gone; at most one successor gets it.
   * Never throws.
   * @param adopt takes the state in, and keeps what results. Until that is kept, a crash leaves the state to the next
   * host
   */
  claim(adopt: (left: WindowState) => void): Promise<void>;
  /** Remembers the state from now on. Never throws: a lost lease costs a question, not a grant. */
  keep(state: WindowState): void;
}
