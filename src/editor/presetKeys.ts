import { workspace } from 'vscode';
import { Lifetime, type Disposable } from '../core/lifecycle';
import type { ContextKeys } from './contextKeys';
import { section, type SettingId } from './ids';

/**
 * Sets, from settings and workspace alone, the keys of the commands that are of use before the host is open. Once that
 * is open, it sets all keys as they are.
 */
export function presetKeys(keys: ContextKeys, isOpen: () => boolean): Disposable {
  const refresh = () => {
    if (isOpen()) return;
    const hasServers = hasEntries('servers') || isBundledServerOn();
    const hasAgents = hasEntries('agents');
    keys.set('mcpRoots.hasServers', hasServers);
    keys.set('mcpRoots.canStartServers', hasServers);
    keys.set('mcpRoots.hasAgents', hasAgents);
    keys.set('mcpRoots.hasDefinitions', hasServers || hasAgents);
    keys.set('mcpRoots.canStart', hasServers || hasAgents);
    keys.set('mcpRoots.hasInputs', hasEntries('inputs'));
    keys.set('mcpRoots.hasFolders', (workspace.workspaceFolders ?? []).length > 0);
  };
  refresh();
  const listening = new Lifetime();
  listening.add(
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(section)) refresh();
    }),
  );
  listening.add(workspace.onDidChangeWorkspaceFolders(refresh));
  return listening;
}

/** In the settings of the user, the workspace or any of its folders. */
function hasEntries(id: SettingId): boolean {
  return [undefined, ...(workspace.workspaceFolders ?? [])].some((folder) => {
    const value = workspace.getConfiguration(section, folder).get<unknown>(id);
    return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  });
}

function isBundledServerOn(): boolean {
  return workspace.getConfiguration(section).get<unknown>('explorer.enabled' satisfies SettingId) === true;
}
