import { deepEqual, match } from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { workspace } from 'vscode';
import { availablePath } from '../../src/core/roots/candidate';
import type { Verdict } from '../../src/core/consent/decision';
import { parseAgents } from '../../src/core/acp/parseAgents';
import { parseDefinitions } from '../../src/core/servers/parseDefinition';
import { toolChangesText } from '../../src/editor/documents/toolChangesText';
import { FolderNotes } from '../../src/editor/folders/folderNotes';
import { workspaceEntries } from '../../src/editor/folders/workspaceEntries';
import { explorerDefinition } from '../../src/node/servers/bundledServer';
import { EditorBench } from './editorBench';
import { memoryMemento } from './memoryMemento';

const files = { command: process.execPath, args: ['--version'] };

describe('the tree', () => {
  let bench: EditorBench;

  async function configure(user: unknown, own?: unknown): Promise<void> {
    await bench.host.supervisor.servers.configure([
      { kind: 'defined', definition: explorerDefinition },
      ...parseDefinitions(user, { kind: 'user' }),
      ...parseDefinitions(own, { kind: 'workspace' }),
    ]);
  }

  async function decide(server: string, folder: string, verdict: Verdict, duration: 'session' | 'always') {
    const fingerprint = bench.host.supervisor.servers.all.find(({ name }) => name === server)?.prepared
      ?.fingerprint;
    const candidate = bench.host.consent.catalog.candidates.find(({ name }) => name === folder);
    const realPath = candidate && availablePath(candidate);
    if (fingerprint === undefined || realPath === undefined) throw new Error(`No ${server} or ${folder}.`);
    await bench.host.consent.ledger.decide([{ server: fingerprint, folder: realPath, verdict }], duration);
  }

  beforeEach(async () => {
    bench = await EditorBench.open();
    bench.host.consent.sharingState.turn({ trusted: true });
    await bench.host.setFolders(workspaceEntries(new FolderNotes(memoryMemento())));
  });

  afterEach(() => bench.close());

  it('shows every server with the folders of the workspace, in its order, nothing shared', async () => {
    await configure({ files });
    deepEqual(await bench.lines(), [
      'explorer  stopped · 2 new folders',
      '  [ ] web  new',
      '  [ ] api  new',
      'files  needs approval · 2 new folders',
      '  [ ] web  new',
      '  [ ] api  new',
    ]);
  });

  it('shows each decision under its server only, what waits first', async () => {
    await configure({ files });
    await decide('files', 'web', 'allow', 'always');
    await decide('explorer', 'api', 'deny', 'session');
    deepEqual(await bench.lines(), [
      'explorer  stopped · 1 new folder',
      '  [ ] web  new',
      '  [ ] api  not allowed in this session',
      'files  needs approval · 1 new folder',
      '  [ ] api  new',
      '  [x] web  allowed',
    ]);
  });

  it('can be grouped by folder', async () => {
    await configure(undefined);
    await decide('explorer', 'web', 'allow', 'session');
    bench.tree.grouping = 'by folder';
    const [web, api] = workspace.workspaceFolders ?? [];
    deepEqual(await bench.lines(), [
      `web  ${web?.uri.fsPath}`,
      '  [x] explorer  allowed in this session',
      `api  ${api?.uri.fsPath}`,
      '  [ ] explorer  new',
    ]);
  });

  it('shows agents after the servers, with folders of their own, and what is wrong with their definitions', async () => {
    await configure({ files, wrong: 7 });
    const agents = { files, broken: { url: 'https://a.example' } };
    await bench.host.supervisor.agents.configure([
      ...parseAgents(agents, { kind: 'user' }),
      ...parseAgents({ files }, { kind: 'workspace' }),
    ]);
    await decide('files', 'web', 'allow', 'always');
    const folders = ['  [ ] web  new', '  [ ] api  new'];
    deepEqual(await bench.lines(), [
      'explorer  stopped · 2 new folders',
      ...folders,
      'files  needs approval · 1 new folder',
      '  [ ] api  new',
      '  [x] web  allowed',
      'wrong  The entry must be an object with a "command" or a "url".',
      'files  needs approval · 2 new folders',
      ...folders,
      'files  not started: the user settings define an agent of the same name',
      ...folders,
      'broken  An agent is a program: give it a "command" in the place of a "url".',
    ]);
    const items = (await bench.tree.getChildren()).map((node) => bench.tree.getTreeItem(node));
    deepEqual(
      items.map(({ accessibilityInformation, contextValue }) => [
        accessibilityInformation?.label.split(',')[0],
        contextValue?.split(' ').filter((word) => /^(server|agent|faulty|unapproved|startable)$/.test(word)),
      ]),
      [
        ['server explorer', ['server', 'startable']],
        ['server files', ['server', 'unapproved', 'startable']],
        ['server wrong cannot be used', ['server', 'faulty']],
        ['agent files', ['agent', 'unapproved', 'startable']],
        ['agent files', ['agent', 'unapproved']],
        ['agent broken cannot be used', ['agent', 'faulty']],
      ],
    );
  });

  it('marks a server whose tools are not what they were, until somebody has looked', async () => {
    await configure({ files });
    const server = bench.host.supervisor.servers.all.find(({ name }) => name === 'files');
    if (server === undefined) throw new Error('There is no such server.');
    const { tools } = server;
    const lists = (description: string) => tools.take({ result: { tools: [{ name: 'read', description }] } });
    lists('Reads.');
    lists('Reads, and tells the author.');
    const lines = async () => (await bench.lines()).filter((line) => line.startsWith('files'));
    deepEqual(await lines(), ['files  needs approval · 2 new folders · 1 tool changed since first use']);
    const [child] = (await bench.tree.getChildren()).filter(
      (node) => node.kind === 'server' && node.server === server,
    );
    match(String(child && bench.tree.getTreeItem(child).contextValue), /\btoolsChanged\b/);
    deepEqual(toolChangesText(tools.changes), {
      before: 'read\n\n{\n  "description": "Reads.",\n  "name": "read"\n}\n',
      now: 'read\n\n{\n  "description": "Reads, and tells the author.",\n  "name": "read"\n}\n',
    });
    tools.accept(tools.changes);
    deepEqual(await lines(), ['files  needs approval · 2 new folders']);
  });

  it('says why a folder cannot be shared, and offers no tick for it', async () => {
    await configure(undefined);
    const gone = path.join(workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'gone');
    mkdirSync(gone);
    const entry = { uri: `file://${gone}`, path: gone, name: 'gone', origin: 'inside' } as const;
    await bench.host.setFolders([entry]);
    rmSync(gone, { recursive: true });
    await bench.host.consent.catalog.look();
    deepEqual(await bench.lines(), [
      'explorer  stopped',
      '  gone  cannot be shared: the folder does not exist',
    ]);
  });

  it('shows what is wrong with a definition on its own line, and leaves the others alone', async () => {
    await configure({
      files: { ...files, args: ['ok', 7] },
      nowhere: { command: 'no-such-program-anywhere' },
    });
    deepEqual(await bench.lines(), [
      'explorer  stopped · 2 new folders',
      '  [ ] web  new',
      '  [ ] api  new',
      'nowhere  The command "no-such-program-anywhere" was not found on PATH. Install it, correct "command", or give an absolute path.',
      'files  "args[1]" must be a string.',
    ]);
  });

  it('shows a server of a name that a wider scope has, and that it is not started', async () => {
    await configure({ files }, { files: { ...files, args: ['--help'] } });
    const own = (await bench.lines()).filter((line) => line.startsWith('files'));
    deepEqual(own, [
      'files  needs approval · 2 new folders',
      'files  not started: the user settings define a server of the same name',
    ]);
  });

  it('shows a folder that only a definition names', async () => {
    const cwd = path.dirname(workspace.workspaceFolders?.[0]?.uri.fsPath ?? '');
    await configure({ files: { ...files, cwd, roots: { declare: false } } });
    deepEqual((await bench.lines()).slice(3), [
      'files  needs approval',
      `  [ ] ${path.basename(cwd)}  not allowed, named by the definition`,
    ]);
  });
});
