import { workspace } from 'vscode';
import { parseAgents } from '../../core/acp/parseAgents';
import type { ConfiguredServer, Scope } from '../../core/servers/definition';
import { parseInputs, type Inputs } from '../../core/inputs/parseInputs';
import { parseDefinitions } from '../../core/servers/parseDefinition';
import { explorerDefinition } from '../../node/servers/bundledServer';
import { section, type SettingId } from '../ids';

const inputs: SettingId = 'inputs';

type Parse = (value: unknown, scope: Scope, inputs: Inputs) => readonly ConfiguredServer[];

/** Every configured server, the widest scope first. */
export function readDefinitions(): readonly ConfiguredServer[] {
  const explorer = workspace.getConfiguration(section).get<unknown>('explorer.enabled' satisfies SettingId);
  const bundled: readonly ConfiguredServer[] =
    explorer === false ? [] : [{ kind: 'defined', definition: explorerDefinition }];
  return [...bundled, ...readEachScope('servers', parseDefinitions)];
}

/** Every configured agent, the widest scope first. */
export function readAgents(): readonly ConfiguredServer[] {
  return readEachScope('agents', parseAgents);
}

/**
 * Each scope is read on its own and never merged: a workspace file must not rewrite a server or an agent of the user,
 * nor what its inputs ask for (rule 12). An untrusted workspace's settings are not read at all.
 */
function readEachScope(setting: SettingId, parse: Parse): readonly ConfiguredServer[] {
  const settings = workspace.getConfiguration(section);
  const values = settings.inspect<unknown>(setting);
  const asked = settings.inspect<unknown>(inputs);
  const user = parse(values?.globalValue, { kind: 'user' }, parseInputs(asked?.globalValue));
  if (!workspace.isTrusted) return user;
  const own = parse(values?.workspaceValue, { kind: 'workspace' }, parseInputs(asked?.workspaceValue));
  return [...user, ...own, ...readEachFolder(setting, parse)];
}

/**
 * The settings of each folder, if there is a workspace file; without one, a folder's settings are those of the
 * workspace.
 */
function readEachFolder(setting: SettingId, parse: Parse): readonly ConfiguredServer[] {
  if (workspace.workspaceFile === undefined) return [];
  return (workspace.workspaceFolders ?? []).flatMap(({ uri, name }) => {
    const settings = workspace.getConfiguration(section, uri);
    const value = settings.inspect<unknown>(setting)?.workspaceFolderValue;
    const own = parseInputs(settings.inspect<unknown>(inputs)?.workspaceFolderValue);
    return parse(value, { kind: 'folder', uri: uri.toString(), name }, own);
  });
}
