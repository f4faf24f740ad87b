import type { Fingerprint } from '../consent/decision';
import type { RealPath } from '../roots/realPath';
import type { SessionNames } from './sessionLabel';

/**
 * A session of an agent as this side knows it: what was sent last, never what the agent reports. Agents do not give
 * the roots of a session back (facts: no lifecycle response carries them), so that this record is what is sent again.
 */
export interface SessionRecord extends SessionNames {
  /** Of the agent's definition: another definition is another agent, of whose sessions nothing is known. */
  readonly agent: Fingerprint;
  /** As the agent calls it. */
  readonly sessionId: string;
  readonly cwd: RealPath;
  /** In the order in which they were sent. */
  readonly additional: readonly RealPath[];
  /** When they were sent, in milliseconds since the epoch. */
  readonly sentAt: number;
}
