import { deepEqual, equal } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { checkoutRoot } from '../host/checkout';
import { story } from '../host/steps';
import { eventually, until } from '../host/workbench/until';
import { UiWindow } from './window';

const program = path.join(checkoutRoot(), 'test', 'fixtures', 'agents', 'scripted.mjs');

/** One story: each test goes on where the one before it ended. */
describe('an agent', () => {
  const step = story();
  let window: UiWindow;

  before(async () => {
    window = await UiWindow.open({
      folders: ['web', 'api'],
      settings: { 'mcpRoots.explorer.enabled': false },
    });
  });

  after(() => window.close());

  step('is added by its command in three guided steps, or is one that is known by name', async () => {
    const { workbench, view, workspace } = window;
    const { quickPick } = workbench;
    await workbench.runCommand('MCP Roots: Add Agent…');
    await quickPick.waitFor('Add Agent (1/3): Agent');
    deepEqual(
      (await quickPick.rows()).map(({ label }) => label),
      ['Claude', 'Codex', 'Gemini', 'OpenCode', 'Copilot', 'Another agent'],
    );
    await workbench.screenshot('add-agent-1');
    await quickPick.moveTo('Another agent');
    await quickPick.accept();
    await quickPick.waitFor('Add Agent (1/3): Command');
    await quickPick.type([process.execPath, program].map((each) => JSON.stringify(each)).join(' '));
    await quickPick.accept();
    await quickPick.waitFor('Add Agent (2/3): Name');
    await quickPick.type('helper');
    await quickPick.accept();
    await quickPick.waitFor('Add Agent (3/3): Place');
    await quickPick.moveTo('Workspace settings');
    await quickPick.accept();
    await eventually(async () => (await workbench.editor.name()).includes('ui.code-workspace'), true);
    const file = JSON.parse(readFileSync(workspace.file, 'utf8')) as { settings: Record<string, unknown> };
    deepEqual(file.settings['mcpRoots.agents'], {
      helper: { command: process.execPath, args: [program] },
    });
    await workbench.screenshot('add-agent-done');
    await workbench.page.keyboard.press('Escape');
    await view.tree.waitFor('helper', 'api');
    await eventually(
      () => window.lines(),
      ['v helper  needs approval · 2 new folders', '  [ ] web  new', '  [ ] api  new'],
    );
    const [line, folder] = await view.tree.rows();
    deepEqual(
      [line?.ariaLabel, folder?.ariaLabel],
      ['agent helper, needs approval · 2 new folders', 'folder web, not shared with agent helper, new'],
    );
    await workbench.screenshot('agent-added');
  });

  step('is approved and given folders before it starts, as a server is', async () => {
    const { workbench, view } = window;
    const { quickPick } = workbench;
    await view.tree.clickAction(['helper'], 'Start');
    equal((await quickPick.waitFor(/^Approve /)).title, 'Approve “helper”?');
    await workbench.screenshot('agent-approval');
    await view.approve();
    await quickPick.waitFor('Which folders may “helper” see? (1/2)');
    await workbench.screenshot('agent-folders');
    await view.allow(['web'], 'Always Allow');
    await eventually(
      () => window.lines(),
      ['v helper  running', '  [x] web  allowed', '  [ ] api  ask later'],
    );
    await workbench.screenshot('agent-running');
  });

  step('says of itself what it is, what it sees and why not more', async () => {
    const { workbench, view } = window;
    deepEqual(await view.tree.contextMenu('helper'), [
      'Talk to Agent',
      'Talk to Agent in Chat',
      'Talk to Agent in Terminal',
      'Stop',
      'Restart',
      'New Agent Session…',
      'Open Earlier Agent Session…',
      'Change Primary Folder of Agent…',
      'Manage Folder Access…',
      'Revoke Folder Access…',
      'Revoke Approval',
      'Servers for Agent…',
      'Show Access',
      'Show History',
      'Show Definition',
      'Open Definition in Settings',
      'Show Log',
    ]);
    await workbench.screenshot('agent-menu');
    await workbench.page.keyboard.press('Escape');
    await view.tree.chooseFromMenu(['helper'], 'Show Access');
    await workbench.editor.waitForText('What “helper” sees');
    await workbench.screenshot('agent-sees');
    await view.closeEditor();
    await view.tree.chooseFromMenu(['helper'], 'Show History');
    await workbench.editor.waitForText('What “helper” was told');
    await workbench.screenshot('agent-told');
    await view.closeEditor();
    await view.tree.chooseFromMenu(['helper', 'api'], 'Explain Folder Access…');
    await workbench.notifications.waitFor('“helper” cannot see “api”: you have not decided about it.');
    await workbench.screenshot('agent-why');
    await workbench.notifications.close('“helper” cannot see “api”');
  });

  step('is found in the palette where one is there', async () => {
    const titles = await window.workbench.palette.titles('MCP Roots: ');
    deepEqual(
      titles.filter((title) => title.includes('Agent')),
      [
        'MCP Roots: Add Agent…',
        'MCP Roots: Agent Commands…',
        'MCP Roots: Agent Mode and Options…',
        'MCP Roots: Answer Questions of Agents',
        'MCP Roots: Manage Server or Agent…',
        'MCP Roots: New Agent Session…',
        'MCP Roots: Open Earlier Agent Session…',
        'MCP Roots: Resume Last Agent Session',
        'MCP Roots: Servers for Agent…',
        'MCP Roots: Talk to Agent',
      ],
    );
  });

  step('stands under each folder where folders come first', async () => {
    const { workbench } = window;
    await workbench.runCommand('MCP Roots: Group by Folder');
    await until(
      'folders to come first',
      () => window.lines(),
      (lines) => lines[0]?.startsWith('v web ') === true && lines.length === 4,
    );
    deepEqual(
      (await window.lines()).filter((line) => line.startsWith('  ')),
      ['  [x] helper  agent · allowed', '  [ ] helper  agent · ask later'],
    );
    await workbench.screenshot('agent-by-folder');
    await workbench.runCommand('MCP Roots: Group by Server');
    await window.view.tree.waitFor('helper', 'web');
  });

  step('is started by hand only: a window that is loaded again has it stopped', async () => {
    await window.workbench.reload();
    await until(
      'the folders to be there again',
      () => window.lines(),
      (lines) => lines.includes('  [x] web  allowed'),
      60_000,
    );
    await eventually(
      () => window.lines(),
      ['v helper  stopped · 1 new folder', '  [ ] api  new', '  [x] web  allowed'],
    );
    await eventually(() => window.processes(program), []);
  });

  step('is stopped and loses its folders at a word', async () => {
    const { workbench, view } = window;
    await view.tree.clickAction(['helper'], 'Start');
    await workbench.quickPick.waitFor(/^Which folders may/);
    await workbench.quickPick.accept();
    await view.answer(/^Nothing ticked: “api”/, 'Not Now');
    await view.waitForState('helper', /^running/);
    await view.tree.clickAction(['helper'], 'Stop');
    await view.waitForState('helper', /^stopped/);
    deepEqual(window.processes(program), []);
    await view.tree.chooseFromMenu(['helper'], 'Revoke Folder Access…');
    deepEqual(await workbench.dialog.waitFor('Revoke'), {
      message: 'Revoke 1 decision for agent “helper”?',
      detail:
        'Sessions of agents go on with the folders that are left; what they were told cannot be untold. You will be asked again.',
      buttons: ['Cancel', 'Revoke'],
    });
    await workbench.screenshot('agent-revoke');
    await workbench.dialog.click('Revoke');
    await eventually(
      () => window.lines(),
      ['v helper  stopped · 1 new folder', '  [ ] web  new', '  [ ] api  ask later'],
    );
  });
});
