import { deepEqual, equal } from 'node:assert/strict';
import { filesDefinition } from '../demo/sample';
import { story } from '../host/steps';
import { eventually, until } from '../host/workbench/until';
import { UiWindow } from './window';

const unapproved = 'v files  needs approval · 1 new folder';
const waits = '  [ ] web  new';

describe('the approval question', () => {
  const step = story();
  let window: UiWindow;

  before(async () => {
    window = await UiWindow.open({
      folders: ['web'],
      servers: { files: { ...filesDefinition(), env: { NODE_OPTIONS: '--no-warnings' } } },
      settings: { 'mcpRoots.explorer.enabled': false },
    });
    await window.view.tree.waitFor('files', 'web');
  });

  after(() => window.close());

  step('shows the whole definition with what is unusual, and has Not Now first', async () => {
    const { workbench, view } = window;
    const { command, args } = filesDefinition();
    await view.pressStart('files');
    const { title, prompt } = await workbench.quickPick.waitFor(/^Approve /);
    deepEqual(
      { title, prompt },
      { title: 'Approve “files”?', prompt: `Runs ${[command, ...args].join(' ')}` },
    );
    const rows = await workbench.quickPick.rows();
    deepEqual(
      rows.map(({ label, detail, separator }) => [label, detail, separator]),
      [
        ['Not Now', 'Nothing is started. You are asked again at the next start.', ''],
        [
          'Approve',
          'This definition may run, until it changes. Its folders are asked for before it starts.',
          '',
        ],
        [
          'Run It in the First Folder It May See…',
          'It would run in an empty folder. The change of its definition is shown first.',
          '',
        ],
        [
          'It sets NODE_OPTIONS',
          'it makes Node.js load other code: --no-warnings',
          'Review before approving',
        ],
        ['It names a path outside the workspace', args[0], ''],
      ],
    );
    equal(await workbench.quickPick.focusedLabel(), 'Not Now');
    const lines = await until(
      'the whole definition',
      () => workbench.editor.linesInSight(),
      (seen) => seen.includes('With no folder allowed: starts'),
    );
    const whole = ['From: workspace settings', `Program: ${command}`, ...args];
    deepEqual(
      whole.filter((line) => !lines.includes(line)),
      [],
    );
    equal(lines.join('\n').includes(')  --no-warnings'), true);
    await workbench.screenshot('approval');
  });

  step('answered by Enter alone, or left by Escape, starts nothing and closes its document', async () => {
    const { workbench, view } = window;
    await workbench.quickPick.accept();
    await workbench.quickPick.waitUntilClosed();
    await eventually(() => window.lines(), [unapproved, waits]);
    await view.pressStart('files');
    await workbench.quickPick.waitFor(/^Approve /);
    await workbench.quickPick.escape();
    await workbench.quickPick.waitUntilClosed();
    await eventually(() => window.lines(), [unapproved, waits]);
  });

  step('is answered nothing by a line that only warns', async () => {
    const { workbench, view } = window;
    await view.pressStart('files');
    await workbench.quickPick.waitFor(/^Approve /);
    await workbench.quickPick.moveTo('It sets NODE_OPTIONS');
    await workbench.quickPick.accept();
    equal((await workbench.quickPick.head())?.title, 'Approve “files”?');
  });

  step('approved, goes on to the folders, and is not put again', async () => {
    const { workbench, view } = window;
    await view.approve();
    await workbench.quickPick.waitFor(/^Which folders may/);
    await workbench.quickPick.escape();
    await workbench.quickPick.waitUntilClosed();
    await view.pressStart('files');
    await workbench.quickPick.waitFor(/^Which folders may/);
    await workbench.quickPick.escape();
    await workbench.quickPick.waitUntilClosed();
    await eventually(() => window.lines(), ['v files  stopped · 1 new folder', waits]);
  });
});
