import { createHmac } from 'node:crypto';
import { sortedKeys } from '../sortedKeys';
import type { Launch } from './launch';
import type { ServerDefinition } from './definition';
import { lateVariables } from './lateVariables';
import type { Fingerprint } from '../consent/decision';

/** What goes into the fingerprints of a window besides the definitions. */
export interface FingerprintGround {
  /** The secret of this installation, so that nobody else can compute or compare fingerprints. */
  readonly key: Uint8Array;
  /** Names the workspace; only definitions in the workspace's own settings depend on it. */
  readonly workspace: string;
}

/**
 * The keyed hash over everything that makes a server this server: with another value it is another server, and
 * undecided again (src/README.md, "fingerprint"; MCPoison, CVE-2025-54136: approval bound to a name let the command be
 * swapped later). The same text in the settings of another workspace is another server: whoever wrote that file was not
 * approved. The places where something is put in at a start count too, so that a value which only reads like
 * `${input:…}` makes another server.
 */
export function fingerprintOf(
  definition: ServerDefinition,
  runs: Launch | 'bundled with the extension',
  { key, workspace }: FingerprintGround,
): Fingerprint {
  const { name, scope, transport, roots, agent } = definition;
  const from = scope.kind === 'workspace' ? { ...scope, workspace } : scope;
  // The type of the transport already says what kind of launch it is.
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
 * The fingerprint under which the grants of a server for an outside client are kept; the window's own grants do not
 * hold for it (src/README.md, "session"). A server that changes is another one for each of its clients too.
 * @param key the secret of this installation
 */
export function fingerprintForClient(clientId: string, server: Fingerprint, key: Uint8Array): Fingerprint {
  const text = JSON.stringify([clientId, server]);
  return createHmac('sha256', key).update('client fingerprint\0').update(text).digest('hex') as Fingerprint;
}
