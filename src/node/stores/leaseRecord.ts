import * as z from 'zod/mini';
import type { WindowState } from '../../core/consent/windowLease';
import { time } from './fields';
import type { ProcessIdentity } from './processIdentity';
import type { Fields } from './signature';
import { windowState, windowStateToJson } from './windowState';

/** How far a host has come with taking over what others left. */
export interface Inheriting {
  /** The leases that it takes over, by id; their files stay until it is done with them. */
  readonly from: readonly string[];
  /** Their states are part of its own state, and it looks for no further leases. */
  readonly isDone: boolean;
}

export const inheritsNothing: Inheriting = { from: [], isDone: true };

/** What one extension host says of its window. */
export interface LeaseRecord {
  readonly owner: ProcessIdentity;
  /** Milliseconds since the epoch. */
  readonly refreshedAt: number;
  /** The owner has handed its window over and will not refresh any more, though its process may still be ending. */
  readonly released: boolean;
  readonly inherits: Inheriting;
  readonly state: WindowState;
}

export function leaseToFields({ owner, refreshedAt, released, inherits, state }: LeaseRecord): Fields {
  return {
    owner: { ...owner },
    refreshedAt,
    released,
    inherits: { ...inherits },
    state: windowStateToJson(state),
  };
}

/** Reads what `leaseToFields` made. */
export const lease: z.ZodMiniType<LeaseRecord> = z.object({
  owner: z.object({ machine: z.string(), pid: z.number(), started: z.string() }),
  refreshedAt: time,
  released: z.boolean(),
  // Earlier versions wrote none.
  inherits: z._default(
    z.object({ from: z.readonly(z.array(z.string())), isDone: z.boolean() }),
    inheritsNothing,
  ),
  state: windowState,
});
