import type { WindowState } from '../../core/ports';
import { type ProcessIdentity } from './processIdentity';
import type { Fields } from './signature';
import { parseWindowState, windowStateToJson } from './windowState';

/** What one extension host says of its window. */
export interface LeaseRecord {
  readonly owner: ProcessIdentity;
  /** Milliseconds since the epoch. */
  readonly refreshedAt: number;
  /** The owner has handed its window over and will not refresh any more, though its process may still be ending. */
  readonly released: boolean;
  readonly state: WindowState;
}

export function leaseToFields({ owner, refreshedAt, released, state }: LeaseRecord): Fields {
  return { owner: { ...owner }, refreshedAt, released, state: windowStateToJson(state) };
}

/** Nothing when the fields are not those of a lease. */
export function parseLease({ owner, refreshedAt, released, state: json }: Fields): LeaseRecord | undefined {
  const state = parseWindowState(json);
  if (state === undefined || typeof refreshedAt !== 'number' || typeof released !== 'boolean')
    return undefined;
  if (typeof owner !== 'object' || owner === null || !('pid' in owner)) return undefined;
  const { machine, pid, started } = owner;
  if (typeof machine !== 'string' || typeof pid !== 'number' || typeof started !== 'string') return undefined;
  return { owner: { machine, pid, started }, refreshedAt, released, state };
}
