import type { RealPath } from '../roots/realPath';
import type { AddressKey, FileKey, Grantable } from '../roots/grantable';

/** A root as it stands in the list of one server. */
export interface ListedRoot {
  readonly uri: string;
  /** Sanitised, and unique within this server's list only. */
  readonly name: string;
  /** The address of the candidate that it comes from. */
  readonly source: string;
}

/** A folder as one server sees it. Its URI is a valid `file:` one of its real path. */
export interface ExposedRoot extends ListedRoot {
  readonly folder: RealPath;
}

/** A single file or an address, for which its definition asks. It is no folder, so nothing that needs one gets it. */
export interface ExposedOther extends ListedRoot {
  readonly key: FileKey | AddressKey;
}

/** Why a root that was exposed is not any more although its grant still stands. */
export interface Lapse {
  readonly folder: Grantable;
  readonly source: string;
  readonly why: 'vanished from disk' | 'left the workspace';
}

/** What one server may see now. */
export interface Exposure {
  /** In the order that counts: the primary folder, the workspace's order, then added ones. */
  readonly roots: readonly ExposedRoot[];
  /** Files, then addresses, after the folders in the list; left out where there are none. In no placeholder and no `cwd`. */
  readonly others?: readonly ExposedOther[];
  /** By URI: roots exposed earlier whose grant stands but which cannot be exposed now. Anything else was withdrawn. */
  readonly lapsed: ReadonlyMap<string, Lapse>;
}

/** Nothing is exposed. */
export const noExposure: Exposure = { roots: [], lapsed: new Map() };

/** The whole list: the folders, then the files, then the addresses. */
export function listedRoots({ roots, others = [] }: Exposure): readonly ListedRoot[] {
  return [...roots, ...others];
}

/** Do both say the same to a server? */
export function sameRoots(a: readonly ListedRoot[], b: readonly ListedRoot[]): boolean {
  return a.length === b.length && a.every((root, i) => root.uri === b[i]?.uri && root.name === b[i]?.name);
}
