import { isAskedFor, type AskedBesides } from '../roots/askedFor';
import type { Candidate } from '../roots/candidate';
import { availablePath, grantableOf } from '../roots/candidate';
import type { RealPath } from '../roots/realPath';
import type { Grantable } from '../roots/grantable';
import { uniqueNames } from '../roots/rootNames';
import type { Bounds } from './bounds';
import type { Fingerprint } from './decision';
import {
  noExposure,
  type ExposedOther,
  type ExposedRoot,
  type Exposure,
  type Lapse,
  type ListedRoot,
} from './exposure';
import type { Ledger } from './ledger';
import { isAllowed, standingOf } from './standing';

/** Everything outside catalog and ledger that decides whether anything is exposed at all. */
export interface Switches {
  readonly sharing: boolean;
  readonly trusted: boolean;
}

/** A server, as far as its exposure depends on it. */
export interface ExposedServer extends AskedBesides {
  readonly fingerprint: Fingerprint;
  /** Whether the server is told of roots at all, by `roots/list` or by its launch. */
  readonly declare: boolean;
  /** The name or path of the folder that goes first. */
  readonly primary: string | undefined;
  /** Only what is also within these bounds is shown, in their order. Left out: everything that is granted. */
  readonly within?: Bounds | undefined;
}

/** How a folder or a file becomes what goes on the wire. */
export interface RootWriter {
  /** Undefined for a path that no `file:` URI surely names: it is not exposed. */
  uri(path: RealPath): string | undefined;
  name(candidateName: string): string;
}

/**
 * The roots that a server may see now: granted, available, unmoved candidates, in a trusted workspace, while sharing is
 * on; in the order of the catalog, the primary folder first, files and addresses that it asks for last (rules 1, 4, 5
 * and 8). Within bounds: only their folders, in their order; bounds hold no files and no addresses.
 * @param before the exposure that this one replaces, to tell what lapsed from what was withdrawn
 */
export function exposureOf(
  server: ExposedServer,
  candidates: readonly Candidate[],
  ledger: Ledger,
  switches: Switches,
  writer: RootWriter,
  before: Exposure = noExposure,
): Exposure {
  if (!server.declare || !switches.sharing || !switches.trusted) return noExposure;
  const { within } = server;
  const isWithin = (folder: Grantable | undefined) =>
    folder !== undefined && within?.standing.has(folder) !== false;
  const granted = (folder: Grantable) =>
    isWithin(folder) && isAllowed(ledger, { server: server.fingerprint, folder });
  const allowed = candidates.filter(
    (candidate) =>
      isWithin(grantableOf(candidate)) &&
      standingOf(ledger, server.fingerprint, candidate).kind === 'allowed',
  );
  const shown = allowed.filter((candidate) => availablePath(candidate) !== undefined);
  const ordered = within === undefined ? primaryFirst(shown, server.primary) : inOrderOf(within, shown);
  const folders = foldersOf(ordered, writer);
  const asked = allowed.filter((candidate) => isAskedFor(server, candidate));
  const besides = [...filesOf(asked, writer), ...addressesOf(asked, writer)];
  const names = uniqueNames([...folders, ...besides].map(({ name }) => name));
  const roots = folders.map((root, i) => ({ ...root, name: names[i] ?? root.name }));
  const others = besides.map((root, i) => ({ ...root, name: names[folders.length + i] ?? root.name }));
  const lapsed = lapses([...roots, ...others], candidates, before, granted);
  return { roots, ...(others.length > 0 && { others }), lapsed };
}

/** Puts the candidate that has this name or path first and leaves the order of the others. */
function primaryFirst(candidates: readonly Candidate[], primary: string | undefined): readonly Candidate[] {
  const isPrimary = (candidate: Candidate) =>
    primary !== undefined &&
    [candidate, ...candidate.aliases].some(({ name, path }) => name === primary || path === primary);
  return [...candidates.filter(isPrimary), ...candidates.filter((candidate) => !isPrimary(candidate))];
}

/** The candidates that are within the bounds now, in the order of the bounds. */
function inOrderOf({ folders }: Bounds, candidates: readonly Candidate[]): readonly Candidate[] {
  return folders.flatMap((folder) => candidates.find((each) => availablePath(each) === folder) ?? []);
}

function foldersOf(candidates: readonly Candidate[], writer: RootWriter): readonly ExposedRoot[] {
  return candidates.flatMap((candidate) => {
    const folder = availablePath(candidate);
    const uri = folder === undefined ? undefined : writer.uri(folder);
    if (folder === undefined || uri === undefined) return [];
    return { uri, name: writer.name(candidate.name), folder, source: candidate.uri };
  });
}

function filesOf(candidates: readonly Candidate[], writer: RootWriter): readonly ExposedOther[] {
  return candidates.flatMap(({ availability, uri: source, name }) => {
    const uri = availability.kind === 'file' ? writer.uri(availability.file) : undefined;
    if (availability.kind !== 'file' || uri === undefined) return [];
    return { uri, name: writer.name(name), key: availability.key, source };
  });
}

function addressesOf(candidates: readonly Candidate[], writer: RootWriter): readonly ExposedOther[] {
  return candidates.flatMap(({ availability, uri, name }) => {
    if (availability.kind !== 'address') return [];
    return { uri, name: writer.name(name), key: availability.key, source: uri };
  });
}

function lapses(
  roots: readonly ListedRoot[],
  candidates: readonly Candidate[],
  before: Exposure,
  granted: (folder: Grantable) => boolean,
): ReadonlyMap<string, Lapse> {
  const exposed = new Set(roots.map(({ uri }) => uri));
  const others = (before.others ?? []).map(({ uri, key, source }) => [uri, { folder: key, source }] as const);
  const earlier = [...before.lapsed, ...before.roots.map((root) => [root.uri, root] as const), ...others];
  const gone = earlier.filter(([uri, { folder }]) => !exposed.has(uri) && granted(folder));
  return new Map(gone.flatMap(([uri, root]) => lapse(uri, root, candidates) ?? []));
}

/** @returns undefined where what was consented to is not there any more: then it counts as withdrawn */
function lapse(
  uri: string,
  { folder, source }: Pick<Lapse, 'folder' | 'source'>,
  candidates: readonly Candidate[],
): readonly (readonly [string, Lapse])[] | undefined {
  const candidate = candidates.find(
    (each) => each.uri === source || each.aliases.some((a) => a.uri === source),
  );
  switch (candidate?.availability.kind) {
    // Something else is there now: what was consented to cannot come back.
    case 'moved':
    case 'available':
    case 'file':
    case 'address':
      return undefined;
    case 'missing':
    case 'not a directory':
    case 'not a file':
    case 'not readable':
    case 'no address':
    case 'no answer':
      return [[uri, { folder, source, why: 'vanished from disk' }]];
    case 'scheme not supported':
    case undefined:
      return [[uri, { folder, source, why: 'left the workspace' }]];
  }
}
