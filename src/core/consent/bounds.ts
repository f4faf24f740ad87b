import type { Event } from '../event';
import type { RealPath } from '../roots/realPath';
import type { Grantable } from '../roots/grantable';

/** What a server's list may not exceed, whatever is granted: the folders of somebody else, for whom the server runs. */
export interface Bounds {
  /** In the order of the list (rule 8). */
  readonly folders: readonly RealPath[];
  /** The folders above, and those that are only missing for now: the consent to them stands. */
  readonly standing: ReadonlySet<Grantable>;
}

/** Bounds that change with what they are taken from. */
export interface BoundsSource {
  readonly current: Bounds;
  /** Fires when the bounds may have changed. */
  readonly onDidChange: Event<unknown>;
}

/** Bounds within which there is nothing. */
export const nothing: Bounds = { folders: [], standing: new Set() };
