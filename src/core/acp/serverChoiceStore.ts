import type { Fingerprint } from '../consent/decision';
import type { Event } from '../event';
import type { ServerChoice } from './serverChoice';

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
