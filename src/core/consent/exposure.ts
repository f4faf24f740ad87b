import type { RealPath } from '../roots/realPath';

/** A root as one server sees it. */
export interface ExposedRoot {
  /** A valid `file:` URI of the folder's real path. */
  readonly uri: string;
  /** Sanitised, and unique within this server's list only. */
  readonly name: string;
  readonly folder: RealPath;
  /** The address of the candidate that it comes from. */
  readonly source: string;
}

/** Why a root that was exposed is not any more although its grant still stands. */
export interface Lapse {
  readonly folder: RealPath;
  readonly source: string;
  readonly why: 'vanished from disk' | 'left the workspace';
}

/** What one server may see now. */
export interface Exposure {
  /** In the order that counts: the primary folder, the workspace's order, then added ones. */
  readonly roots: readonly ExposedRoot[];
  /** By URI: roots exposed earlier whose grant stands but which cannot be exposed now. Anything else was withdrawn. */
  readonly lapsed: ReadonlyMap<string, Lapse>;
}

/** Nothing is exposed. */
export const noExposure: Exposure = { roots: [], lapsed: new Map() };

/** Do both say the same to a server? */
export function sameRoots(a: readonly ExposedRoot[], b: readonly ExposedRoot[]): boolean {
  return a.length === b.length && a.every((root, i) => root.uri === b[i]?.uri && root.name === b[i]?.name);
}
