import { workspace } from 'vscode';
import type { ConfiguredServer } from '../../core/servers/definition';
import { parseInputs } from '../../core/inputs/parseInputs';
import { parseDefinitions } from '../../core/servers/parseDefinition';
import { explorerDefinition } from '../../node/servers/bundledServer';
import { section, type SettingId } from '../ids';

const servers: SettingId = 'servers';
const inputs: SettingId = 'inputs';

/**
 * Every configured server, the widest scope first. Each scope is read on its own and never merged: a workspace file
 * must not rewrite a server of the user, nor what its inputs ask for (design rule 12). An untrusted workspace's settings
 * are not read at all.
 */
export function readDefinitions(): readonly ConfiguredServer[] {
  const explorer = workspace.getConfiguration(section).get<unknown>('explorer.enabled' satisfies SettingId);
  const bundled: readonly ConfiguredServer[] =
    explorer === false ? [] : [{ kind: 'defined', definition: explorerDefinition }];
  const settings = workspace.getConfiguration(section);
  const values = settings.inspect<unknown>(servers);
  const asked = settings.inspect<unknown>(inputs);
  const user = parseDefinitions(values?.globalValue, { kind: 'user' }, parseInputs(asked?.globalValue));
  if (!workspace.isTrusted) return [...bundled, ...user];
  const ownInputs = parseInputs(asked?.workspaceValue);
  const own = parseDefinitions(values?.workspaceValue, { kind: 'workspace' }, ownInputs);
  return [...bundled, ...user, ...own, ...folderDefinitions()];
}

/** In a workspace of one folder, the settings of the folder are those of the workspace. */
function folderDefinitions(): readonly ConfiguredServer[] {
  if (workspace.workspaceFile === undefined) return [];
  return (workspace.workspaceFolders ?? []).flatMap(({ uri, name }) => {
    const settings = workspace.getConfiguration(section, uri);
    const value = settings.inspect<unknown>(servers)?.workspaceFolderValue;
    const own = parseInputs(settings.inspect<unknown>(inputs)?.workspaceFolderValue);
    return parseDefinitions(value, { kind: 'folder', uri: uri.toString(), name }, own);
  });
}
