import type { Fingerprint } from '../consent/decision';

/** The server that asks for something. */
export interface AskingServer {
  readonly id: string;
  /** As its definition calls it, not as it calls itself. */
  readonly name: string;
  readonly fingerprint: Fingerprint;
}
