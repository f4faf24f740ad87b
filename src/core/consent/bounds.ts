import type { Event } from '../event';
import type { RealPath } from '../roots/realPath';
import type { Grantable } from '../roots/grantable';

/** What a list may not go beyond, whatever is granted: the folders of somebody else, in whose name it is asked for. */
export interface Bounds {
  /** In the order that counts. */
  readonly folders: readonly RealPath[];
  /** The same, and those that are only not there for now: the consent to them stands. */
  readonly standing: ReadonlySet<Grantable>;
}

/** Bounds that follow what they are taken from. */
export interface BoundsSource {
  readonly current: Bounds;
  /** They may be others. */
  readonly onDidChange: Event<unknown>;
}

/** Nothing is within them. */
export const nothing: Bounds = { folders: [], standing: new Set() };
