import { deepEqual, equal } from 'node:assert/strict';
import {
  chmodSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { filesDefinition } from '../demo/sample';
import { story } from '../host/steps';
import { eventually } from '../host/workbench/until';
import { UiWindow } from './window';

const waits = '  [ ] web  new';
const question = /^Approve program “tool” again\?/;

describe('a program whose name leads elsewhere', () => {
  const step = story();
  let window: UiWindow;
  let folder: string;

  /** Has the name of the program lead to another file. */
  const turn = (version: string) => {
    symlinkSync(path.join(folder, version), path.join(folder, 'new'));
    renameSync(path.join(folder, 'new'), path.join(folder, 'tool'));
  };

  before(async () => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'mcp-roots-tool-')));
    const { args } = filesDefinition();
    for (const version of ['v1', 'v2']) {
      writeFileSync(path.join(folder, version), `#!/bin/sh\nexec "${process.execPath}" "$@"\n`);
      chmodSync(path.join(folder, version), 0o755);
    }
    turn('v1');
    const definition = { command: path.join(folder, 'tool'), args };
    window = await UiWindow.open({
      folders: ['web'],
      servers: { files: definition, notes: definition },
      settings: { 'mcpRoots.explorer.enabled': false },
    });
    await window.view.tree.waitFor('notes', 'web');
  });

  after(async () => {
    await window.close();
    rmSync(folder, { recursive: true, force: true });
  });

  step('is asked about at the next start, with where it led beside where it leads', async () => {
    const { workbench, view } = window;
    for (const server of ['files', 'notes']) {
      await view.tree.clickAction([server], 'Review and Approve Definition…');
      await view.answer(/^Approve “/, 'Approve');
    }
    await eventually(
      () => window.lines(),
      ['v files  stopped · 1 new folder', waits, 'v notes  stopped · 1 new folder', waits],
    );
    turn('v2');
    await view.pressStart('files');
    const { prompt } = await workbench.quickPick.waitFor(question);
    equal(prompt, 'Run by files, notes');
    const rows = await workbench.quickPick.rows();
    deepEqual(
      rows.map(({ label, detail }) => [label, detail]),
      [
        ['Not Now', 'Nothing is started with it. You are asked again at the next start.'],
        [
          'Approve',
          'Everything that was approved with this program may run again. Folder access stays as it is.',
        ],
        ['Program', path.join(folder, 'tool')],
        ['When it was approved', path.join(folder, 'v1')],
        ['Now', path.join(folder, 'v2')],
      ],
    );
    equal(await workbench.quickPick.focusedLabel(), 'Not Now');
    await workbench.screenshot('turned-program');
    await workbench.quickPick.accept();
    await workbench.quickPick.waitUntilClosed();
    await eventually(
      async () => (await view.tree.waitFor('files')).description,
      'program changed, review · 1 new folder',
    );
  });

  step('approved, goes on to the folders, and is not asked about for the other server', async () => {
    const { workbench, view } = window;
    await view.pressStart('files');
    await view.answer(question, 'Approve');
    await workbench.quickPick.waitFor(/^Which folders may/);
    await workbench.quickPick.escape();
    await workbench.quickPick.waitUntilClosed();
    await view.pressStart('notes');
    await workbench.quickPick.waitFor(/^Which folders may/);
    await workbench.quickPick.escape();
    await workbench.quickPick.waitUntilClosed();
  });
});
