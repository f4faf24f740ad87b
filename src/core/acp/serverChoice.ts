import type { Fingerprint } from '../consent/decision';

/**
 * One decision of the user whether an agent is given a server. Bound to both fingerprints: another definition of the
 * agent or of the server is another one, for which nothing was decided (rule 5).
 */
export interface ServerChoice {
  readonly agent: Fingerprint;
  readonly server: Fingerprint;
  readonly to: 'on' | 'off';
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
}

/** Of two decisions with the same time, the one with the higher number holds: "off". */
export function cautionOf({ to }: ServerChoice): number {
  return to === 'off' ? 1 : 0;
}
