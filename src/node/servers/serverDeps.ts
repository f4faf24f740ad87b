import type { Fingerprint } from '../../core/consent/decision';
import type { ServerRequests } from '../../core/features/serverRequests';
import type { DisclosureEvent } from '../../core/record/disclosure';
import type { Prepare } from './definedGrantee';
import type { ConsentSources, Grantee } from './grantee';
import type { PreparedServer } from './prepareServer';
import type { RunDeps } from './serverRun';

/** What a server needs from around it. */
export interface ServerDeps extends ConsentSources {
  /** The fingerprint under which the grants of a server are kept for an outside client. */
  readonly granteeOf: (clientId: string, server: Fingerprint) => Fingerprint;
  /** The version of the extension, as its own client reports it. */
  readonly version: string;
  readonly prepare: Prepare;
  readonly runOptions: (grantee: Grantee, prepared: PreparedServer) => RunDeps;
  /** @param by the fingerprint of what runs, also after the definition has changed */
  readonly record: (grantee: Grantee, by: Fingerprint, session: string, what: DisclosureEvent) => void;
  /** A line for the log of a server. */
  readonly say: (grantee: Grantee, line: string) => void;
  /** What a server may ask of the extension's own client in a session that begins now. */
  readonly requestsOf: (
    grantee: Grantee,
    by: Fingerprint,
    record: (what: DisclosureEvent) => void,
  ) => ServerRequests;
}
