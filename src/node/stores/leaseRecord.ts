import type { WindowState } from '../../core/consent/windowLease';
import { type ProcessIdentity } from './processIdentity';
import type { Fields, Json } from './signature';
import { parseWindowState, windowStateToJson } from './windowState';

/** How far a host has come with taking over what others left. */
export interface Inheriting {
  /** The leases, by id, whose files are there until it is done with them. */
  readonly from: readonly string[];
  /** Their states are part of its own, and it looks for no others. */
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

/** Nothing when the fields are not those of a lease. */
export function parseLease({
  owner,
  refreshedAt,
  released,
  inherits,
  state: json,
}: Fields): LeaseRecord | undefined {
  const state = parseWindowState(json);
  const inheriting = parseInheriting(inherits);
  if (state === undefined || inheriting === undefined) return undefined;
  if (typeof refreshedAt !== 'number' || typeof released !== 'boolean') return undefined;
  if (typeof owner !== 'object' || owner === null || !('pid' in owner)) return undefined;
  const { machine, pid, started } = owner;
  if (typeof machine !== 'string' || typeof pid !== 'number' || typeof started !== 'string') return undefined;
  return { owner: { machine, pid, started }, refreshedAt, released, inherits: inheriting, state };
}

/** Earlier versions wrote none. */
function parseInheriting(json: Json = { ...inheritsNothing }): Inheriting | undefined {
  if (typeof json !== 'object' || json === null || !('from' in json)) return undefined;
  const { from, isDone } = json;
  if (!Array.isArray(from) || typeof isDone !== 'boolean') return undefined;
  return { from: from.filter((id) => typeof id === 'string'), isDone };
}
