import { grantableOf, whyUnavailable, type Candidate } from '../roots/candidate';
import type { Grantable } from '../roots/grantable';
import type { Decision, Fingerprint, Pair } from './decision';
import type { Ledger } from './ledger';

/** What holds for a server and a candidate, by what lies there and what was decided. Only `allowed` can be exposed. */
export type Standing =
  | { readonly kind: 'cannot be shared'; readonly why: string }
  /** Another folder lies where one was consented to: nothing was decided about this one (rule 5). */
  | { readonly kind: 'moved' }
  | { readonly kind: 'undecided' }
  /** `isOwn`: by a decision about itself, not about a folder around it. */
  | {
      readonly kind: 'allowed' | 'denied';
      readonly folder: Grantable;
      readonly by: Decision;
      readonly isOwn: boolean;
    };

/** Decides how a candidate stands with a server, in the one place where availability and decisions meet (rule 1). */
export function standingOf(
  ledger: Pick<Ledger, 'nearest'>,
  server: Fingerprint,
  candidate: Candidate,
): Standing {
  if (candidate.availability.kind === 'moved') return { kind: 'moved' };
  const why = whyUnavailable(candidate);
  const folder = why === undefined ? grantableOf(candidate) : undefined;
  if (folder === undefined) return { kind: 'cannot be shared', why: why ?? 'it is unavailable' };
  const by = ledger.nearest({ server, folder });
  if (by === undefined) return { kind: 'undecided' };
  return { kind: by.verdict === 'allow' ? 'allowed' : 'denied', folder, by, isOwn: by.folder === folder };
}

/** Is it allowed by the decisions alone, whatever lies there now? */
export function isAllowed(ledger: Pick<Ledger, 'nearest'>, pair: Pair): boolean {
  return ledger.nearest(pair)?.verdict === 'allow';
}
