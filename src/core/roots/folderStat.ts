import type { RealPath } from './realPath';

/** Which directory a path leads to, as far as one running machine can tell. Every mount and every clone has another. */
export interface FolderIdentity {
  readonly device: string;
  readonly inode: string;
}

/** A directory as one look found it. */
export interface FoundFolder {
  readonly kind: 'available';
  readonly realPath: RealPath;
  readonly identity: FolderIdentity;
  /** When it was made, in milliseconds since the epoch; missing where the disk does not tell. */
  readonly bornAt?: number;
  /** Its disk makes up its inode numbers: they do not tell whether it is the same directory as before. */
  readonly hasUnstableNumbers?: true;
}

/** What a look said of a path. Only `available` can be exposed as a folder, only `file` as a single file (rule 4). */
export type FolderStat =
  | FoundFolder
  | { readonly kind: 'missing' }
  /** A regular file lies there, and can be read. */
  | { readonly kind: 'file'; readonly file: RealPath }
  | { readonly kind: 'not a directory' }
  | { readonly kind: 'not readable' }
  /** No `file:` URI could be trusted to name it. */
  | { readonly kind: 'no address' }
  /** The disk gave no answer in time. */
  | { readonly kind: 'no answer' };

/** Looks at what lies at a path. Never throws, and answers within a bound: silence of the disk is `no answer`. */
export type StatFolder = (path: string) => Promise<FolderStat>;

export function isSameFolder(one: FolderIdentity, other: FolderIdentity): boolean {
  return one.device === other.device && one.inode === other.inode;
}
