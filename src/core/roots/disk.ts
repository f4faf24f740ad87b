import type { FolderIdentity } from './folderStat';
import type { PathFlavour } from './pathSyntax';
import type { RealPath } from './realPath';

/** What lies at a path itself, links not followed. */
export type EntryKind = 'file' | 'directory' | 'link' | 'other';

export interface Entry {
  readonly kind: EntryKind;
  readonly identity: FolderIdentity;
}

/** Where a path ends: where all its links lead; or nothing is there; or that cannot be found out. */
export type Resolution =
  | { readonly kind: 'found'; readonly realPath: RealPath }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unresolvable' };

/** What the judgement of a path asks of a disk. Nothing here throws. */
export interface Disk {
  readonly flavour: PathFlavour;
  /** `realpath.native`, off the event loop: a path may lead to a disk that does not answer. */
  realPath(path: string): Promise<Resolution>;
  /** Like `realPath` but synchronous, for parts of a path about which the disk has just answered. */
  realPathNow(path: string): Resolution;
  /** `lstat`, synchronous: only where the disk has just answered. */
  look(path: string): Entry | 'missing' | 'unreadable';
  /** Where a link points to, as it is written; undefined when it is none. */
  linkTarget(path: string): string | undefined;
}
