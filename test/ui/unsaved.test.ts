import { equal } from 'node:assert/strict';
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '../host/workbench/until';
import { UiWindow } from './window';

const unsaved = 'One withdrawal is not saved yet and holds in this window only; saving is tried again.';

describe('a withdrawal that the disk does not take', () => {
  let window: UiWindow;
  let decisions: string;

  before(async () => {
    window = await UiWindow.open({ folders: ['web'] });
    const { view, vscode } = window;
    decisions = path.join(
      vscode.dataDir,
      'data',
      'User',
      'globalStorage',
      'mcp-roots.mcp-roots',
      'decisions',
    );
    await view.tree.waitFor('explorer', 'web');
    await view.start('explorer');
    await view.allow(['web'], 'Always Allow');
    await view.waitForState('explorer', /up to date, 1 folder/);
  });

  after(() => window.close());

  it('holds, is said above the tree until it is saved, and is saved then', async () => {
    const { view, workbench } = window;
    const waits = ['v explorer  running · up to date, 0 folders · 1 new folder', '  [ ] web  new'];
    await view.tree.chooseFromMenu(['explorer'], 'Revoke Folder Access…');
    await workbench.dialog.waitFor('Revoke');
    // In the place of the folder of decisions there is a file.
    renameSync(decisions, `${decisions}-away`);
    try {
      writeFileSync(decisions, '');
      await workbench.dialog.click('Revoke');
      const { severity } = await workbench.notifications.waitFor('saving it is tried again');
      equal(severity, 'error');
      await eventually(() => view.tree.message(), unsaved);
      await eventually(() => window.lines(), waits);
      await workbench.screenshot('withdrawal-not-saved');
      await workbench.notifications.close('saving it is tried again');
    } finally {
      rmSync(decisions, { force: true });
      renameSync(`${decisions}-away`, decisions);
    }
    await eventually(() => view.tree.message(), '');
    await eventually(() => window.lines(), waits);
    await workbench.reload();
    await eventually(async () => (await window.lines()).at(-1), '  [ ] web  new');
  });

  it('and a decision that something else took from the disk is missed, and counts as none', async () => {
    const { view, workbench } = window;
    const missed = '1 stored decision is missing or older than what VS Code saved. It counts as not decided.';
    await view.tree.clickCheckbox('explorer', 'web');
    await view.answer(/^Allow “web” for “explorer”/, 'Always Allow');
    await eventually(async () => (await window.lines()).at(-1), '  [x] web  allowed');
    for (const record of readdirSync(decisions)) rmSync(path.join(decisions, record), { recursive: true });
    const { severity } = await workbench.notifications.waitFor(missed);
    equal(severity, 'warning');
    await eventually(() => view.tree.message(), missed);
    await eventually(async () => (await window.lines()).at(-1), '  [ ] web  new');
    await workbench.screenshot('decision-missed');
    await workbench.notifications.click(missed, 'Manage Folder Access…');
    await workbench.quickPick.waitFor(/^Which folders may/);
    await workbench.quickPick.escape();
    await eventually(() => view.tree.message(), '');
  });
});
