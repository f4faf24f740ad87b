import { deepEqual, equal } from 'node:assert/strict';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { story } from '../host/steps';
import { eventually } from '../host/workbench/until';
import { UiWindow } from './window';

const placed = 'another folder was put in its place';

describe('a folder in whose place another is put', () => {
  const step = story();
  let window: UiWindow;

  /** Puts another folder in the place of the one of that name. */
  const swap = (name: string, aside: string) => {
    const { workspace } = window;
    renameSync(workspace.path(name), workspace.path(aside));
    mkdirSync(workspace.path(name));
    writeFileSync(workspace.path(name, 'note.txt'), 'This is another folder.\n');
  };

  before(async () => {
    window = await UiWindow.open({ folders: ['web', 'api'] });
    await window.view.tree.waitFor('explorer', 'api');
  });

  after(() => window.close());

  step('is taken from who sees it, and the question says what it is', async () => {
    const { view, workbench } = window;
    await view.start('explorer');
    await view.allow(['web', 'api'], 'Allow in This Session');
    await view.waitForState('explorer', /up to date, 2 folders/);
    swap('web', 'web-before');
    await eventually(
      () => window.lines(),
      [
        'v explorer  running · up to date, 1 folder · 1 new folder',
        '  [ ] web  new',
        '  [x] api  allowed in this session',
      ],
    );
    await view.tree.clickAction(['explorer'], 'Manage Folder Access…');
    await workbench.quickPick.waitFor(/^Which folders may/);
    deepEqual(
      (await workbench.quickPick.rows()).map(({ label, detail, checked }) => [label, detail, checked]),
      [
        ['web', placed, false],
        ['api', 'for this session', true],
      ],
    );
    await workbench.screenshot('moved');
  });

  step(
    'is not the one that was allowed when yet another is put there while the question is open',
    async () => {
      const { view, workbench, workspace } = window;
      const { quickPick } = workbench;
      await quickPick.toggleByKeyboard('web');
      await quickPick.accept();
      const { placeholder } = await quickPick.waitFor(/^Allow /);
      equal(placeholder, 'Another folder was put in the place of “web”. Choose how long to allow access.');
      swap('web', 'web-shown');
      // Whoever has seen that the one is gone, has seen the other: all folders are looked at together.
      renameSync(workspace.path('api'), workspace.path('api-away'));
      await eventually(
        async () => (await window.lines()).at(-1),
        '  api  cannot be shared: the folder does not exist',
      );
      await view.answer(/^Allow /, 'Allow in This Session');
      renameSync(workspace.path('api-away'), workspace.path('api'));
      await eventually(
        () => window.lines(),
        [
          'v explorer  running · up to date, 1 folder · 1 new folder',
          '  [ ] web  new',
          '  [x] api  allowed in this session',
        ],
      );
      equal((await view.call('explorer', 'list_roots')).includes(workspace.path('web')), false);
    },
  );

  step('is allowed when it is the one that was shown', async () => {
    const { view } = window;
    await view.tree.clickCheckbox('explorer', 'web');
    await view.answer(/^Allow /, 'Allow in This Session');
    await view.waitForState('explorer', /up to date, 2 folders/);
    equal((await view.call('explorer', 'list_roots')).includes(window.workspace.path('web')), true);
  });
});
