import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { story } from '../host/steps';
import { eventually, until } from '../host/workbench/until';
import { UiWindow } from './window';

/** As the team wrote it. */
const native = `{
  // of the team
  "servers": {
    "files": { "command": "node", "args": ["gone.js"] }, // stays
    "git": { "command": "node", "args": ["notes.js"] }
  }
}
`;

describe('a server that VS Code starts by itself as well', () => {
  const step = story();
  let window: UiWindow;
  let file: string;

  before(async () => {
    window = await UiWindow.open({
      folders: ['web', 'api'],
      servers: { notes: { command: 'node', args: ['notes.js'] }, other: { command: 'node' } },
    });
    file = window.workspace.path('web', '.vscode', 'mcp.json');
  });

  after(() => window.close());

  const marked = async () => (await window.lines()).filter((line) => line.includes('also in mcp.json'));

  step('is marked as soon as its file is there', async () => {
    deepEqual(await marked(), []);
    mkdirSync(path.dirname(file));
    writeFileSync(file, native);
    await until('the mark', marked, ([line]) => line?.includes('notes') === true);
    equal((await marked()).length, 1);
    await window.workbench.screenshot('native-copy');
  });

  step('loses the native copy after the change was shown, and gets it back by Undo', async () => {
    const { workbench } = window;
    const { quickPick } = workbench;
    await workbench.runCommand("MCP Roots: Remove Duplicate from VS Code's mcp.json…");
    await quickPick.waitForRow('Remove');
    match(await workbench.editor.name(), /mcp\.json: now ↔ without the entry/);
    await workbench.screenshot('native-copy-removal');
    await quickPick.moveTo('Remove');
    await quickPick.accept();
    await eventually(
      () => readFileSync(file, 'utf8'),
      native.replace('}, // stays\n    "git": { "command": "node", "args": ["notes.js"] }', '} // stays'),
    );
    await eventually(marked, []);
    await workbench.notifications.click('VS Code starts that no more', 'Undo');
    await eventually(() => readFileSync(file, 'utf8'), native);
    await until('the mark again', marked, (lines) => lines.length === 1);
  });
});

describe('servers of other clients', () => {
  const step = story();
  let window: UiWindow;

  const place = (...names: readonly string[]) => {
    const file = window.workspace.path(...names);
    mkdirSync(path.dirname(file), { recursive: true });
    return file;
  };
  const settings = () => readFileSync(window.workspace.file, 'utf8');

  before(async () => {
    window = await UiWindow.open({ folders: ['web', 'api'], servers: { hub: { command: 'node' } } });
    writeFileSync(
      place('web', '.cursor', 'mcp.json'),
      `{
  "mcpServers": {
    // of the team
    "hub": {
      "command": "node", // any version
      "args": ["\${workspaceFolder}/hub.js"],
      "env": { "HUB_TOKEN": "not-for-everyone" }
    },
    "half": { "args": [] }
  }
}`,
    );
    // VS Code may start it by itself: one that fails, or has "dev", opens its log and takes the focus away from a pick.
    writeFileSync(place('api', 'notes.js'), 'process.stdin.resume();');
    writeFileSync(
      place('api', '.vscode', 'mcp.json'),
      '{ "servers": { "notes": { "command": "node", "args": ["notes.js"], "retries": 3 } } }',
    );
    writeFileSync(place('api', '.mcp.json'), '{ "mcpServers": ');
  });

  after(() => window.close());

  step('are offered from where they stand, copied with their comments, and can be taken back', async () => {
    const { workbench } = window;
    const { quickPick } = workbench;
    const before = settings();
    await workbench.runCommand('MCP Roots: Import Servers…');
    await quickPick.waitForRow('notes');
    const rows = (await quickPick.rows()).filter(({ label }) => label !== '');
    const shown = rows.filter(({ label }) =>
      ['hub', 'half', 'notes', 'This file cannot be read'].includes(label),
    );
    deepEqual(
      shown.map(({ label, description, detail, checked }) => [label, description, detail, checked]),
      [
        ['hub', 'node ${workspaceFolder:web}/hub.js', 'holds a value that looks like a secret', false],
        ['half', '', 'cannot be imported: "command" is missing.', false],
        ['notes', 'node notes.js', 'without retries', false],
        ['This file cannot be read', 'line 1 is not JSON (ValueExpected)', '', false],
      ],
    );
    await quickPick.setTicked('hub', true);
    await quickPick.setTicked('notes', true);
    await workbench.screenshot('import-servers');
    await quickPick.accept();
    await quickPick.waitForRow('Workspace settings');
    await quickPick.moveTo('Workspace settings');
    await quickPick.accept();
    await quickPick.waitForRow('Keep it in the secret storage');
    await workbench.screenshot('import-secrets');
    await quickPick.accept();
    const said = await workbench.notifications.waitFor('2 servers imported');
    deepEqual(said.buttons, ["Remove Duplicates from VS Code's mcp.json", 'Undo Import']);
    await workbench.screenshot('imported');
    match(settings(), /\/\/ of the team\n\s*"hub-2": \{\n\s*"command": "node", \/\/ any version\n/);
    match(settings(), /"HUB_TOKEN": "\$\{input:hub-2-HUB_TOKEN\}"/);
    equal(settings().includes('not-for-everyone'), false);
    await until(
      'the servers in the view',
      () => window.lines(),
      (lines) => ['hub-2', 'notes'].every((name) => lines.some((line) => line.includes(name))),
    );
    await workbench.notifications.click('2 servers imported', 'Undo Import');
    await eventually(settings, before);
    // VS Code shows its settings above everything else.
    await workbench.page.keyboard.press('Escape');
  });

  step('of ours are given out without secrets, after a word on what the other client does', async () => {
    const { workbench } = window;
    const { quickPick } = workbench;
    await workbench.runCommand('MCP Roots: Export Servers…');
    await quickPick.waitForRow('Open as a new document');
    await workbench.screenshot('export-servers');
    await quickPick.moveTo('Open as a new document');
    await quickPick.accept();
    await workbench.notifications.waitFor('1 server written into a new document.');
    match(await workbench.editor.text(), /"mcpServers": \{\s+"hub": \{\s+"command": "node"/);
  });

  step("lose VS Code's own copy when that is wished", async () => {
    const { workbench } = window;
    const { quickPick } = workbench;
    const file = place('api', '.vscode', 'mcp.json');
    await workbench.runCommand('MCP Roots: Import Servers…');
    await quickPick.setTicked('notes', true);
    await quickPick.accept();
    await quickPick.waitForRow('Workspace settings');
    await quickPick.moveTo('Workspace settings');
    await quickPick.accept();
    await workbench.notifications.click('1 server imported', "Remove Duplicates from VS Code's mcp.json");
    await quickPick.waitForRow('Remove');
    await quickPick.moveTo('Remove');
    await quickPick.accept();
    await eventually(() => readFileSync(file, 'utf8'), '{ "servers": { } }');
    await until(
      'the server without its mark',
      () => window.lines(),
      (lines) => lines.some((line) => line.includes('notes') && !line.includes('also in mcp.json')),
    );
  });
});
