import { deepEqual, match } from 'node:assert/strict';
import path from 'node:path';
import { checkoutRoot } from '../host/checkout';
import { story } from '../host/steps';
import { eventually, until } from '../host/workbench/until';
import { UiWindow } from './window';

const fixtures = path.join(checkoutRoot(), 'test', 'fixtures');
const program = (...names: readonly string[]) => ({
  command: process.execPath,
  args: [path.join(fixtures, ...names)],
});

/** One story: each test goes on where the one before it ended. */
describe('the servers of an agent', () => {
  const step = story();
  let window: UiWindow;

  before(async () => {
    window = await UiWindow.open({
      folders: ['web', 'api'],
      settings: {
        'mcpRoots.explorer.enabled': false,
        'mcpRoots.servers': {
          git: program('servers', 'misbehaving.mjs'),
          notes: program('servers', 'misbehaving.mjs'),
        },
        'mcpRoots.agents': { helper: program('agents', 'scripted.mjs') },
      },
    });
  });

  after(() => window.close());

  const below = (name: string) => window.linesBelow(name);

  step('are none before they are chosen, and are approved and given folders then', async () => {
    const { view, workbench } = window;
    const { quickPick } = workbench;
    await view.tree.waitFor('helper', 'api');
    await view.tree.chooseFromMenu(['helper'], 'Servers for Agent…');
    await quickPick.waitFor('Servers for “helper”');
    await quickPick.waitForRow('git');
    deepEqual(
      (await quickPick.rows()).map(({ label, checked }) => [label, checked]),
      [
        ['git', false],
        ['notes', false],
      ],
    );
    await quickPick.setTicked('git', true);
    await workbench.screenshot('servers-for-agent');
    await quickPick.accept();
    await view.approve();
    await view.allow(['web'], 'Always Allow');
    await eventually(() => below('git'), ['  [x] web  allowed', '  [ ] api  ask later']);
  });

  step('have a line for each session that is given them, which says what it sees', async () => {
    const { view, workbench } = window;
    await view.beginFirstSession('helper', ['web', 'api'], 'api');
    await workbench.notifications.waitFor('It was told: api, web.');
    await workbench.notifications.close('It was told: api, web.');
    await eventually(
      () => below('git'),
      ['  [x] web  allowed', '  [ ] api  ask later', '  helper · session 1  not connected'],
    );
    await workbench.screenshot('servers-of-session');
    const row = await view.tree.waitFor('git', 'helper · session 1');
    match(row.ariaLabel, /^client helper · session 1 of server git/);
  });

  step('are taken from a session at a word, with its key', async () => {
    const { view, workbench } = window;
    await view.tree.chooseFromMenu(['git', 'helper · session 1'], 'Remove Client…');
    deepEqual(await workbench.dialog.waitFor('Remove'), {
      message: 'Take its servers from “helper · session 1”?',
      detail:
        'It may not open git any more. When it is opened again, it is given the servers of its agent again.',
      buttons: ['Cancel', 'Remove'],
    });
    await workbench.screenshot('servers-of-session-removed');
    await workbench.dialog.click('Remove');
    // The grants of the server stay.
    await eventually(() => below('git'), ['  [x] web  allowed', '  [ ] api  ask later']);
    await until(
      'the session to stay',
      () => below('helper'),
      (lines) => lines.length === 3,
    );
  });
});
