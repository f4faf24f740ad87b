import type { WindowState } from '../../core/consent/windowLease';
import type { LeaseRecord } from './leaseRecord';
import { isEmpty } from './windowState';

/** The name of a lease's file: of which workspace, of which host, and which host is taking it over, if any is. */
export interface LeaseName {
  readonly file: string;
  /** What its signature binds it to: the name that its owner gave it. */
  readonly signedAs: string;
  readonly workspace: string;
  readonly id: string;
  readonly takenBy?: string;
}

/** A lease that can be believed, under the name that it has now. */
export interface FoundLease extends LeaseName {
  readonly record: LeaseRecord;
}

const pattern = /^([0-9a-f]{32})-([0-9a-f]{16})(?:\.([0-9a-f]{16}))?\.json$/;

/** @param takenBy the host that takes it over from its owner */
export function leaseName(workspace: string, id: string, takenBy?: string): LeaseName {
  const signedAs = `${workspace}-${id}.json`;
  if (takenBy === undefined) return { file: signedAs, signedAs, workspace, id };
  return { file: `${workspace}-${id}.${takenBy}.json`, signedAs, workspace, id, takenBy };
}

/** Reads a file's name back; nothing when it is not of this form. */
export function parseLeaseName(file: string): LeaseName | undefined {
  const [, workspace, id, takenBy] = pattern.exec(file) ?? [];
  return workspace === undefined || id === undefined ? undefined : leaseName(workspace, id, takenBy);
}

/** What one host left: its own lease, if it has one, and those that it was taking over itself. */
export interface Estate {
  /** The host that has all of it. */
  readonly of: string;
  readonly own: FoundLease | undefined;
  /** Its own first, then the oldest. They are taken in this order: whoever gets the first gets all, and misses none. */
  readonly leases: readonly FoundLease[];
}

/**
 * Groups leases by the host that they belong to. To a host belongs also what it was about to take over, and what it had
 * from a host that had it from another. The freshest group comes first.
 */
export function estatesOf(found: readonly FoundLease[]): readonly Estate[] {
  const takers = new Map([
    ...found.flatMap(({ id, record }) => record.inherits.from.map((other) => [other, id] as const)),
    // Of several hosts that are about to take it over, it belongs to the one in its name.
    ...found.flatMap(({ id, takenBy }) => (takenBy === undefined ? [] : [[id, takenBy] as const])),
  ]);
  const holderOf = (id: string) => {
    let holder = id;
    // At most as many steps as there are leases: names can be forged, and go in a circle.
    for (const _ of found) holder = takers.get(holder) ?? holder;
    return holder;
  };
  return [...new Set(found.map(({ id }) => holderOf(id)))]
    .map((of) =>
      estateOf(
        of,
        found.filter(({ id }) => holderOf(id) === of),
      ),
    )
    .sort((a, b) => freshest(b) - freshest(a));
}

/**
 * What a new host takes over of these: the freshest ones, up to the first that leaves something and whose host had
 * finished its own taking over.
 */
export function toInherit(estates: readonly Estate[]): readonly FoundLease[] {
  const last = estates.findIndex(
    ({ own, leases }) => own?.record.inherits.isDone === true && inheritance(leases) !== undefined,
  );
  return estates.slice(0, last < 0 ? estates.length : last + 1).flatMap(({ leases }) => leases);
}

/**
 * The joint state of leases, without those that another of them has taken in already; later words last.
 * @returns undefined when it is empty
 */
export function inheritance(leases: readonly FoundLease[]): WindowState | undefined {
  const known = new Set(leases.flatMap(({ record: { inherits } }) => (inherits.isDone ? inherits.from : [])));
  const states = leases
    .filter(({ id }) => !known.has(id))
    .sort((a, b) => a.record.refreshedAt - b.record.refreshedAt)
    .map(({ record }) => record.state);
  const all: WindowState = {
    sessionDecisions: states.flatMap(({ sessionDecisions }) => sessionDecisions),
    unkept: states.flatMap(({ unkept }) => unkept),
    // The last revocation is the one that can be undone.
    revoked: states.findLast(({ revoked }) => revoked.length > 0)?.revoked ?? [],
    sampling: [...new Set(states.flatMap(({ sampling }) => sampling))],
    running: [...new Set(states.flatMap(({ running }) => running))],
  };
  return isEmpty(all) ? undefined : all;
}

function estateOf(of: string, found: readonly FoundLease[]): Estate {
  const own = found.find(({ id }) => id === of);
  const others = found
    .filter((each) => each !== own)
    .sort((a, b) => a.record.refreshedAt - b.record.refreshedAt || (a.id < b.id ? -1 : 1));
  return { of, own, leases: own === undefined ? others : [own, ...others] };
}

function freshest({ leases }: Estate): number {
  return Math.max(...leases.map(({ record }) => record.refreshedAt));
}
