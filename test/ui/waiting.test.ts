import { deepEqual, equal } from 'node:assert/strict';
import { filesDefinition } from '../demo/sample';
import { story } from '../host/steps';
import { eventually, until } from '../host/workbench/until';
import { UiWindow, withWindow } from './window';

const statusItems = async ({ workbench }: UiWindow) =>
  (await workbench.statusBar.items())
    .filter(({ id }) => id.toLowerCase().includes('mcp-roots'))
    .map(({ text, ariaLabel }) => ({ text, ariaLabel }));

describe('a folder that is added while servers run', () => {
  const step = story();
  let window: UiWindow;

  before(async () => {
    window = await UiWindow.open({
      folders: ['web', 'api'],
      beside: ['docs', 'design'],
      servers: { files: filesDefinition() },
    });
    await window.view.tree.waitFor('files', 'web');
    await window.workbench.runCommand('MCP Roots: Start All Servers');
    await window.view.approve();
    const { quickPick } = window.workbench;
    await quickPick.waitFor(/^Which folders may/);
    await window.view.tickEvery('web', 2);
    await quickPick.accept();
    await window.view.answer(/^Allow /, 'Allow in This Session');
    await window.view.waitForState('files', /up to date, 1 folder/);
    await window.view.waitForState('explorer', /up to date, 1 folder/);
  });

  after(() => window.close());

  step('is shown to nobody: a badge and one status bar item say that it waits', async () => {
    const { workbench, view, workspace } = window;
    deepEqual(await statusItems(window), []);
    equal(await workbench.badge('MCP Roots'), undefined);
    await workbench.addFolder(workspace.path('docs'));
    await view.waitForState('files', /1 new folder/);
    await eventually(
      () => window.lines(),
      [
        'v explorer  running · up to date, 1 folder · 1 new folder',
        '  [ ] docs  new',
        '  [x] web  allowed in this session',
        '  [ ] api  ask later',
        'v files  running · up to date, 1 folder · 1 new folder',
        '  [ ] docs  new',
        '  [x] web  allowed in this session',
        '  [ ] api  ask later',
      ],
    );
    const words = 'MCP Roots: 1 new folder; no server sees it yet';
    await eventually(() => statusItems(window), [{ text: '1 new folder', ariaLabel: words }]);
    const badge = await until(
      'the badge',
      () => workbench.badge('MCP Roots'),
      (seen) => seen !== undefined,
    );
    equal(badge?.text, '1');
    await workbench.screenshot('folder-waiting');
  });

  step('is asked about from there, once for all servers, and nothing else is', async () => {
    const { workbench, view, workspace } = window;
    const { quickPick } = workbench;
    await workbench.statusBar.click('1 new folder');
    await quickPick.waitFor(/^Which folders may/);
    await workbench.screenshot('one-question-for-two-servers');
    const rows = await quickPick.rows();
    deepEqual(
      rows.map(({ label, description, separator, checked }) => [separator, label, description, checked]),
      [
        ['explorer: New', 'docs', `for “explorer” · ${workspace.path('docs')}`, false],
        ['files: New', 'docs', `for “files” · ${workspace.path('docs')}`, false],
      ],
    );
    await view.tickEvery('docs', 2);
    await quickPick.accept();
    await view.answer(/^Allow /, 'Allow in This Session');
    await view.waitForState('explorer', /up to date, 2 folders/);
    await view.waitForState('files', /up to date, 2 folders/);
    equal(
      await view.call('files', 'list_allowed_directories'),
      `Allowed directories:\n${workspace.path('web')}\n${workspace.path('docs')}`,
    );
    await eventually(() => statusItems(window), []);
    await eventually(() => workbench.badge('MCP Roots'), undefined);
  });

  step('and put off, waits no more', async () => {
    const { workbench, view, workspace } = window;
    const { quickPick } = workbench;
    await workbench.addFolder(workspace.path('design'));
    await view.waitForState('files', /1 new folder/);
    await workbench.statusBar.click('1 new folder');
    await quickPick.waitFor(/^Which folders may/);
    await quickPick.accept();
    await view.answer(/^Nothing ticked/, 'Not Now');
    await eventually(() => statusItems(window), []);
    await eventually(async () => (await view.tree.waitFor('files', 'design')).description, 'ask later');
  });
});

describe('a folder that is added while servers run, with the setting to ask at once', () => {
  it('is asked about at once', () =>
    withWindow(
      'ask at once',
      [
        {
          folders: ['web', 'api'],
          beside: ['docs'],
          settings: { 'mcpRoots.askWhenFolderAdded': true },
        },
      ],
      async (window) => {
        const { workbench, view, workspace } = window;
        await view.start('explorer');
        await view.allow(['web'], 'Allow in This Session');
        await view.waitForState('explorer', /up to date, 1 folder/);
        await workbench.addFolder(workspace.path('docs'));
        await workbench.quickPick.waitFor(/^Which folders may “explorer” see/);
        await view.allow(['docs'], 'Allow in This Session');
        await eventually(
          () => window.lines(),
          [
            'v explorer  running · up to date, 2 folders',
            '  [x] web  allowed in this session',
            '  [ ] api  ask later',
            '  [x] docs  allowed in this session',
          ],
        );
      },
    ));
});
