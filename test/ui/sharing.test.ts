import { deepEqual, equal } from 'node:assert/strict';
import { filesDefinition } from '../demo/sample';
import { story } from '../host/steps';
import { eventually } from '../host/workbench/until';
import { UiWindow } from './window';

const folders = ['  [x] web  allowed in this session', '  [ ] api  ask later'];
/** A reload is another start, at which "Not Now" is over. */
const afterwards = ['  [ ] api  new', '  [x] web  allowed in this session'];

describe('sharing', () => {
  const step = story();
  let window: UiWindow;

  before(async () => {
    window = await UiWindow.open({
      folders: ['web', 'api'],
      servers: { files: filesDefinition() },
      settings: { 'mcpRoots.explorer.enabled': false },
    });
    await window.view.start('files');
    await window.view.allow(['web'], 'Allow in This Session');
    await window.view.waitForState('files', /up to date, 1 folder/);
  });

  after(() => window.close());

  step('turned off, takes every folder from every server and says so', async () => {
    const { workbench, view } = window;
    await view.tree.clickTitleAction('Pause Sharing in All Windows');
    await eventually(() => window.lines(), ['v files  running · up to date, 0 folders', ...folders]);
    equal(await view.tree.message(), 'Sharing is paused: no server sees any folder.');
    const { ariaLabel } = await view.tree.waitFor('files', 'web');
    equal(ariaLabel, 'folder web, not shared with server files, allowed in this session');
    await workbench.page.mouse.move(700, 500);
    await workbench.screenshot('sharing-off');
    const answer = await view.call('files', 'list_allowed_directories');
    equal(answer.includes(window.workspace.folder), false);
    const items = (await workbench.statusBar.items()).map(({ text }) => text);
    equal(items.includes('Sharing paused'), true);
  });

  step('is offered again by a start, which goes on as the user says', async () => {
    const { workbench, view } = window;
    const { dialog } = workbench;
    await view.tree.clickAction(['files'], 'Stop');
    await view.waitForState('files', /^stopped/);
    await view.pressStart('files');
    await dialog.waitFor('“files” would see no folder.');
    await workbench.screenshot('start-while-paused');
    await dialog.click('Cancel');
    await view.waitForState('files', /^stopped/);
    await view.pressStart('files');
    await dialog.waitFor('“files” would see no folder.');
    await dialog.click('Start Without Folders');
    await view.waitForState('files', /up to date, 0 folders/);
  });

  step('stays off over a reload', async () => {
    await window.workbench.reload();
    await eventually(() => window.view.tree.message(), 'Sharing is paused: no server sees any folder.');
    await eventually(
      () => window.lines(),
      ['v files  running · up to date, 0 folders · 1 new folder', ...afterwards],
    );
    const titles = await window.workbench.palette.titles('MCP Roots: ');
    deepEqual(
      titles.filter((title) => title.includes('Sharing')),
      ['MCP Roots: Resume Sharing'],
    );
  });

  step('turned on again, gives back what was allowed, and nothing else', async () => {
    await window.workbench.statusBar.click('Sharing paused');
    await eventually(() => window.view.tree.message(), '');
    deepEqual(
      (await window.workbench.statusBar.items()).filter(({ text }) => text === 'Sharing paused'),
      [],
    );
    await eventually(
      () => window.lines(),
      ['v files  running · up to date, 1 folder · 1 new folder', ...afterwards],
    );
    equal(
      await window.view.call('files', 'list_allowed_directories'),
      `Allowed directories:\n${window.workspace.path('web')}`,
    );
  });
});
