import type { DisclosureEvent } from '../../core/record/disclosure';
import type { AskingServer } from '../../core/features/askingServer';
import type { HostFeatures } from '../../core/features/hostFeatures';
import type { ServerSwitches } from '../../core/features/serverSwitches';
import type { Clock } from '../../core/clock';
import type { Log } from '../../core/log';

/** How long a server waits, in milliseconds, and how much it gets. */
export interface FeatureSettings {
  /** For the user. */
  readonly userTime: number;
  /** For a language model. */
  readonly modelTime: number;
  /** How many tokens one answer may have, whatever the server asks for. */
  readonly maxTokens: number;
}

export const usualFeatureSettings: FeatureSettings = {
  userTime: 10 * 60_000,
  modelTime: 3 * 60_000,
  maxTokens: 4096,
};

/** What is needed to answer the requests of servers. */
export interface FeatureDeps {
  readonly switches: Pick<ServerSwitches, 'of'>;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly settings: () => FeatureSettings;
  /** For bugs of this side. */
  readonly log: Pick<Log, 'error'>;
  /** Undefined for a host without a user interface: no feature is declared to any server. */
  readonly face: HostFeatures | undefined;
}

/** A session in which a server makes requests. */
export interface AskingSession {
  readonly server: AskingServer;
  readonly record: (what: DisclosureEvent) => void;
}
