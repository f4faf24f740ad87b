import { deepEqual, equal, match } from 'node:assert/strict';
import { existsSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkoutRoot } from '../host/checkout';
import { story } from '../host/steps';
import { eventually, until } from '../host/workbench/until';
import { UiWindow } from './window';

const program = path.join(checkoutRoot(), 'test', 'fixtures', 'agents', 'scripted.mjs');

/** One story: each test goes on where the one before it ended. The agent does by itself what is written into a folder. */
describe('an agent that asks this window for something', function () {
  const step = story();
  this.timeout(300_000);
  let window: UiWindow;
  let at: (...names: readonly string[]) => string;

  before(async () => {
    window = await UiWindow.open({
      folders: ['web'],
      beside: ['private', 'does'],
      settings: { 'mcpRoots.explorer.enabled': false, 'files.autoSave': 'off' },
    });
    const { view, workspace, workbench } = window;
    at = (...names) => workspace.path(...names);
    symlinkSync(at('private', 'note.txt'), at('web', 'link.txt'));
    configure(workspace.file, {
      helper: { command: process.execPath, args: [program, `does=${at('does')}`] },
    });
    await view.tree.waitFor('helper', 'web');
    await view.tree.clickAction(['helper'], 'Start');
    await view.approve();
    await view.allow(['web'], 'Always Allow');
    await view.waitForState('helper', /^running/);
    await workbench.runCommand('MCP Roots: New Agent Session…');
  });

  after(() => window.close());

  let count = 0;

  /** Has the agent do this. @returns what gives what came of it, line by line */
  function does(
    ...lines: readonly (readonly [word: string, argument: object])[]
  ): () => Promise<readonly unknown[]> {
    const name = at('does', `${(count += 1)}`);
    writeFileSync(
      `${name}.part`,
      lines.map(([word, argument]) => `${word} ${JSON.stringify(argument)}`).join('\n'),
    );
    renameSync(`${name}.part`, `${name}.do`);
    return async () => {
      await until('what the agent was to do', () => existsSync(`${name}.did`), Boolean, 60_000);
      return JSON.parse(readFileSync(`${name}.did`, 'utf8')) as readonly unknown[];
    };
  }

  step(
    'reads what is open and not saved, changes it so that it can be undone, and writes nothing unread',
    async () => {
      const { workbench } = window;
      const file = at('web', 'note.txt');
      await workbench.page.keyboard.press('Control+P');
      await workbench.quickPick.paste('note.txt');
      await workbench.quickPick.waitForRow('note.txt');
      await workbench.quickPick.accept();
      await workbench.editor.waitForText('This is the note in web.');
      await workbench.page.keyboard.insertText('Mine: ');
      const mine = 'Mine: This is the note in web.\n';
      const lines = () => workbench.editor.linesInSight();
      await eventually(async () => (await lines())[0], mine.trim());
      const [unread] = (await does(['write', { path: file, content: 'W' }])()) as [
        { readonly error: string },
      ];
      match(unread.error, /the user has changed it in the editor and not saved it/);
      deepEqual(
        await does(['read', { path: file }], ['write', { path: file, content: `${mine}And yours.\n` }])(),
        [mine, 'written'],
      );
      await until('the edit', lines, (seen) => seen.includes('And yours.'));
      equal(readFileSync(file, 'utf8'), `${mine}And yours.\n`);
      await workbench.screenshot('agent-edit');
      await workbench.page.keyboard.press('Control+Z');
      await until(
        'the text before',
        lines,
        (seen) => !seen.includes('And yours.') && seen[0] === mine.trim(),
      );
      await workbench.page.keyboard.press('Control+Shift+Z');
      await until('the edit again', lines, (seen) => seen.includes('And yours.'));
      await workbench.page.keyboard.press('Control+S');
      await until(
        'nothing to be left to save, and no question about it',
        () => workbench.page.locator('.tab.dirty').count(),
        (dirty) => dirty === 0,
      );
      const said = await workbench.notifications.read();
      deepEqual(
        said.filter(({ severity }) => severity !== 'info'),
        [],
      );
    },
  );

  step(
    'asks for permission with where each path really lies, and hears which of its own answers was chosen',
    async () => {
      const { workbench, view } = window;
      const answer = does([
        'permission',
        {
          title: 'Read \u001b[8mhidden\u202e files [here](command:evil)',
          paths: [at('web', 'note.txt'), at('web', 'link.txt')],
          options: [
            { optionId: 'always', name: 'Always allow', kind: 'allow_always' },
            { optionId: 'once', name: 'Allow $(check)', kind: 'allow_once' },
            { optionId: 'no', name: 'Reject', kind: 'reject_once' },
          ],
        },
      ]);
      await workbench.quickPick.waitFor('“helper” asks for your permission');
      await workbench.screenshot('agent-permission');
      deepEqual(
        (await workbench.quickPick.rows()).map(({ label, detail }) => [label, detail]),
        [
          [at('web', 'link.txt'), `leads to ${at('private', 'note.txt')}, outside every allowed folder`],
          [at('web', 'note.txt'), `in the allowed folder ${at('web')}`],
          ['Always allow', 'The agent keeps to it in this session.'],
          ['Allow $ (check)', ''],
          ['Reject', ''],
        ],
      );
      // Enter alone chooses nothing.
      await workbench.quickPick.accept();
      await workbench.quickPick.escape();
      await workbench.notifications.waitFor('“helper” still waits for your answer.');
      await workbench.screenshot('agent-permission-left');
      deepEqual(
        (await workbench.statusBar.items('mcp-roots.mcp-roots.mcpRoots.agentsAsk')).map(({ text }) => text),
        ['“helper” asks'],
      );
      await workbench.notifications.close('“helper” still waits for your answer.');
      await workbench.statusBar.click('“helper” asks');
      await view.answer(/asks for your permission$/, 'Always allow');
      deepEqual(await answer(), ['always']);
      await eventually(() => workbench.statusBar.items('mcp-roots.mcp-roots.mcpRoots.agentsAsk'), []);
    },
  );

  step('asks one thing after the other', async () => {
    const { quickPick } = window.workbench;
    const answers = ['Yes', 'No'].map((title) => does(['permission', { title, paths: [] }]));
    const { prompt } = await quickPick.waitFor('“helper” asks for your permission');
    await quickPick.moveTo(prompt);
    await quickPick.accept();
    const next = await until(
      'the other question',
      () => quickPick.head(),
      (head) => head !== undefined && head.prompt !== prompt,
    );
    await quickPick.moveTo(next?.prompt ?? '');
    await quickPick.accept();
    await quickPick.waitUntilClosed();
    deepEqual(await Promise.all(answers.map((each) => each())), [['yes'], ['no']]);
  });

  step(
    'has a program run once it is allowed, in a terminal where the user looks on and ends it',
    async () => {
      const { workbench, view } = window;
      const script =
        "console.log('\u001b[32mgreen\u001b[0m \u001b]52;c;eA==\u0007'); setInterval(() => {}, 1000)";
      const run = { command: process.execPath, args: ['-e', script], env: [{ name: 'COLOUR', value: '1' }] };
      const ended = does(['run', run]);
      await workbench.quickPick.waitFor('“helper” wants to run a program');
      await workbench.screenshot('agent-command');
      await workbench.quickPick.moveTo('Show the Whole Command');
      await workbench.quickPick.accept();
      await workbench.quickPick.waitFor('“helper” wants to run a program');
      await workbench.screenshot('agent-command-whole');
      await view.answer(/wants to run a program$/, 'Allow This Command in This Session');
      const terminal = workbench.page.locator('.terminal-wrapper.active');
      await terminal.waitFor();
      await workbench.screenshot('agent-terminal');
      await terminal.click();
      await workbench.page.keyboard.press('Control+C');
      deepEqual(await ended(), [
        {
          output: '\u001b[32mgreen\u001b[0m \u001b]52;c;eA==\u0007\n',
          truncated: false,
          exitStatus: { exitCode: null, signal: 'SIGTERM' },
        },
      ]);
      await workbench.screenshot('agent-terminal-ended');

      // The very same one needs no other word; closing its terminal ends nothing by itself.
      const close = workbench.page.getByRole('button', { name: /^Kill Terminal/ });
      await close.click();
      const again = does(['run', run]);
      await until(
        'the program to run again',
        () => window.processes('green'),
        (pids) => pids.length === 1,
      );
      await workbench.runCommand('Terminal: Focus on Terminal View');
      await close.click();
      await workbench.notifications.waitFor('Closing its terminal has not ended it.');
      await workbench.screenshot('agent-terminal-closed');
      equal(window.processes('green').length, 1);
      await workbench.notifications.click('Closing its terminal has not ended it.', 'End It');
      equal((await again()).length, 1);
      await eventually(() => window.processes('green'), []);
    },
  );

  step('is told that a program was refused', async () => {
    const { view } = window;
    const answer = does(['run', { command: process.execPath, args: ['--version'] }]);
    await view.answer(/wants to run a program$/, 'Refuse');
    deepEqual(await answer(), [
      { error: 'The user did not allow this program, or it cannot be run.', code: -32602 },
    ]);
  });
});

function configure(file: string, agents: object): void {
  const content = JSON.parse(readFileSync(file, 'utf8')) as { readonly settings: object };
  const settings = { ...content.settings, 'mcpRoots.agents': agents };
  writeFileSync(file, JSON.stringify({ ...content, settings }, null, 2));
}
