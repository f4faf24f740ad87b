import { deepEqual } from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkoutRoot } from '../host/checkout';
import { story } from '../host/steps';
import { eventually } from '../host/workbench/until';
import { UiWindow } from './window';

const program = path.join(checkoutRoot(), 'test', 'fixtures', 'agents', 'scripted.mjs');
const agent = (...switches: readonly string[]) => ({
  command: process.execPath,
  args: [program, ...switches],
});

const signedIn = path.join(tmpdir(), `mcp-roots-ui-signed-in-${process.pid}`);

/** One story: each test goes on where the one before it ended. */
describe('sessions of an agent', () => {
  const step = story();
  let window: UiWindow;

  before(async () => {
    window = await UiWindow.open({
      folders: ['web', 'api', 'docs'],
      settings: {
        'mcpRoots.explorer.enabled': false,
        'mcpRoots.agents': {
          helper: agent(),
          one: agent('no-directories', `sign-in=${signedIn}`),
          picky: agent('reject=docs'),
        },
      },
    });
  });

  after(async () => {
    await window.close();
    rmSync(signedIn, { force: true });
  });

  /** The lines below one agent, but for its three folders. */
  const sessionsOf = async (name: string) => (await window.linesBelow(name)).slice(3);
  const session = () => sessionsOf('helper');

  step('are begun once folders are allowed, with the one first that the user picks', async () => {
    const { view, workbench } = window;
    const look = () => workbench.screenshot('session-primary');
    await view.beginFirstSession('helper', ['web', 'api'], 'api', look);
    await workbench.notifications.waitFor('It was told: api, web.');
    await workbench.screenshot('session-begun');
    await workbench.notifications.close('It was told: api, web.');
    await eventually(
      async () => (await window.lines()).slice(0, 5),
      [
        'v helper  running',
        '  [x] web  allowed',
        '  [x] api  allowed',
        '  [ ] docs  ask later',
        '  > Session of hh:mm  told: api, web',
      ],
    );
  });

  step(
    'show what they were told and what they would be told now, and are told it at a click only',
    async () => {
      const { view, workbench } = window;
      const rows = await view.tree.rows();
      const [named = ''] = rows.flatMap(({ label }) => (label.startsWith('Session of ') ? label : []));
      await view.tree.chooseFromMenu(['helper', named], 'Rename Agent Session…');
      await workbench.quickPick.waitFor('Rename Session');
      await workbench.quickPick.type('Docs of the API');
      await workbench.screenshot('session-rename');
      await workbench.quickPick.accept();
      await eventually(session, ['  > Docs of the API  told: api, web']);
      await view.tree.clickCheckbox('helper', 'web');
      await view.tree.clickCheckbox('helper', 'docs');
      await view.answer(/^Allow /, 'Always Allow');
      await workbench.notifications.waitFor('still has an earlier list (told: api, web, now: api, docs).');
      await view.tree.expand('helper', 'Docs of the API');
      await eventually(session, [
        '  v Docs of the API  told: api, web, now: api, docs',
        '    Give it the current folders',
        '    api  working directory · told',
        '    web  withdrawn',
        '    docs  not told yet',
      ]);
      await workbench.screenshot('session-changed');
      await workbench.notifications.close('still has an earlier list');
      await view.tree.click('helper', 'Docs of the API', 'Give it the current folders');
      await eventually(session, [
        '  v Docs of the API  told: api, docs',
        '    api  working directory · told',
        '    docs  told',
      ]);
      await workbench.screenshot('session-told');
    },
  );

  step('stand still without their working directory, and go on with it', async () => {
    const { view, workbench } = window;
    await view.tree.clickCheckbox('helper', 'api');
    await workbench.notifications.waitFor('is paused: api, its working directory, is not allowed any more.');
    await eventually(session, [
      '  v Docs of the API  told: api, docs, now: nothing',
      '    Paused  its working directory api is not allowed any more',
      '    New session with the current folders',
      '    api  working directory · withdrawn',
      '    docs  held back',
    ]);
    await workbench.screenshot('session-stopped');
    await workbench.notifications.close('is paused');
    await view.tree.clickCheckbox('helper', 'api');
    await view.answer(/^Allow /, 'Always Allow');
    await eventually(async () => (await session())[0], '  v Docs of the API  told: api, docs');
  });

  step(
    'are closed and opened again, also by a window that is loaded anew, with the same folders',
    async () => {
      const { view, workbench } = window;
      await view.tree.clickAction(['helper', 'Docs of the API'], 'Close Agent Session');
      const earlier = '  Earlier sessions  1 session · last: Docs of the API';
      await eventually(session, [earlier]);
      await window.killExtensionHost();
      await workbench.reload();
      const undecided = ['web', 'api', 'docs'].map((name) => `  [ ] ${name}  new`);
      await eventually(
        () => window.lines(),
        [
          'v helper  stopped',
          '  [ ] web  not allowed',
          '  [x] api  allowed',
          '  [x] docs  allowed',
          earlier,
          'v one  needs approval · 3 new folders',
          ...undecided,
          'v picky  needs approval · 3 new folders',
          ...undecided,
        ],
      );
      await view.tree.click('helper', 'Earlier sessions');
      await workbench.quickPick.waitForRow('Docs of the API');
      await workbench.screenshot('session-earlier');
      // A window that was just loaded may give the focus back to the view while the pick stands.
      await workbench.quickPick.click('Docs of the API');
      await workbench.notifications.waitFor('It was told: api, docs.');
      await eventually(session, ['  > Docs of the API  told: api, docs']);
      deepEqual(await view.tree.contextMenu('helper', 'Docs of the API'), [
        'Talk to Agent',
        'Talk to Agent in Chat',
        'Talk to Agent in Terminal',
        'Rename Agent Session…',
        'Close Agent Session',
      ]);
    },
  );

  step(
    'are begun once the user has signed in, and say for as long as they are open what they cannot see',
    async () => {
      const { view, workbench } = window;
      // What is shown of a line while the mouse rests on it lies over the lines below.
      await workbench.page.mouse.move(700, 300);
      await view.beginFirstSession('one', ['web', 'api'], 'web');
      await workbench.quickPick.waitForRow('Sign in by the program');
      await workbench.screenshot('session-sign-in');
      await workbench.quickPick.moveTo('Sign in by the program');
      await workbench.quickPick.accept();
      await workbench.dialog.waitFor('in a terminal to sign in?');
      await workbench.screenshot('session-sign-in-program');
      await workbench.dialog.click('Run');
      await workbench.notifications.waitFor('It was told: web.');
      await eventually(
        () => sessionsOf('one'),
        [
          '  v Session of hh:mm  told: web · cannot see: api',
          '    Cannot see api  this agent takes one folder only, here web',
          '    web  working directory · told',
          '    api  cannot be told',
        ],
      );
      await workbench.screenshot('session-cannot-see');
    },
  );

  step(
    'are never begun with fewer folders than the agent refuses, but for the ones that the user picks',
    async () => {
      const { view, workbench } = window;
      await view.beginFirstSession('picky', ['web', 'api', 'docs'], 'web');
      await workbench.notifications.waitFor('not with docs');
      await workbench.screenshot('session-refused');
      await workbench.notifications.click('not with docs', 'Try with Fewer Folders…');
      await workbench.quickPick.setTicked('api', true);
      await workbench.screenshot('session-fewer');
      await workbench.quickPick.clickOk();
      await eventually(
        () => sessionsOf('picky'),
        [
          '  v Session of hh:mm  told: web, api, now: web, api, docs',
          '    Give it the current folders',
          '    web  working directory · told',
          '    api  told',
          '    docs  not told yet',
        ],
      );
    },
  );

  step('show what their agent may have read of a list that it refused', async () => {
    const { view, workbench } = window;
    const [, name = ''] = /^ {2}v (Session of \S+)/.exec((await view.tree.lines()).at(-5) ?? '') ?? [];
    await view.tree.click('picky', name, 'Give it the current folders');
    await eventually(
      () => sessionsOf('picky'),
      [
        '  v Session of hh:mm  told: web, api, now: web, api, docs',
        '    Give it the current folders',
        '    May have been told of docs  the agent was sent it with a request that failed',
        '    web  working directory · told',
        '    api  told',
        '    docs  not told yet',
      ],
    );
    await workbench.screenshot('session-in-vain');
  });
});
