import type { Candidate } from '../roots/candidate';
import type { Duration, Fingerprint } from './decision';
import type { Ledger } from './ledger';
import { standingOf } from './standing';

/** What holds for one server and one candidate. `through`: the folder around it whose decision covers it, if any. */
export type ConsentState =
  | { readonly kind: 'undecided' }
  | { readonly kind: 'allowed'; readonly duration: Duration; readonly through?: string }
  | { readonly kind: 'denied'; readonly duration: Duration; readonly through?: string }
  | { readonly kind: 'cannot be shared'; readonly why: string };

/** What holds for a server and a candidate: its own decision, else that of the nearest folder around it. */
export function consentState(ledger: Ledger, server: Fingerprint, candidate: Candidate): ConsentState {
  const standing = standingOf(ledger, server, candidate);
  switch (standing.kind) {
    case 'cannot be shared':
      return standing;
    case 'moved':
    case 'undecided':
      return { kind: 'undecided' };
    case 'allowed':
    case 'denied': {
      const { kind, by, isOwn } = standing;
      const { duration, folder } = by;
      return isOwn ? { kind, duration } : { kind, duration, through: folder };
    }
  }
}

/** One candidate, and what was decided about it for one server. */
export interface FolderStanding {
  readonly candidate: Candidate;
  readonly consent: ConsentState;
}
