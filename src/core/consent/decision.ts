import type { FolderIdentity } from '../roots/folderStat';
import type { Grantable } from '../roots/grantable';

declare const fingerprint: unique symbol;

/** The keyed hash over everything that makes a server this server and no other. */
export type Fingerprint = string & { readonly [fingerprint]: true };

export type Verdict = 'allow' | 'deny';

/** `session`: while this window lives, over reloads. `always`: until withdrawn, in every window. */
export type Duration = 'session' | 'always';

/** A server, and a folder, a single file or an address. */
export interface Pair {
  readonly server: Fingerprint;
  readonly folder: Grantable;
}

/** What the user decided for one server and one folder. */
export interface Decision extends Pair {
  readonly verdict: Verdict;
  readonly duration: Duration;
  /** Milliseconds since the epoch. */
  readonly decidedAt: number;
  /** For a grant: the directory that it is for. Grants of 0.2.0 did not say: theirs is the first one that is seen. */
  readonly identity?: FolderIdentity;
}

/** Takes a decision back: the folder is undecided again for that server. */
export interface Withdrawal extends Pair {
  readonly verdict: 'undecided';
  /** Milliseconds since the epoch. */
  readonly decidedAt: number;
}
