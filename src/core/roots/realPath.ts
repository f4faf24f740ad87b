declare const real: unique symbol;

/**
 * An absolute path as the disk itself spells it: the answer of `realpath.native`, all links resolved, in the true
 * case. The identity of a folder in every decision: two spellings of one folder have one real path.
 */
export type RealPath = string & { readonly [real]: true };

/** Only for answers of the disk, for records that were written from them, and for paths made out of real paths. */
export function asRealPath(path: string): RealPath {
  return path as RealPath;
}
