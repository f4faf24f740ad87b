import { isAskedFor } from '../roots/askedFor';
import type { Candidate } from '../roots/candidate';
import { isFolder } from '../roots/grantable';
import type { Decision } from './decision';
import type { ExposedServer, RootWriter, Switches } from './exposing';
import type { Ledger } from './ledger';
import { standingOf } from './standing';

/** The one rule that decides whether a server may see a folder as a root now. Only `allowed` exposes it. */
export type AccessRule =
  | { readonly rule: 'allowed'; readonly by: Decision; readonly isOwn: boolean }
  | { readonly rule: 'not trusted' }
  | { readonly rule: 'sharing is off' }
  | { readonly rule: 'definition unusable'; readonly why: string }
  | { readonly rule: 'roots not declared' }
  /** The folder is granted, but is not in the session of the agent for which the server runs. */
  | { readonly rule: 'outside the session' }
  /** The folder is not part of this workspace. */
  | { readonly rule: 'no candidate' }
  /** It is a single file or an address, for which the definition does not ask. `asking`: what it asks with, and how. */
  | { readonly rule: 'not asked for'; readonly asking: string }
  | { readonly rule: 'unavailable'; readonly why: string }
  | { readonly rule: 'moved' }
  | { readonly rule: 'undecided' }
  /** `around`: a granted folder around this one, through which the server may see it all the same. */
  | {
      readonly rule: 'denied';
      readonly by: Decision;
      readonly isOwn: boolean;
      readonly around: Decision | undefined;
    }
  | { readonly rule: 'no address' };

/** A server, as far as the rule depends on it; `fault`: why its definition cannot be used. */
export type RuledServer = ExposedServer | { readonly fault: string };

/** Everything besides server and folder on which the rule depends. */
export interface RuleSources {
  readonly ledger: Ledger;
  readonly switches: Switches;
  readonly writer: RootWriter;
}

/**
 * Says which rule decides whether a server may see a folder: the same rules as `exposureOf`, each by its name.
 * @param candidate undefined for a folder that is no candidate
 */
export function accessRule(
  server: RuledServer,
  candidate: Candidate | undefined,
  { ledger, switches, writer }: RuleSources,
): AccessRule {
  if (!switches.trusted) return { rule: 'not trusted' };
  if (!switches.sharing) return { rule: 'sharing is off' };
  if ('fault' in server) return { rule: 'definition unusable', why: server.fault };
  if (!server.declare) return { rule: 'roots not declared' };
  if (candidate === undefined) return { rule: 'no candidate' };
  const { availability } = candidate;
  const standing = standingOf(ledger, server.fingerprint, candidate);
  if (standing.kind === 'moved') return { rule: 'moved' };
  if (!isAskedFor(server, candidate)) {
    const asking =
      availability.kind === 'address'
        ? `"${availability.scheme}" in "roots.schemes"`
        : 'files with "roots.files"';
    return { rule: 'not asked for', asking };
  }
  if (standing.kind === 'cannot be shared') return { rule: 'unavailable', why: standing.why };
  if (standing.kind === 'undecided') return { rule: 'undecided' };
  const { kind, folder, by, isOwn } = standing;
  if (kind === 'denied') {
    const around = ledger.grantAround({ server: server.fingerprint, folder });
    return { rule: 'denied', by, isOwn, around };
  }
  if (isFolder(folder) && writer.uri(folder) === undefined) return { rule: 'no address' };
  const { within } = server;
  const isWithin = within === undefined || within.folders.some((each) => each === folder);
  return isWithin ? { rule: 'allowed', by, isOwn } : { rule: 'outside the session' };
}
