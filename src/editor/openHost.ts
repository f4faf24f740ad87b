import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { env, UIKind, type ExtensionContext } from 'vscode';
import type { HostFeatures } from '../core/features/hostFeatures';
import type { Host } from '../node/host/host';
import type { AgentFace } from '../node/host/supervisor';
import { keyFolder, sessionPrefix } from '../node/bridge/keyFile';
import { leaseFolder } from '../node/stores/leaseFolder';
import { workspaceIdentity } from './folders/workspaceEntries';
import type { Logs } from './logs';
import { readAutostart, readFeatureSettings, readRunSettings } from './settings/runSettings';

/**
 * Opens the host in the extension's own storage. The editor's secrets are used only where they live beside that
 * storage: in a remote or web window they stay with the client, and another client would sign with another key.
 */
export async function openHost(
  context: ExtensionContext,
  logs: Logs,
  { features, agents }: { readonly features: HostFeatures; readonly agents: AgentFace },
): Promise<Host> {
  // Loaded here, not at activation: in most windows nothing has to run.
  const { Host: Opened } = await import('../node/host/host.js');
  const secretsAreHere = env.remoteName === undefined && env.uiKind === UIKind.Desktop;
  return Opened.open({
    version: String((context.extension.packageJSON as { version: unknown }).version),
    storage: context.globalStorageUri.fsPath,
    ...(secretsAreHere && { secrets: context.secrets }),
    // An answer is asked for again where it is not there: another client of this remote window has its own.
    answers: context.secrets,
    workspace: workspaceIdentity(),
    scripts: {
      explorer: context.asAbsolutePath(join('dist', 'explorer.js')),
      guard: context.asAbsolutePath(join('dist', 'guard.js')),
      shim: context.asAbsolutePath(join('dist', 'shim.js')),
    },
    settings: readRunSettings,
    features: { face: features, settings: readFeatureSettings },
    agents,
    hasTerminal: true,
    log: logs.extension,
    logOf: ({ serverId, definition }) => logs.of({ id: serverId, name: definition.name }),
  });
}

/**
 * Is there something to do before anybody looks? Reads one setting and lists two folders, so that a window in which
 * nothing has to run and that no other client may use costs next to nothing.
 */
export async function mustOpenAtStart({ globalStorageUri }: ExtensionContext): Promise<boolean> {
  switch (readAutostart()) {
    case 'all':
      return true;
    // Also where nothing is started: what the last host could not save of a withdrawal must be taken over.
    case 'never':
    case 'whatRan': {
      const list = (folder: string) => readdir(join(globalStorageUri.fsPath, folder)).catch(() => []);
      const [leases, keys] = await Promise.all([list(leaseFolder), list(keyFolder)]);
      // The sessions of agents are those of other windows, or over.
      const clients = keys.filter((key) => !key.startsWith(sessionPrefix));
      return leases.length + clients.length > 0;
    }
  }
}
