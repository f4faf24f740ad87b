import { deepEqual, equal } from 'node:assert/strict';
import { filesDefinition } from '../demo/sample';
import { story } from '../host/steps';
import { eventually } from '../host/workbench/until';
import { UiWindow } from './window';

const waiting = ['  [ ] web  new', '  [ ] api  new'];
const question = 'Which folders may “files” see? (1/2)';

describe('the consent question', () => {
  const step = story();
  let window: UiWindow;

  before(async () => {
    window = await UiWindow.open({
      folders: ['web', 'api'],
      servers: { files: filesDefinition() },
      settings: { 'mcpRoots.explorer.enabled': false },
    });
    await window.view.tree.waitFor('files', 'api');
  });

  after(() => window.close());

  step('names the server, says what will run, and has nothing ticked', async () => {
    const { workbench, view, workspace } = window;
    const { command, args } = filesDefinition();
    await view.start('files');
    const { title, prompt, placeholder, titleButtons } = await workbench.quickPick.waitFor(question);
    deepEqual(
      { title, prompt, placeholder, titleButtons },
      {
        title: question,
        prompt: `Runs ${[command, ...args].join(' ')}`,
        placeholder: 'Tick the folders to share. Enter continues, Escape changes nothing.',
        titleButtons: ['Show the whole definition'],
      },
    );
    const row = { detail: '', checked: false, buttons: [] };
    deepEqual(await workbench.quickPick.rows(), [
      { ...row, label: 'web', description: workspace.path('web'), separator: 'New' },
      { ...row, label: 'api', description: workspace.path('api'), separator: '' },
    ]);
    await workbench.screenshot('consent-folders-light');
  });

  step('shows the whole definition beside itself and stays open', async () => {
    const { workbench, view } = window;
    await workbench.quickPick.pressTitleButton('Show the whole definition');
    await eventually(async () => (await workbench.editor.name()).includes('Definition of files'), true);
    equal((await workbench.quickPick.head())?.title, question);
    await workbench.screenshot('consent-with-definition');
    await workbench.quickPick.escape();
    await workbench.quickPick.waitUntilClosed();
    await view.closeEditor();
  });

  step('left by Escape at the first step, grants nothing and starts nothing', async () => {
    const { workbench, view } = window;
    await view.start('files');
    await workbench.quickPick.waitFor(question);
    await workbench.quickPick.toggleByKeyboard('web');
    await workbench.quickPick.escape();
    await workbench.quickPick.waitUntilClosed();
    deepEqual(await window.lines(), ['v files  stopped · 2 new folders', ...waiting]);
  });

  step('left by Escape at the second step, grants nothing and starts nothing', async () => {
    const { workbench, view } = window;
    await view.start('files');
    await workbench.quickPick.waitFor(question);
    await workbench.quickPick.toggleByKeyboard('web');
    await workbench.quickPick.accept();
    await workbench.quickPick.waitFor(/^Allow /);
    await workbench.quickPick.escape();
    await workbench.quickPick.waitUntilClosed();
    deepEqual(await window.lines(), ['v files  stopped · 2 new folders', ...waiting]);
  });

  step('answered by Enter alone, offers Not Now and Never; Escape there changes nothing', async () => {
    const { workbench, view } = window;
    await view.start('files');
    await workbench.quickPick.waitFor(question);
    await workbench.quickPick.accept();
    const { title } = await workbench.quickPick.waitFor(/^Nothing ticked/);
    equal(title, 'Nothing ticked: “web”, “api” for “files” (2/2)');
    const rows = await workbench.quickPick.rows();
    deepEqual(
      rows.map(({ label, detail }) => ({ label, detail })),
      [
        { label: 'Not Now', detail: 'Nothing is shared. You are asked again at the next start.' },
        {
          label: 'Never',
          detail: 'Nothing is shared, and you are not asked again. You can tick it later in the view.',
        },
      ],
    );
    await workbench.screenshot('consent-nothing-ticked');
    await workbench.quickPick.escape();
    await workbench.quickPick.waitUntilClosed();
    deepEqual(await window.lines(), ['v files  stopped · 2 new folders', ...waiting]);
  });

  step('answered with Not Now, starts with nothing and asks again at the next start', async () => {
    const { workbench, view } = window;
    await view.start('files');
    await workbench.quickPick.waitFor(question);
    await workbench.quickPick.accept();
    await view.answer(/^Nothing ticked/, 'Not Now');
    await eventually(
      () => window.lines(),
      ['v files  running · up to date, 0 folders', '  [ ] web  ask later', '  [ ] api  ask later'],
    );
    await workbench.screenshot('not-now');
    await view.tree.clickAction(['files'], 'Stop');
    await view.waitForState('files', /^stopped/);
    await view.start('files');
    await workbench.quickPick.waitFor(question);
    await workbench.quickPick.escape();
    await eventually(() => window.lines(), ['v files  stopped · 2 new folders', ...waiting]);
  });

  step('answered by keys alone, from the palette to the running server', async () => {
    const { workbench, view, workspace } = window;
    const { quickPick } = workbench;
    await workbench.runCommand('MCP Roots: Start');
    await quickPick.waitFor(question);
    await quickPick.toggleByKeyboard('api');
    await quickPick.accept();
    const { title } = await quickPick.waitFor(/^Allow /);
    equal(title, 'Allow “api” for “files”? (2/2)');
    deepEqual(
      (await quickPick.rows()).map(({ label, detail }) => ({ label, detail })),
      [
        {
          label: 'Allow in This Session',
          detail: 'Until this window is closed. Other windows do not take part.',
        },
        {
          label: 'Always Allow',
          detail: 'In every window, until you revoke it or the server’s definition changes.',
        },
      ],
    );
    await workbench.screenshot('consent-how-long-light');
    await quickPick.moveTo('Always Allow');
    await quickPick.accept();
    await eventually(
      () => window.lines(),
      ['v files  running · up to date, 1 folder', '  [ ] web  ask later', '  [x] api  allowed'],
    );
    equal(
      await view.call('files', 'list_allowed_directories'),
      `Allowed directories:\n${workspace.path('api')}`,
    );
  });

  step('answered with Never, is not put again', async () => {
    const { workbench, view } = window;
    await view.tree.clickAction(['files'], 'Stop');
    await view.start('files');
    await workbench.quickPick.waitFor(question);
    await workbench.quickPick.accept();
    await view.answer(/^Nothing ticked: “web” for/, 'Never');
    const running = [
      'v files  running · up to date, 1 folder',
      '  [ ] web  not allowed',
      '  [x] api  allowed',
    ];
    await eventually(() => window.lines(), running);
    await view.tree.clickAction(['files'], 'Stop');
    await view.start('files');
    await eventually(() => window.lines(), running);
  });
});
