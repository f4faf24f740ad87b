import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { commands, ConfigurationTarget, extensions, lm, McpStdioServerDefinition, workspace } from 'vscode';
import { RootsTool } from '../../src/editor/chat/rootsTool';
import { chatProviderId } from '../../src/editor/ids';
import { ChatBench, eventually, invoke, toolsNamed } from './chatBench';

const label = 'explorer (MCP Roots)';
const tool = 'list_roots';

function folder(name: string): string {
  const found = workspace.workspaceFolders?.find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no folder ${name}.`);
  return found.uri.fsPath;
}

const uri = (name: string) => pathToFileURL(folder(name)).href;

/** The folders that a server says it was told of. */
async function told(name: string): Promise<readonly string[]> {
  const { roots } = JSON.parse(await invoke(name)) as { readonly roots: readonly { readonly uri: string }[] };
  return roots.map((root) => root.uri);
}

describe("a server in VS Code's own chat", function () {
  this.timeout(90_000);
  let bench: ChatBench;

  beforeEach(async () => {
    bench = await ChatBench.open();
    await bench.context.chat.enable(bench.server('explorer'));
  });

  afterEach(() => bench.close());

  it('is told of exactly the folders allowed there, before and after ticking and unticking', async () => {
    const name = await bench.start('explorer', label, tool);
    deepEqual(await told(name), []);
    await bench.decide('explorer', 'allow', 'api');
    deepEqual(await eventually(async () => someOf(await told(name)), 'api did not arrive.'), [uri('api')]);
    await bench.decide('explorer', 'allow', 'web');
    deepEqual(
      await eventually(async () => {
        const now = await told(name);
        return now.length === 2 ? now : undefined;
      }, 'web did not arrive.'),
      [uri('web'), uri('api')],
    );
    // From the narrowing on, nothing is answered by the process that knew.
    await bench.decide('explorer', 'deny', 'api');
    deepEqual(await told(name), [uri('web')]);
  });

  it('is told of nothing while sharing is off, at once', async () => {
    await bench.decide('explorer', 'allow', 'web', 'api');
    const name = await bench.start('explorer', label, tool);
    deepEqual(await told(name), [uri('web'), uri('api')]);
    await bench.context.host.consent.sharing.set(false);
    deepEqual(await told(name), []);
    await bench.context.host.consent.sharing.set(true);
  });

  it('is told of an added folder only when that is allowed too', async () => {
    await bench.decide('explorer', 'allow', 'web');
    const name = await bench.start('explorer', label, tool);
    const added = path.join(folder('api'), 'added');
    mkdirSync(added, { recursive: true });
    try {
      await bench.notes.add({ folders: [pathToFileURL(added).href] });
      await eventually(
        () =>
          Promise.resolve(
            bench.context.host.consent.catalog.candidates.find((each) => each.name === 'added'),
          ),
        'The folder was not added.',
      );
      deepEqual(await told(name), [uri('web')]);
      await bench.decide('explorer', 'allow', 'added');
      await eventually(
        async () => ((await told(name)).length === 2 ? true : undefined),
        'The added folder did not arrive.',
      );
      deepEqual(await told(name), [uri('web'), pathToFileURL(added).href]);
    } finally {
      rmSync(added, { recursive: true, force: true });
    }
  });

  it('has another label where VS Code has a server of the same', async () => {
    const file = path.join(folder('web'), '.vscode', 'mcp.json');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ servers: { 'Explorer (mcp roots)': { command: 'true' } } }));
    try {
      const [definition] = await bench.context.chat.definitions();
      equal(definition?.label, 'explorer (MCP Roots 2)');
    } finally {
      rmSync(path.dirname(file), { recursive: true, force: true });
    }
  });

  it('is warned of where VS Code starts the same server itself, or none at all', async () => {
    const file = path.join(folder('web'), '.vscode', 'mcp.json');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ servers: { Explorer: { command: 'true' } } }));
    const settings = workspace.getConfiguration('chat.mcp');
    try {
      match(
        (await bench.context.chat.warnings(bench.server('explorer'))).join('\n'),
        /^VS Code also starts "Explorer"/,
      );
      rmSync(path.dirname(file), { recursive: true });
      deepEqual(await bench.context.chat.warnings(bench.server('explorer')), []);
      await settings.update('access', 'none', ConfigurationTarget.Global);
      match(
        (await bench.context.chat.warnings(bench.server('explorer'))).join('\n'),
        /^The setting "chat\.mcp\.access"/,
      );
    } finally {
      rmSync(path.dirname(file), { recursive: true, force: true });
      await settings.update('access', undefined, ConfigurationTarget.Global);
    }
  });

  it('is defined without a secret, the same each time, and not any more once it is disabled', async () => {
    const { chat } = bench.context;
    const [definition, ...others] = await chat.definitions();
    deepEqual(others, []);
    deepEqual(definition, {
      label,
      command: process.execPath,
      args: [bench.context.host.clients.bridge.shim, 'vscode-chat', 'explorer'],
      env: { ELECTRON_RUN_AS_NODE: '1' },
      version: bench.server('explorer').prepared?.fingerprint.slice(0, 16),
    });
    deepEqual(await chat.definitions(), [definition]);
    await chat.disable(bench.server('explorer'));
    deepEqual(await chat.definitions(), []);
    deepEqual(chat.access, []);
  });

  it('is refused with a sentence once it is not enabled any more', async () => {
    const name = await bench.start('explorer', label, tool);
    await bench.context.chat.disable(bench.server('explorer'));
    await rejects(invoke(name));
  });

  it('shows a model its folders by the tool #roots, and nothing else', async () => {
    await bench.decide('explorer', 'allow', 'api');
    const rootsTool = new RootsTool(() => Promise.resolve(bench.context.chat.access));
    const { content } = await rootsTool.invoke();
    deepEqual(JSON.parse((content[0] as { readonly value: string }).value), {
      servers: [{ server: 'explorer', folders: [{ name: 'api', uri: uri('api') }] }],
    });
  });
});

describe('the same server, given to VS Code without MCP Roots', function () {
  this.timeout(90_000);

  it('is told of every folder of the workspace, and nobody is asked', async () => {
    const extension = extensions.getExtension('mcp-roots.mcp-roots');
    const program = path.join(extension?.extensionPath ?? '', 'dist', 'explorer.js');
    const definition = new McpStdioServerDefinition('alone', process.execPath, [program], {
      ELECTRON_RUN_AS_NODE: '1',
    });
    const provider = lm.registerMcpServerDefinitionProvider(chatProviderId, {
      provideMcpServerDefinitions: () => [definition],
    });
    try {
      const known = await eventually(async () => {
        await commands.executeCommand('workbench.mcp.startServer', 'mcp-roots.mcp-roots/alone');
        // Tools can be those that VS Code kept from other tests: they have no server any more.
        const answers = await Promise.allSettled(toolsNamed(tool).map(told));
        return answers.find(({ status }) => status === 'fulfilled');
      }, 'The server did not answer.');
      deepEqual(known, { status: 'fulfilled', value: [uri('web'), uri('api')] });
    } finally {
      provider.dispose();
    }
  });
});

function someOf(list: readonly string[]): readonly string[] | undefined {
  return list.length > 0 ? list : undefined;
}
