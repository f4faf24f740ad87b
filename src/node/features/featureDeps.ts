import type { DisclosureEvent } from '../../core/record/disclosure';
import type { AskingServer } from '../../core/features/askingServer';
import type { HostFeatures } from '../../core/features/hostFeatures';
import type { ServerSwitches } from '../../core/features/serverSwitches';
import type { Clock } from '../../core/clock';
import type { Log } from '../../core/log';

/** How long a server is made to wait, in milliseconds, and how much it gets. */
export interface FeatureSettings {
  /** For the user's word. */
  readonly userTime: number;
  /** For the answer of a model. */
  readonly modelTime: number;
  /** The most tokens of one answer, whatever the server asks for. */
  readonly maxTokens: number;
}

export const usualFeatureSettings: FeatureSettings = {
  userTime: 10 * 60_000,
  modelTime: 3 * 60_000,
  maxTokens: 4096,
};

/** What answering servers needs from around it. */
export interface FeatureDeps {
  readonly switches: Pick<ServerSwitches, 'of'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly settings: () => FeatureSettings;
  /** For what is our own mistake. */
  readonly log: Pick<Log, 'error'>;
  /** Undefined for a host without a face: nothing is declared to any server. */
  readonly face: HostFeatures | undefined;
}

/** One session of a server, in which it asks. */
export interface AskingSession {
  readonly server: AskingServer;
  readonly record: (what: DisclosureEvent) => void;
}
