import path from 'node:path';
import { workspace, type ExtensionContext } from 'vscode';
import type { ChatAccessSettings } from '../../core/chat/chatAccess';
import { isRecord } from '../../core/clients/entry';
import type { DiscoverySource, NativePlaces } from '../../node/chat/nativeConfigurations';
import { thisMachine } from '../../node/clients/thisMachine';

/**
 * Where VS Code's own servers are configured, as far as that lies on this machine: in a remote window the user's file
 * on the local machine does not.
 */
export function nativePlaces({ globalStorageUri }: Pick<ExtensionContext, 'globalStorageUri'>): NativePlaces {
  const { workspaceFile, workspaceFolders = [], isTrusted } = workspace;
  const settings = workspace.getConfiguration('chat.mcp');
  const discovery = settings.get<unknown>('discovery.enabled');
  const [first] = workspaceFolders;
  return {
    folders: workspaceFolders.flatMap(({ uri }) => (uri.scheme === 'file' ? uri.fsPath : [])),
    workspaceFile: workspaceFile?.scheme === 'file' ? workspaceFile.fsPath : undefined,
    userFolder: path.dirname(path.dirname(globalStorageUri.fsPath)),
    workspace: (workspaceFile ?? first?.uri)?.toString(),
    isTrusted,
    isAllowed: settings.get<unknown>('access') !== 'none',
    readsRootFile: settings.get<unknown>('workspaceRootConfig.enabled') === true,
    discovers: (source: DiscoverySource) =>
      discovery === true || (isRecord(discovery) && discovery[source] === true),
    machine: thisMachine,
  };
}

/** VS Code's settings that say which MCP servers its chat may use. */
export function chatAccessSettings(): ChatAccessSettings {
  const settings = workspace.getConfiguration('chat.mcp');
  return {
    access: settings.get<unknown>('access'),
    allowed: settings.get<unknown>('allowedServers'),
    denied: settings.get<unknown>('deniedServers'),
  };
}
