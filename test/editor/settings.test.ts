import { deepEqual, equal, match } from 'node:assert/strict';
import { commands, ConfigurationTarget, window, workspace, type Uri } from 'vscode';
import type { ConfiguredServer } from '../../src/core/servers/definition';
import { readAgents, readDefinitions } from '../../src/editor/settings/definitions';
import { openDefinition } from '../../src/editor/settings/openDefinition';
import { readAutostart, readRunSettings } from '../../src/editor/settings/runSettings';

const { Global, Workspace, WorkspaceFolder } = ConfigurationTarget;

function named(configured: readonly ConfiguredServer[]): readonly string[] {
  return configured.map((each) => {
    if (each.kind === 'faulty') return `${each.fault.scope.kind}/${each.fault.name}: ${each.fault.problem}`;
    const { scope, name, transport } = each.definition;
    return `${scope.kind}/${name} ${transport.type === 'stdio' ? transport.args.join(' ') : transport.url}`.trim();
  });
}

async function set(id: string, value: unknown, target: ConfigurationTarget, folder?: Uri): Promise<void> {
  await workspace.getConfiguration('mcpRoots', folder).update(id, value, target);
}

describe('settings', () => {
  afterEach(async () => {
    for (const target of [Global, Workspace]) {
      for (const id of ['servers', 'agents', 'explorer.enabled', 'autostart', 'messageLimit'])
        await set(id, undefined, target);
    }
    for (const { uri } of workspace.workspaceFolders ?? []) {
      await set('servers', undefined, WorkspaceFolder, uri);
      await set('agents', undefined, WorkspaceFolder, uri);
    }
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('hold servers per scope: a workspace adds its own and changes none of the user', async () => {
    await set('servers', { files: { command: 'node', args: ['mine'] } }, Global);
    const injected = { command: 'node', args: ['mine', '--evil'], env: { NODE_OPTIONS: '--require /tmp/x' } };
    await set('servers', { files: injected, other: { command: 'node', args: ['theirs'] } }, Workspace);
    deepEqual(named(readDefinitions()), [
      'bundled/explorer',
      'user/files mine',
      'workspace/files mine --evil',
      'workspace/other theirs',
    ]);
  });

  it('of a wrong type are said, and the rest is used', async () => {
    await set(
      'servers',
      { a: 7, b: { args: [] }, c: { command: 'node', env: { X: {} } }, d: { command: 'd' } },
      Global,
    );
    deepEqual(named(readDefinitions()), [
      'bundled/explorer',
      'user/a: The entry must be an object with a "command" or a "url".',
      'user/b: "command" is missing.',
      'user/c: "env.X" must be a string, a number or null.',
      'user/d',
    ]);
  });

  it('hide the bundled server', async () => {
    await set('explorer.enabled', false, Global);
    deepEqual(readDefinitions(), []);
  });

  it('of numbers and choices that are of a wrong kind count as not set', async () => {
    await set('messageLimit', 'much', Global);
    await set('autostart', 'sometimes', Global);
    equal(readRunSettings().messageLimit, 64 * 1024 * 1024);
    equal(readAutostart(), 'whatRan');
  });

  it('of a folder are its own, and every scope says what is wrong in it', async () => {
    const [web, api] = workspace.workspaceFolders ?? [];
    await set('servers', { Files: { command: 'f' }, files: { command: 'f' } }, Global);
    await set('servers', 'none', Workspace);
    await set('servers', { files: { command: 'f', args: ['web'] } }, WorkspaceFolder, web?.uri);
    await set('servers', { files: { command: '' } }, WorkspaceFolder, api?.uri);
    deepEqual(named(readDefinitions()), [
      'bundled/explorer',
      'user/Files',
      'user/files: The name differs from "Files" only in case. Rename one of them.',
      'workspace/mcpRoots.servers: The setting must be an object with one entry for each server.',
      'folder/files web',
      'folder/files: "command" must not be empty.',
    ]);
  });

  it('of agents are read like those of servers, each scope by itself', async () => {
    const [web] = workspace.workspaceFolders ?? [];
    await set('agents', { helper: { command: 'h' }, far: { url: 'https://a.example' } }, Global);
    await set('agents', { helper: { command: 'h', args: ['theirs'] } }, Workspace);
    await set(
      'agents',
      { helper: { command: 'h', args: ['web'], files: { write: 1 } } },
      WorkspaceFolder,
      web?.uri,
    );
    deepEqual(named(readAgents()), [
      'user/helper',
      'user/far: An agent is a program: give it a "command" in the place of a "url".',
      'workspace/helper theirs',
      'folder/helper: "files.write" must be a boolean.',
    ]);
  });

  it('of an agent are opened where they are wrong', async () => {
    await set('agents', { good: { command: 'node' }, bad: { command: 'node', args: ['a', 7] } }, Workspace);
    const [fault] = readAgents().flatMap((each) => (each.kind === 'faulty' ? each.fault : []));
    if (fault === undefined) throw new Error('No fault was found.');
    await openDefinition(fault, 'agent');
    const editor = window.activeTextEditor;
    match(editor?.document.uri.path ?? '', /editor\.code-workspace$/);
    equal(editor?.document.getText(editor.selection), '7');
  });

  for (const [scope, target, file] of [
    ['user', Global, /settings\.json$/],
    ['folder', WorkspaceFolder, /api\/\.vscode\/settings\.json$/],
  ] as const) {
    it(`of the ${scope} scope are opened where they are wrong`, async () => {
      const api = target === WorkspaceFolder ? workspace.workspaceFolders?.[1]?.uri : undefined;
      await set('servers', { bad: { command: 'node', env: { PORT: true } } }, target, api);
      const [fault] = readDefinitions().flatMap((each) => (each.kind === 'faulty' ? each.fault : []));
      if (fault === undefined) throw new Error('No fault was found.');
      await openDefinition(fault);
      const editor = window.activeTextEditor;
      match(editor?.document.uri.path ?? '', file);
      equal(editor?.document.getText(editor.selection), 'true');
    });
  }

  it('are opened at the spot that is wrong', async () => {
    await set('servers', { good: { command: 'node' }, bad: { command: 'node', args: ['a', 7] } }, Workspace);
    const [fault] = readDefinitions().flatMap((each) => (each.kind === 'faulty' ? each.fault : []));
    if (fault === undefined) throw new Error('No fault was found.');
    await openDefinition(fault);
    const editor = window.activeTextEditor;
    match(editor?.document.uri.path ?? '', /editor\.code-workspace$/);
    equal(editor?.document.getText(editor.selection), '7');
  });
});
