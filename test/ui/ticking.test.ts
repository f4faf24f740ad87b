import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import { filesDefinition } from '../demo/sample';
import { story } from '../host/steps';
import { eventually } from '../host/workbench/until';
import { UiWindow } from './window';

describe('a tick', () => {
  const step = story();
  let window: UiWindow;

  const read = (folder: string) =>
    window.view.call('files', 'read_text_file', { path: window.workspace.path(folder, 'note.txt') });

  before(async () => {
    window = await UiWindow.open(
      {
        folders: ['web', 'api'],
        servers: { files: filesDefinition() },
        settings: { 'mcpRoots.explorer.enabled': false },
      },
      { colorScheme: 'dark' },
    );
    await window.view.start('files');
    await window.workbench.quickPick.waitFor(/^Which folders may/);
    await window.workbench.screenshot('consent-folders-dark');
    await window.view.allow(['web'], 'Always Allow');
  });

  after(() => window.close());

  step('lets the server read the folder, and no other', async () => {
    await eventually(
      () => window.lines(),
      ['v files  running · up to date, 1 folder', '  [x] web  allowed', '  [ ] api  ask later'],
    );
    await window.workbench.screenshot('running-dark');
    match(await read('web'), /This is the note in web/);
    match(await read('api'), /Access denied/);
  });

  step('taken away, really takes the folder away: another process runs, which cannot read it', async () => {
    const before = window.processes('server-filesystem');
    await window.view.tree.clickCheckbox('files', 'web');
    await eventually(
      () => window.lines(),
      ['v files  running · up to date, 0 folders', '  [ ] web  not allowed', '  [ ] api  ask later'],
    );
    const now = window.processes('server-filesystem');
    deepEqual([before.length, now.length], [1, 1]);
    notEqual(now[0], before[0]);
    match(await read('web'), /Access denied|no valid root|No valid/i);
  });

  step('set in the tree, asks for how long; left by Escape, it is gone again', async () => {
    const { workbench, view } = window;
    await view.tree.clickCheckbox('files', 'web');
    const { title } = await workbench.quickPick.waitFor(/^Allow /);
    equal(title, 'Allow “web” for “files”?');
    await workbench.screenshot('consent-how-long-dark');
    await workbench.quickPick.escape();
    await workbench.quickPick.waitUntilClosed();
    await eventually(async () => (await view.tree.waitFor('files', 'web')).checked, false);
    match(await view.sight('files'), /Roots that it may have now, in this order:\n {2}none/);
  });

  step('set in the tree with the keyboard, holds for the session that was asked for', async () => {
    const { workbench, view } = window;
    await view.tree.click('files', 'web');
    await workbench.page.keyboard.press('Space');
    await view.answer(/^Allow /, 'Allow in This Session');
    await eventually(
      () => window.lines(),
      [
        'v files  running · up to date, 1 folder',
        '  [x] web  allowed in this session',
        '  [ ] api  ask later',
      ],
    );
    match(await read('web'), /This is the note in web/);
    const row = await view.tree.waitFor('files', 'web');
    equal(row.ariaLabel, 'folder web, shared with server files, allowed in this session');
  });

  step('is turned from the palette, too', async () => {
    const { workbench } = window;
    await workbench.runCommand('MCP Roots: Toggle Folder…');
    await workbench.quickPick.waitForRow('web');
    await workbench.screenshot('toggle-from-palette');
    await workbench.quickPick.click('web');
    await eventually(
      () => window.lines(),
      [
        'v files  running · up to date, 0 folders',
        '  [ ] web  not allowed in this session',
        '  [ ] api  ask later',
      ],
    );
  });

  step('shows in the documents of what the server sees and of all that it was told', async () => {
    const told = await window.view.told('files');
    for (const kind of ['started as process', 'ended', 'asked for its roots and was told', 'you allowed']) {
      match(told, new RegExp(`\\d\\d:\\d\\d:\\d\\d {2}${kind}`));
    }
    match(await window.view.sight('files'), /State: running, up to date, 0 folders, requested \d\d:\d\d/);
    await window.view.tree.chooseFromMenu(['files'], 'Show Access');
    await window.workbench.editor.waitForText('Roots inform a server.');
    await window.workbench.screenshot('what-server-sees');
    await window.view.closeEditor();
  });
});
