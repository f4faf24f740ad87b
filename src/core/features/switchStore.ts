import type { Fingerprint } from '../consent/decision';
import type { Event } from '../event';
import type { Feature, SwitchWord } from './switchWord';

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
