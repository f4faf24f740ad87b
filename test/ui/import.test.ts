import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
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

  const marked = async () => (await window.lines()).filter((line) => line.includes('VS Code starts it too'));

  it('is marked as soon as its file is there', async () => {
    deepEqual(await marked(), []);
    mkdirSync(path.dirname(file));
    writeFileSync(file, native);
    await until('the mark', marked, ([line]) => line?.includes('notes') === true);
    equal((await marked()).length, 1);
    await window.workbench.screenshot('native-copy');
  });

  it('loses the native copy after the change was shown, and gets it back by Undo', async () => {
    const { workbench } = window;
    const { quickPick } = workbench;
    await workbench.runCommand("MCP Roots: Turn Off VS Code's Own Copy");
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
    await workbench.notifications.click('does not start it any more', 'Undo');
    await eventually(() => readFileSync(file, 'utf8'), native);
    await until('the mark again', marked, (lines) => lines.length === 1);
  });
});
