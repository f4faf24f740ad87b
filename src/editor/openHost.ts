import { join } from 'node:path';
import { env, UIKind, type ExtensionContext } from 'vscode';
import type { HostFeatures } from '../core/features/hostFeatures';
import { Host } from '../node/host/host';
import type { AgentFace } from '../node/host/supervisor';
import { workspaceIdentity } from './folders/workspaceEntries';
import type { Logs } from './logs';
import { readFeatureSettings, readRunSettings } from './settings/runSettings';

/**
 * Opens the host in the extension's own storage. The key that signs is kept in the editor's secrets only where they
 * live beside that storage: in a remote or web window they stay with the client, and another client would sign with
 * another key.
 */
export async function openHost(
  context: ExtensionContext,
  logs: Logs,
  { features, agents }: { readonly features: HostFeatures; readonly agents: AgentFace },
): Promise<Host> {
  const secretsAreHere = env.remoteName === undefined && env.uiKind === UIKind.Desktop;
  return Host.open({
    version: String((context.extension.packageJSON as { version: unknown }).version),
    storage: context.globalStorageUri.fsPath,
    ...(secretsAreHere && { secrets: context.secrets }),
    // Answers are kept there in any case: another client of a remote window does not have them, and asks again.
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
