import { deepEqual, equal, match } from 'node:assert/strict';
import { renameSync, writeFileSync } from 'node:fs';
import { filesDefinition } from '../demo/sample';
import { story } from '../host/steps';
import { eventually } from '../host/workbench/until';
import { chooseFile, choosePath } from '../host/workbench/pathBox';
import { UiWindow } from './window';

describe('folders', () => {
  const step = story();
  let window: UiWindow;

  before(async () => {
    window = await UiWindow.open({
      folders: ['work/web', 'work/api'],
      beside: ['docs'],
      servers: { files: filesDefinition() },
    });
    await window.view.start('files');
    await window.view.allow(['web'], 'Allow in This Session');
    await window.view.waitForState('files', /up to date, 1 folder/);
  });

  after(() => window.close());

  const add = async (folder: string) => {
    const { workbench } = window;
    await workbench.runCommand('MCP Roots: Add Folder as Root…');
    await workbench.quickPick.waitFor(/Add a folder/);
    await choosePath(workbench.quickPick, folder);
  };

  step('come first when the tree is grouped by folder', async () => {
    const { workbench } = window;
    await workbench.runCommand('MCP Roots: Group by Folder');
    const { workspace } = window;
    await eventually(
      () => window.lines(),
      [
        `v web  ${workspace.path('work', 'web')}`,
        '  [ ] explorer  new',
        '  [x] files  allowed in this session',
        `v api  ${workspace.path('work', 'api')}`,
        '  [ ] explorer  new',
        '  [ ] files  ask later',
      ],
    );
    await workbench.screenshot('grouped-by-folder');
    await workbench.runCommand('MCP Roots: Group by Server');
    await window.view.tree.waitFor('files', 'web');
  });

  step('have the name that is given to them, also for servers', async () => {
    const { workbench, view } = window;
    await view.tree.chooseFromMenu(['files', 'web'], 'Rename Folder for Servers…');
    const { title, prompt } = await workbench.quickPick.waitFor(/^Name of/);
    deepEqual(
      { title, prompt },
      {
        title: 'Name of “web” for servers',
        prompt:
          'Servers that may see the folder are told this name. Leave it empty for the folder’s own name. ' +
          "(Press 'Enter' to confirm or 'Escape' to cancel)",
      },
    );
    await workbench.screenshot('rename-folder');
    await workbench.quickPick.type('shop window');
    await workbench.quickPick.accept();
    await view.tree.waitFor('files', 'shop window');
    match(await view.sight('files'), /in this order:\n {2}shop window {2}file:/);
  });

  step('are added from elsewhere, shown to nobody, and removed again', async () => {
    const { workbench, view, workspace } = window;
    await add(workspace.path('docs'));
    await eventually(
      () => window.lines(),
      [
        'v explorer  stopped · 3 new folders',
        '  [ ] shop window  new',
        '  [ ] api  new',
        '  [ ] docs  new',
        'v files  running · up to date, 1 folder · 1 new folder',
        '  [ ] docs  new',
        '  [x] shop window  allowed in this session',
        '  [ ] api  ask later',
      ],
    );
    await workbench.screenshot('folder-added');
    await view.tree.clickCheckbox('files', 'docs');
    await view.answer(/^Allow “docs” for “files”/, 'Allow in This Session');
    await view.waitForState('files', /up to date, 2 folders/);
    await view.tree.chooseFromMenu(['files', 'docs'], 'Remove Added Folder…');
    await view.waitForState('files', /up to date, 1 folder/);
    equal(
      await view.call('files', 'list_allowed_directories'),
      `Allowed directories:\n${workspace.path('work', 'web')}`,
    );
  });

  step(
    'can be a single file, for who takes files, and stay what they are when the file is saved anew',
    async () => {
      const { workbench, view, workspace } = window;
      const file = workspace.path('docs', 'notes.md');
      writeFileSync(file, 'first');
      await workbench.runCommand('MCP Roots: Add File as Root…');
      await workbench.quickPick.waitFor(/Add a single file/);
      await workbench.screenshot('add-file');
      await chooseFile(workbench.quickPick, file);
      await view.tree.waitFor('explorer', 'notes.md');
      deepEqual(
        (await window.lines()).filter((line) => line.includes('notes.md')),
        ['  [ ] notes.md  new'],
      );
      await view.start('explorer');
      await workbench.quickPick.waitFor(/^Which folders may/);
      await workbench.screenshot('file-consent');
      await view.allow(['notes.md'], 'Allow in This Session');
      await view.waitForState('explorer', /up to date, 1 file/);
      writeFileSync(`${file}.new`, 'saved');
      renameSync(`${file}.new`, file);
      match(await view.call('explorer', 'read_file', { path: file }), /saved/);
      await workbench.screenshot('file-shared');
      await view.tree.chooseFromMenu(['explorer', 'notes.md'], 'Remove Added Folder…');
      await view.waitForState('explorer', /up to date, 0 folders/);
    },
  );

  step('that show more than one would expect are asked about once more', async () => {
    const { workbench, view, workspace } = window;
    const broad = workspace.path('work');
    await add(broad);
    await view.tree.clickCheckbox('files', 'work');
    await view.answer(/^Allow “work” for “files”/, 'Allow in This Session');
    const dialog = await workbench.dialog.waitFor('Share');
    deepEqual(dialog, {
      message: `Share ${broad} with “files”?`,
      detail: 'Your workspace lies in it. The server may see everything inside it.',
      buttons: ['Cancel', 'Share All of It'],
    });
    await workbench.screenshot('broad-folder');
    await workbench.dialog.escape();
    await eventually(async () => (await view.tree.waitFor('files', 'work')).checked, false);
    await view.waitForState('files', /up to date, 1 folder/);
    await view.tree.clickCheckbox('files', 'work');
    await view.answer(/^Allow “work” for “files”/, 'Allow in This Session');
    await workbench.dialog.waitFor('Share');
    await workbench.dialog.click('Share All of It');
    await view.waitForState('files', /up to date, 3 folders/);
    await eventually(
      async () => (await window.lines()).slice(4),
      [
        'v files  running · up to date, 3 folders',
        '  [x] shop window  allowed in this session',
        `  [x] api  allowed in this session with ${broad}`,
        '  [x] work  allowed in this session',
      ],
    );
    await workbench.screenshot('covered-by-parent');
  });
});
