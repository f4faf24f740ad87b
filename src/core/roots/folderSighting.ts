import type { RealPath } from './realPath';

/** Which directory a path leads to, as far as one running machine can tell; another at every mount or clone. */
export interface FolderIdentity {
  readonly device: string;
  readonly inode: string;
}

/** What a look at the disk said of a folder. Only `available` can be exposed (design rule 4). */
export type FolderSighting =
  | { readonly kind: 'available'; readonly realPath: RealPath; readonly identity: FolderIdentity }
  | { readonly kind: 'missing' }
  | { readonly kind: 'not a directory' }
  | { readonly kind: 'not readable' }
  /** No `file:` URI could be trusted to name it. */
  | { readonly kind: 'no address' }
  /** The disk gave no answer in time. */
  | { readonly kind: 'no answer' };

/** Looks at one folder. Never throws, and answers within a bound: silence of the disk is `no answer`. */
export type LookAtFolder = (path: string) => Promise<FolderSighting>;
