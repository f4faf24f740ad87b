import { deepEqual, ok } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { commands, extensions } from 'vscode';
import { formerIds } from '../../src/editor/commands/formerIds';
import { menuActions } from '../../src/editor/commands/menuActions';
import { commandIds, contextKeys, lineWords, section, settingIds, viewId } from '../../src/editor/ids';
import { checkoutRoot } from '../host/checkout';
import { loadedScripts } from '../host/loadedScripts';

const extensionId = 'mcp-roots.mcp-roots';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly category: string;
    }[];
    readonly configuration: {
      readonly properties: Readonly<Record<string, { readonly description?: string }>>;
    };
    readonly menus: Readonly<
      Record<string, readonly { readonly command: string; readonly when: string; readonly group: string }[]>
    >;
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
  };
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] };
  };
}

function extension() {
  const found = extensions.getExtension(extensionId);
  if (found === undefined) throw new Error(`${extensionId} is not there.`);
  return found;
}

function written(file: string): string {
  return readFileSync(path.join(extension().extensionPath, file), 'utf8');
}

function contextEntries() {
  return manifest().contributes.menus['view/item/context'] ?? [];
}

const manifest = (): Manifest => JSON.parse(written('package.json')) as Manifest;

describe('the manifest and the code', () => {
  before(async () => {
    await extension().activate();
  });

  it('name the same commands, each registered', async () => {
    const declared = manifest().contributes.commands.map(({ command }) => command);
    deepEqual(declared.toSorted(), [...commandIds].toSorted());
    const registered = new Set(await commands.getCommands(true));
    deepEqual(
      commandIds.filter((id) => !registered.has(id)),
      [],
    );
  });

  it('give every command the one category', () => {
    deepEqual([...new Set(manifest().contributes.commands.map(({ category }) => category))], ['MCP Roots']);
  });

  it('name the same settings, and restrict each that decides what is executed', () => {
    const { contributes, capabilities } = manifest();
    const expected = settingIds.map((id) => `${section}.${id}`);
    deepEqual(Object.keys(contributes.configuration.properties).toSorted(), expected.toSorted());
    deepEqual(capabilities.untrustedWorkspaces.restrictedConfigurations, [
      'mcpRoots.servers',
      'mcpRoots.agents',
      'mcpRoots.inputs',
      'mcpRoots.autostart',
      'mcpRoots.explorer.enabled',
    ]);
  });

  it('read only context keys that are set somewhere', () => {
    const read = new Set(written('package.json').match(/\bmcpRoots\.[a-zA-Z]+\b/g));
    const others = new Set<string>([...commandIds, viewId, ...settingIds.map((id) => `${section}.${id}`)]);
    const unknown = [...read].filter((word) => !others.has(word) && !contextKeys.some((key) => key === word));
    deepEqual(
      unknown.filter((word) => word !== 'mcpRoots.explorer'),
      [],
    );
    deepEqual(
      contextKeys.filter((key) => !read.has(key)),
      [],
    );
  });

  it('tell lines of the tree by words that lines have', () => {
    const conditions = Object.values(manifest().contributes.menus).flatMap((items) =>
      items.flatMap(({ when }) =>
        [...when.matchAll(/viewItem =~ \/([^/]+)\//g)].map(([, text = '']) => text),
      ),
    );
    const read = new Set(conditions.flatMap((text) => text.replaceAll('\\b', ' ').match(/\w+/g) ?? []));
    ok(read.size > 30);
    deepEqual(
      [...read].filter((word) => !lineWords.some((known) => known === word)),
      [],
    );
  });

  it('leave no command out of reach: what the palette hides is in a menu, or run by a line', () => {
    const { commandPalette = [], ...menus } = manifest().contributes.menus;
    const hidden = commandPalette.flatMap(({ command, when }) => (when === 'false' ? command : []));
    const inMenus = new Set(Object.values(menus).flatMap((items) => items.map(({ command }) => command)));
    deepEqual(hidden.filter((command) => !inMenus.has(command)).toSorted(), [
      'mcpRoots.chooseAgentAnswer',
      'mcpRoots.openAgentPart',
      'mcpRoots.reviewStopped',
    ]);
    const unknown = [...inMenus].filter((command) => !commandIds.some((id) => id === command));
    deepEqual(unknown, []);
  });

  it('keep every earlier name of a command, for key bindings, and show it nowhere', async () => {
    const registered = new Set(await commands.getCommands(true));
    const former = Object.keys(formerIds);
    deepEqual(
      former.filter((id) => !registered.has(id)),
      [],
    );
    const declared = manifest().contributes.commands.map(({ command }) => command);
    deepEqual(
      former.filter((id) => declared.includes(id)),
      [],
    );
  });

  it('offer for the keyboard what the menu of a line has, with no condition that is not understood', () => {
    const entries = contextEntries();
    for (const forks of [true, false]) {
      const words = ['server prepared consents configured startable approved', 'agent configured faulty'];
      const offered = words.map((line) =>
        menuActions(entries, line, () => forks).map(({ command }) => command),
      );
      deepEqual(
        offered.map((each) => each.includes('mcpRoots.start')),
        [true, false],
      );
      deepEqual(
        offered.map((each) => each.length === new Set(each).size),
        [true, true],
      );
    }
  });

  it('have a text for every placeholder, and no text too many', () => {
    const texts = JSON.parse(written('package.nls.json')) as Record<string, string>;
    const used = [...written('package.json').matchAll(/"%([^%]+)%"/g)].map(([, key = '']) => key);
    deepEqual([...new Set(used)].toSorted(), Object.keys(texts).toSorted());
  });

  it('have every action of a button on a line in a menu of the line too, where keys reach it', () => {
    const all = contextEntries();
    const inMenus = new Set(
      all.filter(({ group }) => !group.startsWith('inline')).map(({ command }) => command),
    );
    deepEqual(
      all.map(({ command }) => command).filter((command) => !inMenus.has(command)),
      [],
    );
  });

  it('put at most three inline actions on any line of the tree', () => {
    const inline = contextEntries().filter(({ group }) => group.startsWith('inline'));
    const server = ['server', 'prepared', 'consents', 'configured'];
    const lines = [
      [...server, 'startable', 'approved'],
      [...server, 'startable', 'unapproved'],
      [...server, 'stoppable', 'approved'],
      [...server, 'stoppable', 'approved', 'toolsChanged'],
      ['server', 'configured', 'faulty'],
      ['agent', 'prepared', 'consents', 'configured', 'startable', 'approved'],
      ['agent', 'prepared', 'consents', 'configured', 'startable', 'unapproved'],
      ['agent', 'prepared', 'consents', 'configured', 'stoppable', 'approved', 'ready'],
      ['agent', 'configured', 'faulty'],
      ['session', 'idle', 'inStep', 'forks'],
      ['session', 'idle', 'changed'],
      ['session', 'busy', 'stopped'],
      ['earlier'],
      ['pair', 'folder', 'added'],
    ];
    for (const line of lines) {
      const shown = inline.filter(({ when }) =>
        [...when.matchAll(/(!\()?viewItem =~ \/\\b(\w+)\\b\//g)].every(
          ([, not, kind = '']) => line.includes(kind) === (not === undefined),
        ),
      );
      ok(shown.length <= 3, `${shown.length} inline actions on a line that is ${line.join(' ')}`);
    }
  });

  it('activate without loading the SDK', () => {
    const dist = path.join(checkoutRoot(), 'dist');
    const sdk = readdirSync(dist).filter((file) => /^sdkClient-\w+\.mjs$/.test(file));
    const loaded = loadedScripts().filter((file) => path.dirname(file) === dist);
    deepEqual([sdk.length, loaded.includes(path.join(dist, 'extension.js'))], [1, true]);
    deepEqual(
      loaded.filter((file) => sdk.includes(path.basename(file))),
      [],
    );
  });
});
