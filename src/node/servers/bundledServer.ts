import { definitionFacts } from '../../core/approval/definitionFacts';
import { definitionSummary } from '../../core/approval/definitionSummary';
import { fingerprintOf } from '../../core/servers/fingerprint';
import type { ServerDefinition } from '../../core/servers/definition';
import { noLeads } from '../../core/servers/pathLeads';
import type { ProcessLaunch } from '../../core/servers/launch';
import type { PreparedServer } from './prepareServer';
import { marksUnder } from './valueMarks';

/** The definition of the server that comes with the extension: read-only access to the roots it is given. */
export const explorerDefinition: ServerDefinition = {
  name: 'explorer',
  scope: { kind: 'bundled' },
  transport: {
    type: 'stdio',
    command: 'explorer',
    args: [],
    cwd: undefined,
    env: {},
    envFile: undefined,
  },
  roots: { declare: true, primary: undefined, onRevoke: 'restart', whenEmpty: 'start', files: true },
  timeouts: { initialize: undefined, request: undefined },
  inputs: [],
};

/** The definition as 0.2.0 fingerprinted it, without "files": adding that option must not undo any grant. */
function fingerprinted(definition: ServerDefinition): ServerDefinition {
  const { files: _, ...roots } = definition.roots;
  return { ...definition, roots };
}

/**
 * Prepares the bundled server. Its fingerprint does not depend on where this version of the extension is installed: the
 * program is the extension's own, and an update must not ask for consent again.
 * @param script the absolute path of the bundled server
 * @param key the secret of this installation
 */
export function prepareExplorer(script: string, key: Uint8Array): PreparedServer {
  const launch: ProcessLaunch = {
    kind: 'process',
    executable: process.execPath,
    args: [script],
    cwd: undefined,
    // The extension host's executable is Electron on the desktop; this makes it run a script.
    env: { ELECTRON_RUN_AS_NODE: '1' },
  };
  return {
    kind: 'prepared',
    definition: explorerDefinition,
    launch,
    // The program is the extension's own, wherever that lies.
    texts: [],
    leads: noLeads,
    cwdRealPath: undefined,
    program: undefined,
    fingerprint: fingerprintOf(fingerprinted(explorerDefinition), 'bundled with the extension', {
      key,
      workspace: '',
    }),
    summary: definitionFacts(explorerDefinition, launch, marksUnder(key)),
    shown: definitionSummary(explorerDefinition, launch, marksUnder(key)),
    envFile: undefined,
  };
}
