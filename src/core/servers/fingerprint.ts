import { createHmac } from 'node:crypto';
import { sortedKeys } from '../sortedKeys';
import type { Launch } from './launch';
import type { ServerDefinition } from './definition';
import { lateVariables } from './lateVariables';
import type { Fingerprint } from '../consent/decision';

/** What every fingerprint of a window is taken under. */
export interface FingerprintGround {
  /** The secret of this installation, so that nobody else can compute or compare fingerprints. */
  readonly key: Uint8Array;
  /** Names the workspace; only what stands in its own settings hangs on it. */
  readonly workspace: string;
}

/**
 * The keyed hash over everything that makes a server this server: another value, another server, undecided again
 * (src/README.md, "fingerprint"; MCPoison, CVE-2025-54136: approval bound to a name let the command be swapped later).
 * The same text in the settings of another workspace is another server: whoever wrote that file was not approved.
 * Where an answer is put in at a start counts, also where a value of another variable only reads like one.
 */
export function fingerprintOf(
  definition: ServerDefinition,
  runs: Launch | 'bundled with the extension',
  { key, workspace }: FingerprintGround,
): Fingerprint {
  const { name, scope, transport, roots, agent } = definition;
  const from = scope.kind === 'workspace' ? { ...scope, workspace } : scope;
  // What kind of launch it is, the type of the transport says already.
  const { kind: _, ...launch } = runs === 'bundled with the extension' ? { kind: undefined } : runs;
  const what = runs === 'bundled with the extension' ? runs : launch;
  const late = lateVariables(transport);
  const holes = late.length > 0 && { late };
  const ofAgent = agent !== undefined && { agent };
  const text = JSON.stringify(
    sortedKeys({ name, scope: from, transport: transport.type, runs: what, roots, ...holes, ...ofAgent }),
  );
  return createHmac('sha256', key).update('server fingerprint\0').update(text).digest('hex') as Fingerprint;
}

/**
 * Under what the grants of a server are kept for an outside client, which has none of the window's own
 * (src/README.md, "session"): a server that changes is another one for each of its clients too.
 * @param key the secret of this installation
 */
export function fingerprintForClient(clientId: string, server: Fingerprint, key: Uint8Array): Fingerprint {
  const text = JSON.stringify([clientId, server]);
  return createHmac('sha256', key).update('client fingerprint\0').update(text).digest('hex') as Fingerprint;
}
