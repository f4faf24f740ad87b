import type { Candidate } from '../roots/candidate';
import { grantableOf, whyUnavailable } from '../roots/candidate';
import type { Decision, Duration, Fingerprint } from './decision';
import type { Ledger } from './ledger';

/** How one candidate stands with one server. `through` is the folder whose decision covers it, when not its own. */
export type ConsentState =
  | { readonly kind: 'undecided' }
  | { readonly kind: 'allowed'; readonly duration: Duration; readonly through?: string }
  | { readonly kind: 'denied'; readonly duration: Duration; readonly through?: string }
  | { readonly kind: 'cannot be shared'; readonly why: string };

/** Says how a candidate stands with a server: by its own decision, else by the nearest folder around it. */
export function consentState(ledger: Ledger, server: Fingerprint, candidate: Candidate): ConsentState {
  const { availability } = candidate;
  if (availability.kind === 'moved') return { kind: 'undecided' };
  const why = whyUnavailable(candidate);
  const folder = why === undefined ? grantableOf(candidate) : undefined;
  if (folder === undefined) return { kind: 'cannot be shared', why: why ?? 'it is unavailable' };
  const decision = ledger.nearest({ server, folder });
  return decision === undefined ? { kind: 'undecided' } : decided(decision, folder);
}

function decided({ verdict, duration, folder }: Decision, asked: string): ConsentState {
  const kind = verdict === 'allow' ? 'allowed' : 'denied';
  return folder === asked ? { kind, duration } : { kind, duration, through: folder };
}

/** One candidate as it stands with one server. */
export interface FolderStanding {
  readonly candidate: Candidate;
  readonly consent: ConsentState;
}
