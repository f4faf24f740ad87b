import type { Fingerprint } from '../consent/decision';
import type { RealPath } from '../roots/realPath';
import type { SessionNames } from './sessionLabel';

/**
 * What a session of an agent was sent last, never what the agent reports. It is needed to open the session again,
 * because agents do not return its roots (ACP: no lifecycle response carries them).
 */
export interface SessionRecord extends SessionNames {
  /** The fingerprint of the agent's definition: another definition is another agent, of which no sessions are known. */
  readonly agent: Fingerprint;
  /** The agent's id of it. */
  readonly sessionId: string;
  readonly cwd: RealPath;
  /** In the order in which they were sent. */
  readonly additional: readonly RealPath[];
  /** When they were sent, in milliseconds since the epoch. */
  readonly sentAt: number;
}
