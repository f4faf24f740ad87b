import { deepEqual, equal, match } from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { filesDefinition } from '../demo/sample';
import { story } from '../host/steps';
import { eventually, until } from '../host/workbench/until';
import { UiWindow } from './window';

const running = 'running · up to date, 1 folder';
const inSync = (name: string) => [`v ${name}  ${running}`, '  [x] web  allowed in this session'];

describe('a definition that is not approved any more', () => {
  const step = story();
  let window: UiWindow;

  /** Writes every server of the workspace file anew, in one change. */
  const define = (env: Readonly<Record<string, string>>) => {
    const file = JSON.parse(readFileSync(window.workspace.file, 'utf8')) as {
      settings: Record<string, unknown>;
    };
    const definition = { ...filesDefinition(), env };
    file.settings['mcpRoots.servers'] = { files: definition, notes: definition };
    writeFileSync(window.workspace.file, JSON.stringify(file, null, 2));
  };

  const stops = async () =>
    (await window.workbench.notifications.read()).filter(({ message }) => / stopped: /.test(message));

  before(async () => {
    window = await UiWindow.open({
      folders: ['web'],
      servers: { files: filesDefinition(), notes: filesDefinition() },
      settings: { 'mcpRoots.explorer.enabled': false },
    });
    await window.view.tree.waitFor('notes', 'web');
  });

  after(() => window.close());

  step('says so on its line, where it is approved without being started', async () => {
    const { view, workbench } = window;
    equal((await view.tree.waitFor('files')).description, 'needs approval · 1 new folder');
    await workbench.screenshot('not-approved-yet');
    await view.tree.clickAction(['files'], 'Review and Approve Definition…');
    await view.answer(/^Approve “files”\?/, 'Approve');
    await eventually(
      () => window.lines(),
      [
        'v files  stopped · 1 new folder',
        '  [ ] web  new',
        'v notes  needs approval · 1 new folder',
        '  [ ] web  new',
      ],
    );
  });

  step('ends what runs when it changes, says so once, and shows the old one beside the new one', async () => {
    const { view, workbench } = window;
    for (const server of ['files', 'notes']) {
      await view.start(server);
      await view.allow(['web'], 'Allow in This Session');
      await view.waitForState(server, /up to date, 1 folder/);
    }
    define({ LEVEL: '2' });
    const { message, severity, buttons } = await workbench.notifications.waitFor('were stopped');
    deepEqual(
      { message, severity, buttons },
      {
        message:
          '“files”, “notes” were stopped: their definitions have changed. ' +
          'They won’t run until you approve them. Review Changes',
        severity: 'info',
        buttons: ['Cancel'],
      },
    );
    const changed = 'definition changed, review · 1 new folder';
    await eventually(
      () => window.lines(),
      ['files', 'notes'].flatMap((name) => [`v ${name}  ${changed}`, '  [ ] web  new']),
    );
    equal((await stops()).length, 1);
    await workbench.screenshot('changed-and-stopped');

    await workbench.notifications.clickLink('were stopped', 'Review Changes');
    const first = await workbench.quickPick.waitFor(/^Approve /);
    equal(first.title, 'Approve “files” again? Its definition has changed (1/2)');
    await eventually(async () => (await workbench.editor.name()).includes('approved ↔ now'), true);
    await workbench.screenshot('change-reviewed');
    await view.answer(/^Approve “files”/, 'Approve', false);
    await view.answer(/^Approve “notes”/, 'Approve', false);
    const { quickPick } = workbench;
    await quickPick.waitFor(/^Which folders may/);
    const rows = await quickPick.rows();
    deepEqual(
      rows.map(({ label, detail, checked }) => [label, detail, checked]),
      [
        ['web', 'allowed before the definition changed', false],
        ['web', 'allowed before the definition changed', false],
      ],
    );
    await view.tickEvery('web', 2);
    await quickPick.accept();
    await view.answer(/^Allow /, 'Allow in This Session');
    await eventually(() => window.lines(), [...inSync('files'), ...inSync('notes')]);
    equal((await stops()).length, 0);
  });

  step('says so only as long as something waits for approval, wherever that is given', async () => {
    const { view, workbench } = window;
    define({ LEVEL: '3' });
    await workbench.notifications.waitFor('were stopped');
    await view.tree.clickAction(['files'], 'Review and Approve Definition…');
    await view.answer(/^Approve “files” again/, 'Approve');
    await workbench.notifications.waitFor('“notes” was stopped');
    equal((await stops()).length, 1);
    await workbench.screenshot('one-still-waits');
    await view.tree.clickAction(['notes'], 'Review and Approve Definition…');
    await view.answer(/^Approve “notes” again/, 'Approve');
    await workbench.notifications.waitUntilGone('was stopped');
    for (const server of ['files', 'notes']) {
      await view.start(server);
      await view.allow(['web'], 'Allow in This Session');
      await view.waitForState(server, /up to date, 1 folder/);
    }
  });

  step('is taken back from the menu of its line: the server ends, and is asked about again', async () => {
    const { view, workbench } = window;
    await view.tree.chooseFromMenu(['files'], 'Revoke Approval');
    await eventually(
      () => window.lines(),
      ['v files  needs approval', '  [x] web  allowed in this session', ...inSync('notes')],
    );
    await workbench.screenshot('approval-taken-back');
    equal((await stops()).length, 0);
    await view.pressStart('files');
    const { title } = await workbench.quickPick.waitFor(/^Approve /);
    equal(title, 'Approve “files”?');
    await workbench.quickPick.escape();
    await workbench.quickPick.waitUntilClosed();
    match((await view.tree.waitFor('files')).description, /^needs approval/);
  });

  step(
    'can be taken back from the palette for what was approved, and approved for what was not',
    async () => {
      const { view, workbench } = window;
      await workbench.runCommand('MCP Roots: Revoke Approval');
      await view.waitForState('notes', /^needs approval/);
      await until(
        'nothing to take back',
        () => workbench.palette.titles('MCP Roots: Revoke Approval'),
        (titles) => titles.length === 0,
      );
      await workbench.runCommand('MCP Roots: Review and Approve Definition…');
      const rows = await until(
        'the servers to choose from',
        () => workbench.quickPick.rows(),
        (seen) => seen.length === 2,
      );
      deepEqual(
        rows.map(({ label }) => label),
        ['files', 'notes'],
      );
      await workbench.quickPick.escape();
    },
  );
});
