import type { Fingerprint } from '../consent/decision';

/**
 * One word of the user about whether an agent is given a server. Bound to both fingerprints: another definition of
 * either is another one, of which nothing was said (rule 5).
 */
export interface ServerChoice {
  readonly agent: Fingerprint;
  readonly server: Fingerprint;
  readonly to: 'on' | 'off';
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
}

/** Of two words of one moment the one that gives nothing holds. */
export function cautionOf({ to }: ServerChoice): number {
  return to === 'off' ? 1 : 0;
}
