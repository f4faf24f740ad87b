import { deepEqual, match } from 'node:assert/strict';
import { filesDefinition } from '../demo/sample';
import { story } from '../host/steps';
import { eventually } from '../host/workbench/until';
import { UiWindow } from './window';

const session = [
  'v explorer  running · up to date, 1 folder',
  '  [ ] web  not allowed',
  '  [x] api  allowed in this session',
];
const always = ['v files  running · up to date, 1 folder', '  [ ] web  not allowed', '  [x] api  allowed'];

describe('what was decided and what runs', () => {
  const step = story();
  let window: UiWindow;

  before(async () => {
    window = await UiWindow.open({ folders: ['web', 'api'], servers: { files: filesDefinition() } });
    const { view, workbench } = window;
    for (const [server, duration] of [
      ['explorer', 'Allow in This Session'],
      ['files', 'Always Allow'],
    ] as const) {
      await view.start(server);
      await view.allow(['api'], duration);
      await view.waitForState(server, /up to date, 1 folder/);
      await view.tree.chooseFromMenu([server], 'Manage Folder Access…');
      await workbench.quickPick.waitFor(/^Which folders may/);
      await workbench.quickPick.accept();
      await view.answer(/^Nothing ticked/, 'Never');
    }
    await eventually(() => window.lines(), [...session, ...always]);
  });

  after(() => window.close());

  step(
    'in another window: what was always allowed, not what was for the session; both agree at once',
    async () => {
      const other = await window.another();
      try {
        await eventually(
          () => other.lines(),
          [
            'v explorer  stopped · 1 new folder',
            '  [ ] api  new',
            '  [ ] web  not allowed',
            'v files  stopped',
            '  [ ] web  not allowed',
            '  [x] api  allowed',
          ],
        );
        await other.workbench.screenshot('another-window');
        await other.view.tree.clickCheckbox('files', 'api');
        await eventually(
          async () => (await window.lines()).slice(3),
          ['v files  running · up to date, 0 folders', '  [ ] web  not allowed', '  [ ] api  not allowed'],
        );
        await other.view.tree.clickCheckbox('files', 'api');
        await other.view.answer(/^Allow /, 'Always Allow');
        await eventually(() => window.lines(), [...session, ...always]);
      } finally {
        await other.close('keep the workspace');
      }
    },
  );

  step('outlives a reload: the same consents, other processes', async () => {
    const before = servers(window);
    await window.workbench.reload();
    await eventually(() => window.lines(), [...session, ...always]);
    deepEqual(kept(before, servers(window)), { before: 2, now: 2, kept: [] });
  });

  step(
    'outlives a crash of the extension host: the same consents, other processes that can read',
    async () => {
      const before = servers(window);
      await window.killExtensionHost();
      await eventually(() => window.lines(), [...session, ...always]);
      deepEqual(kept(before, servers(window)), { before: 2, now: 2, kept: [] });
      const path = window.workspace.path('api', 'note.txt');
      match(await window.view.call('files', 'read_text_file', { path }), /This is the note in api/);
      match(await window.view.call('explorer', 'read_file', { path }), /This is the note in api/);
    },
  );

  step('outlives the removal of the first folder, for which VS Code loads the window again', async () => {
    await window.workbench.removeFirstFolder('web');
    await eventually(
      () => window.lines(),
      [
        'v explorer  running · up to date, 1 folder',
        '  [x] api  allowed in this session',
        'v files  running · up to date, 1 folder',
        '  [x] api  allowed',
      ],
    );
    await window.workbench.screenshot('first-folder-removed');
  });
});

function servers(window: UiWindow): readonly number[] {
  return [...window.processes('dist/explorer.js'), ...window.processes('server-filesystem')];
}

function kept(before: readonly number[], now: readonly number[]) {
  return { before: before.length, now: now.length, kept: now.filter((pid) => before.includes(pid)) };
}
