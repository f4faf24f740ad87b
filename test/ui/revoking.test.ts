import { deepEqual } from 'node:assert/strict';
import { story } from '../host/steps';
import { eventually } from '../host/workbench/until';
import { openWithWebAllowed } from './webAllowed';
import type { UiWindow } from './window';

describe('consents', () => {
  const step = story();
  let window: UiWindow;

  before(async () => {
    window = await openWithWebAllowed();
  });

  after(() => window.close());

  step('are revoked for one server, after a question', async () => {
    const { workbench, view } = window;
    await view.tree.chooseFromMenu(['records'], 'Revoke Folder Access…');
    const dialog = await workbench.dialog.waitFor('Revoke');
    deepEqual(dialog, {
      message: 'Revoke 1 decision for server “records”?',
      detail:
        'Running servers that know such a folder are started again without it. You will be asked again.',
      buttons: ['Cancel', 'Revoke'],
    });
    await workbench.screenshot('revoke-server');
    await workbench.dialog.escape();
    await view.waitForState('records', /up to date, 1 folder/);
    await view.tree.chooseFromMenu(['records'], 'Revoke Folder Access…');
    await workbench.dialog.waitFor('Revoke');
    await workbench.dialog.click('Revoke');
    await eventually(
      () => window.lines(),
      [
        'v explorer  running · up to date, 1 folder',
        '  [x] web  allowed',
        '  [ ] api  ask later',
        'v records  running · up to date, 0 folders · 1 new folder',
        '  [ ] web  new',
        '  [ ] api  ask later',
      ],
    );
  });

  step('are revoked for one folder, of every server', async () => {
    const { workbench, view } = window;
    await view.tree.chooseFromMenu(['explorer', 'web'], 'Revoke Access to Folder…');
    await workbench.dialog.waitFor('Revoke 1 decision for folder “web”?');
    await workbench.dialog.click('Revoke');
    await view.waitForState('explorer', /up to date, 0 folders/);
    deepEqual(await window.linesBelow('explorer'), ['  [ ] web  new', '  [ ] api  ask later']);
  });

  step('are revoked all at once', async () => {
    const { workbench, view } = window;
    for (const server of ['explorer', 'records']) {
      await view.tree.clickCheckbox(server, 'api');
      await view.answer(/^Allow “api” for/, 'Always Allow');
      await view.waitForState(server, /up to date, 1 folder/);
    }
    await workbench.runCommand('MCP Roots: Revoke Everything');
    await workbench.dialog.waitFor('for every server and folder?');
    await workbench.dialog.click('Revoke');
    for (const server of ['explorer', 'records']) await view.waitForState(server, /up to date, 0 folders/);
  });

  step('stopped and restarted from the palette, the server runs as it did', async () => {
    const { workbench, view } = window;
    const before = window.processes('dist/explorer.js');
    await workbench.runCommand('MCP Roots: Stop');
    await workbench.quickPick.waitForRow('explorer');
    await workbench.screenshot('stop-which-server');
    await workbench.quickPick.click('records');
    await view.waitForState('records', /^stopped/);
    await workbench.runCommand('MCP Roots: Stop');
    await view.waitForState('explorer', /^stopped/);
    deepEqual(
      window.processes('dist/explorer.js').filter((pid) => before.includes(pid)),
      [],
    );
    deepEqual(await workbench.palette.titles('MCP Roots: Restart'), []);
  });
});
