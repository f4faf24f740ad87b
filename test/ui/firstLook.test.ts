import { deepEqual, equal, match } from 'node:assert/strict';
import { filesDefinition } from '../demo/sample';
import { story } from '../host/steps';
import { eventually, until } from '../host/workbench/until';
import type { RootsView } from '../host/rootsView';
import { UiWindow, withWindow } from './window';

const atFirst = [
  'v explorer  stopped · 2 new folders',
  '  [ ] web  new',
  '  [ ] api  new',
  'v files  needs approval · 2 new folders',
  '  [ ] web  new',
  '  [ ] api  new',
];

describe('at first sight', () => {
  const step = story();
  let window: UiWindow;

  before(async () => {
    window = await UiWindow.open({ folders: ['web', 'api'], servers: { files: filesDefinition() } });
    await window.view.tree.waitFor('files', 'api');
  });

  after(() => window.close());

  step('shows every server with every folder, nothing shared', async () => {
    await eventually(() => window.lines(), atFirst);
    await window.workbench.screenshot('first-look-light');
  });

  step('says to a screen reader what the eye sees: state, folder, server', async () => {
    const rows = await window.view.tree.rows();
    deepEqual(
      rows.slice(3, 5).map(({ ariaLabel, checkboxLabel }) => ({ ariaLabel, checkboxLabel })),
      [
        { ariaLabel: 'server files, needs approval · 2 new folders', checkboxLabel: '' },
        {
          ariaLabel: 'folder web, not shared with server files, new',
          checkboxLabel: 'web for files, new',
        },
      ],
    );
  });

  step('has at most three inline actions on a line', async () => {
    const actions = (await window.view.tree.rows()).map((row) => row.actions);
    const onServer = ['Start', 'Manage Folder Access…', 'Show Access'];
    const onUnapproved = ['Start', 'Review and Approve Definition…', 'Show Access'];
    deepEqual(actions, [onServer, [], [], onUnapproved, [], []]);
  });

  step('does nothing on a mere click', async () => {
    const { workbench, view } = window;
    const before = await window.lines();
    await view.tree.click('files', 'web');
    await view.tree.click('explorer', 'api');
    deepEqual(await window.lines(), before);
    equal(await workbench.quickPick.isOpen(), false);
    deepEqual(await workbench.notifications.read(), []);
  });

  step('offers in the palette only what is possible now', async () => {
    await revokeWhatOthersLeft();
    // Possible only where there was something to revoke.
    const undo = 'MCP Roots: Undo Revoke Everything';
    const titles = await window.workbench.palette.titles('MCP Roots: ');
    deepEqual(
      titles.filter((title) => title !== undo),
      [
        'MCP Roots: Add Agent…',
        'MCP Roots: Add File as Root…',
        'MCP Roots: Add Folder as Root…',
        'MCP Roots: Add Root from URL…',
        'MCP Roots: Add Server…',
        'MCP Roots: Clear Stored Inputs…',
        'MCP Roots: Explain Folder Access…',
        'MCP Roots: Export Servers…',
        'MCP Roots: Focus on MCP Roots View',
        'MCP Roots: Get Started',
        'MCP Roots: Group by Folder',
        'MCP Roots: Help',
        'MCP Roots: Import Servers…',
        'MCP Roots: Manage Folder Access…',
        'MCP Roots: Manage Server or Agent…',
        'MCP Roots: Pause Sharing in All Windows',
        'MCP Roots: Rename Folder for Servers…',
        'MCP Roots: Review and Approve Definition…',
        'MCP Roots: Show Access',
        'MCP Roots: Show Access Report',
        'MCP Roots: Show Definition',
        'MCP Roots: Show Extension Log',
        'MCP Roots: Show History',
        'MCP Roots: Show Log',
        'MCP Roots: Show Who Can See Folder',
        'MCP Roots: Start',
        'MCP Roots: Start All Servers',
        'MCP Roots: Stop Using in Chat',
        'MCP Roots: Suggest Folders…',
        'MCP Roots: Toggle Folder…',
        'MCP Roots: Use from Another Client…',
        'MCP Roots: Use in Chat',
      ],
    );
  });

  /** Decisions are kept for every window, so that tests before this one may have left some. */
  async function revokeWhatOthersLeft(): Promise<void> {
    const { workbench } = window;
    const { palette, dialog } = workbench;
    const revoke = 'MCP Roots: Revoke Everything';
    if (!(await palette.titles(revoke)).includes(revoke)) return;
    await workbench.runCommand(revoke);
    await dialog.waitFor('Revoke');
    await dialog.click('Revoke');
    await until(
      'every decision to be revoked',
      () => palette.titles(revoke),
      (titles) => !titles.includes(revoke),
    );
  }

  step('gathers what can be done with a server, by keys alone', async () => {
    const { workbench, view } = window;
    const inMenu = await view.tree.contextMenu('files');
    await workbench.runCommand('MCP Roots: Manage Server or Agent…');
    await workbench.quickPick.waitForRow('files');
    await workbench.quickPick.type('files');
    await workbench.quickPick.accept();
    await workbench.quickPick.waitFor('Manage files');
    deepEqual(
      (await workbench.quickPick.rows()).map(({ label }) => label),
      inMenu,
    );
    await workbench.screenshot('manage');
    await workbench.quickPick.moveTo('Show Access');
    await workbench.quickPick.accept();
    await workbench.editor.waitForText('What “files” sees');
    await view.closeEditor();
  });

  step('opens help that came with it', async () => {
    const { workbench, view } = window;
    await workbench.runCommand('MCP Roots: Help');
    const tab = workbench.page.locator('.tab.active .label-name');
    await eventually(() => tab.innerText(), 'Preview index.md');
    const pages = workbench.page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await workbench.screenshot('help');
    await pages.getByRole('link', { name: 'Let a server see its first folder' }).first().click();
    await eventually(() => tab.innerText(), 'Preview first-folder.md');
    await workbench.screenshot('help-page');
    await view.closeEditor();
  });

  step('leads through its first steps, when it is asked to', async () => {
    const { workbench, view } = window;
    await workbench.runCommand('MCP Roots: Get Started');
    const page = workbench.page.locator('.gettingStartedContainer');
    await page.getByRole('heading', { name: 'Get Started with MCP Roots', level: 2 }).waitFor();
    for (const title of ['Bring your servers', 'Use them in chat', 'Change your mind', 'Share one folder']) {
      await page.getByText(title, { exact: true }).click();
      await workbench.screenshot(`walkthrough-${title.toLowerCase().replaceAll(' ', '-')}`);
    }
    await view.closeEditor();
  });

  step('shows the whole command of a server in a document', async () => {
    const { workbench, view } = window;
    const { command, args } = filesDefinition();
    await view.tree.chooseFromMenu(['files'], 'Show Definition');
    const text = await workbench.editor.waitForText('Program:');
    match(text, /From: workspace settings/);
    equal(text.includes(`Program: ${command}\nArguments:\n  ${args.join('\n  ')}\n`), true);
    await workbench.screenshot('definition-document');
    await view.closeEditor();
  });
});

