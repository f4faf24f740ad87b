import path from 'node:path';
import { workspace, type ExtensionContext } from 'vscode';
import type { ChatAccessSettings } from '../../core/chat/chatAccess';
import type { NativePlaces } from '../../node/chat/nativeConfigurations';

/**
 * Where VS Code's own servers stand, as far as it lies on this machine: in a remote window the user's file on the local
 * side does not.
 */
export function nativePlaces({ globalStorageUri }: Pick<ExtensionContext, 'globalStorageUri'>): NativePlaces {
  const { workspaceFile, workspaceFolders = [] } = workspace;
  return {
    folders: workspaceFolders.flatMap(({ uri }) => (uri.scheme === 'file' ? uri.fsPath : [])),
    workspaceFile: workspaceFile?.scheme === 'file' ? workspaceFile.fsPath : undefined,
    userFolder: path.dirname(path.dirname(globalStorageUri.fsPath)),
  };
}

/** What VS Code's settings say of its chat and MCP servers. */
export function chatAccessSettings(): ChatAccessSettings {
  const settings = workspace.getConfiguration('chat.mcp');
  return {
    access: settings.get<unknown>('access'),
    allowed: settings.get<unknown>('allowedServers'),
    denied: settings.get<unknown>('deniedServers'),
  };
}
