import type { RealPath } from '../roots/realPath';
import type { AddressKey, FileKey, Grantable } from '../roots/grantable';

/** A root as it stands in the list of one server. */
export interface ListedRoot {
  readonly uri: string;
  /** Sanitised, and unique within this server's list only. */
  readonly name: string;
  /** The URI of the candidate that it comes from. */
  readonly source: string;
}

/** A folder in the list of one server. Its `uri` is a valid `file:` URI of its real path. */
export interface ExposedRoot extends ListedRoot {
  readonly folder: RealPath;
}

/** A single file or an address for which the definition asks. It is never used where a folder is needed. */
export interface ExposedOther extends ListedRoot {
  readonly key: FileKey | AddressKey;
}

/** A root that is not exposed any more although its grant still stands, and why. */
export interface Lapse {
  readonly folder: Grantable;
  readonly source: string;
  readonly why: 'vanished from disk' | 'left the workspace';
}

/** What one server may see now. */
export interface Exposure {
  /** In order (rule 8): the primary folder, the workspace's order, then added ones. */
  readonly roots: readonly ExposedRoot[];
  /** Files, then addresses, listed after the folders; left out without any. Never in a placeholder or `cwd`. */
  readonly others?: readonly ExposedOther[];
  /** By URI: roots exposed earlier that cannot be exposed now, while their grant stands. All others were withdrawn. */
  readonly lapsed: ReadonlyMap<string, Lapse>;
}

/** Nothing is exposed. */
export const noExposure: Exposure = { roots: [], lapsed: new Map() };

/** The whole list: the folders, then the files, then the addresses. */
export function listedRoots({ roots, others = [] }: Exposure): readonly ListedRoot[] {
  return [...roots, ...others];
}

/** Are both lists the same for a server: the same URIs and names, in the same order? */
export function sameRoots(a: readonly ListedRoot[], b: readonly ListedRoot[]): boolean {
  return a.length === b.length && a.every((root, i) => root.uri === b[i]?.uri && root.name === b[i]?.name);
}