describe('at first sight, in a dark theme', () => {
  it('looks the same', () =>
    withWindow(
      'first look, dark',
      [{ folders: ['web', 'api'], servers: { files: filesDefinition() } }, { colorScheme: 'dark' }],
      async (window) => {
        await eventually(() => window.lines(), atFirst);
        const { page } = window.workbench;
        equal(await page.locator('.monaco-workbench.vs-dark').count(), 1);
        await window.workbench.screenshot('first-look-dark');
      },
    ));
});

describe('with nothing to show', () => {
  it('without a folder, says how to get one', () =>
    withWindow('no folder', [{ folders: [] }, { empty: true }], async ({ view, workbench }) => {
      await eventually(
        () => welcomeOf(view),
        [
          'Open a folder to decide which servers may see it.',
          'Open Folder',
          'A folder from elsewhere can be added as a root.',
        ],
      );
      await workbench.screenshot('welcome-no-folder');
    }));

  it('without a server, says how to add one', () =>
    withWindow(
      'no server',
      [{ folders: ['web'], settings: { 'mcpRoots.explorer.enabled': false } }],
      async ({ view, workbench }) => {
        await eventually(
          () => welcomeOf(view),
          [
            'No MCP server is configured, and the bundled one is hidden.',
            'Add a Server',
            'Add an Agent',
            'Servers and agents see no folder before you allow it.',
            'Get Started',
          ],
        );
        await workbench.screenshot('welcome-no-server');
        await view.tree.clickInWelcome('Add a Server');
        await workbench.quickPick.waitFor(/^Add Server/);
        await workbench.quickPick.escape();
      },
    ));
});

async function welcomeOf({ tree }: RootsView): Promise<readonly string[]> {
  return (await tree.welcome()).split('\n').filter((line) => line !== '');
}
