import { deepEqual, equal, match } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { filesDefinition } from '../demo/sample';
import { story } from '../host/steps';
import { eventually, until } from '../host/workbench/until';
import { UiWindow } from './window';

describe('definitions of servers', () => {
  const step = story();
  let window: UiWindow;

  before(async () => {
    window = await UiWindow.open({
      folders: ['web', 'api'],
      servers: {
        wrong: { command: 'node', args: ['a', 1] },
        lost: { command: 'mcp-roots-no-such-program' },
      },
      settings: { 'mcpRoots.explorer.enabled': false },
    });
    await window.view.tree.waitFor('wrong');
  });

  after(() => window.close());

  /** What is selected in the editor in front. */
  const selection = async (): Promise<string> => {
    const { page } = window.workbench;
    await page.evaluate('navigator.clipboard.writeText("")');
    await page.keyboard.press('Control+C');
    return page.evaluate<string>('navigator.clipboard.readText()');
  };

  /** VS Code shows settings files over everything else, until Escape. */
  const closeSettings = async () => {
    const { page } = window.workbench;
    await page.keyboard.press('Escape');
    await page.locator('.monaco-editor').first().waitFor({ state: 'detached' });
  };

  step('that are wrong say so on their line, and are opened at the spot', async () => {
    const { view, workbench } = window;
    await eventually(
      () => window.lines(),
      [
        'lost  The command "mcp-roots-no-such-program" was not found on PATH. ' +
          'Install it, correct "command", or give an absolute path.',
        'wrong  "args[1]" must be a string.',
      ],
    );
    await workbench.screenshot('wrong-definitions');
    await view.tree.clickAction(['wrong'], 'Open Definition in Settings');
    await eventually(async () => (await workbench.editor.name()).includes('ui.code-workspace'), true);
    await eventually(selection, '1');
    await workbench.screenshot('wrong-definition-opened');
    await closeSettings();
    await view.tree.clickAction(['lost'], 'Open Definition in Settings');
    await eventually(selection, '"mcp-roots-no-such-program"');
    await closeSettings();
  });

  step('are added in three guided steps, and shown where they were written', async () => {
    const { workbench, workspace } = window;
    const { quickPick } = workbench;
    const { command, args } = filesDefinition();
    await workbench.runCommand('MCP Roots: Add Server…');
    await quickPick.waitFor('Add Server (1/3): Command');
    await workbench.screenshot('add-server-1');
    await quickPick.accept();
    match((await quickPick.waitFor('Add Server (1/3): Command')).prompt, /A command is needed/);
    await quickPick.type([command, ...args].map((each) => JSON.stringify(each)).join(' '));
    await quickPick.accept();
    await quickPick.waitFor('Add Server (2/3): Name');
    await quickPick.type('LOST');
    await until(
      'the name to be refused',
      () => quickPick.head(),
      (head) => head?.prompt.includes('There is a server of this name already.') === true,
    );
    await quickPick.type('files');
    await until(
      'the name to be taken',
      () => quickPick.head(),
      (head) => head?.prompt.startsWith('How the server is called') === true,
    );
    await workbench.screenshot('add-server-2');
    await quickPick.accept();
    await quickPick.waitFor('Add Server (3/3): Place');
    await workbench.screenshot('add-server-3');
    await quickPick.moveTo('Workspace settings');
    await quickPick.accept();
    await eventually(async () => (await workbench.editor.name()).includes('ui.code-workspace'), true);
    await eventually(async () => JSON.parse(await selection()), { command, args });
    await workbench.screenshot('add-server-done');
    const file: unknown = JSON.parse(readFileSync(workspace.file, 'utf8'));
    const written = (file as { settings: Record<string, Record<string, unknown>> }).settings;
    deepEqual(written['mcpRoots.servers']?.['files'], { command, args });
    await closeSettings();
    await window.view.tree.waitFor('files', 'web');
  });

  step('are completed and checked where they are written', async () => {
    const { workbench, view } = window;
    const { page } = workbench;
    await view.tree.clickAction(['lost'], 'Open Definition in Settings');
    await eventually(selection, '"mcp-roots-no-such-program"');
    for (const key of ['ArrowLeft', 'ArrowUp', 'End', 'Control+Space']) await page.keyboard.press(key);
    const widget = page.locator('.suggest-widget.visible .monaco-list-row');
    const labels = await until(
      'the completions',
      () =>
        widget.evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')?.split(',')[0] ?? '')),
      (seen) => seen.includes('cwd'),
    );
    deepEqual(
      labels.toSorted((a, b) => a.localeCompare(b)),
      ['args', 'cwd', 'env', 'envFile', 'roots', 'timeouts', 'type'],
    );
    await workbench.screenshot('settings-completion');
    await page.keyboard.press('Escape');
    await closeSettings();
  });
});

describe('a definition that names a folder', () => {
  const step = story();
  const named = ['v files  stopped', '  [ ] api  not allowed, named by the definition'];
  let window: UiWindow;

  before(async () => {
    const { command, args } = filesDefinition();
    window = await UiWindow.open({
      folders: ['web', 'api'],
      servers: {
        files: { command, args: [...args, '${workspaceFolder:api}'], roots: { declare: false } },
        linked: {
          command,
          args: ['[Look](command:workbench.action.reloadWindow)', '[there](https://localhost/)'],
        },
      },
      settings: { 'mcpRoots.explorer.enabled': false },
    });
    await window.view.tree.waitFor('files', 'api');
  });

  after(() => window.close());

  step('shows that folder, and is not started while it is not allowed', async () => {
    const { workbench, view, workspace } = window;
    const { quickPick } = workbench;
    deepEqual((await window.lines()).slice(0, 2), ['v files  needs approval', ...named.slice(1)]);
    await view.start('files');
    await quickPick.waitFor(/^Which folders may/);
    deepEqual(
      (await quickPick.rows()).map(({ label, description, separator, checked }) => [
        separator,
        label,
        description,
        checked,
      ]),
      [['Named by the definition', 'api', workspace.path('api'), false]],
    );
    await workbench.screenshot('named-by-definition');
    await quickPick.accept();
    await view.answer(/^Nothing ticked/, 'Not Now');
    const { message, severity, buttons } = await workbench.notifications.waitFor('api');
    deepEqual({ severity, buttons }, { severity: 'error', buttons: ['Show Log'] });
    match(message, /^The definition of .+ names the folder .+ Allow that folder to start it\.$/);
    await workbench.screenshot('named-refused');
    await workbench.notifications.close('api');
    deepEqual((await window.lines()).slice(0, 2), named);
  });

  step('runs with it, and ends when it is taken back', async () => {
    const { workbench, view, workspace } = window;
    await view.start('files');
    await view.allow(['api'], 'Allow in This Session');
    await view.waitForState('files', /^running/);
    equal(
      await view.call('files', 'list_allowed_directories'),
      `Allowed directories:\n${workspace.path('api')}`,
    );
    await view.tree.clickCheckbox('files', 'api');
    await view.waitForState('files', /^stopped: .*“?"?api/);
    await workbench.screenshot('named-withdrawn');
  });

  step('has no links, whatever is written in it', async () => {
    const { workbench, view } = window;
    const { quickPick, page } = workbench;
    await view.start('linked');
    const { prompt } = await quickPick.waitFor(/^Which folders may/);
    match(prompt, /\[Look\] \(command:workbench\.action\.reloadWindow\) \[there\] \(https:/);
    equal(await page.locator('.quick-input-widget .quick-input-message a').count(), 0);
    await quickPick.escape();
    await quickPick.waitUntilClosed();
  });
});
