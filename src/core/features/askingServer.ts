import type { Fingerprint } from '../consent/decision';

export interface AskingServer {
  readonly id: string;
  /** The name in its definition, not the one that it reports. */
  readonly name: string;
  readonly fingerprint: Fingerprint;
}
