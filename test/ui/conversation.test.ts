import { equal, match } from 'node:assert/strict';
import path from 'node:path';
import { checkoutRoot } from '../host/checkout';
import { story } from '../host/steps';
import { until } from '../host/workbench/until';
import { UiWindow } from './window';

const program = path.join(checkoutRoot(), 'test', 'fixtures', 'agents', 'scripted.mjs');

/** One story, in a VS Code that has language models: without one, its chat takes no message. */
describe('a conversation with an agent', function () {
  const step = story();
  this.timeout(300_000);
  let window: UiWindow;
  let workbench: UiWindow['workbench'];
  let view: UiWindow['view'];
  let workspace: UiWindow['workspace'];

  before(async () => {
    const helper = { command: process.execPath, args: [program, 'settings', 'embeds', 'images'] };
    const settings = {
      'mcpRoots.agents': { helper },
      'mcpRoots.explorer.enabled': false,
      // Drawn as a page, a terminal can be read.
      'terminal.integrated.gpuAcceleration': 'off',
    };
    window = await UiWindow.open({ folders: ['web', 'api'], settings }, { beside: 'modelExtension' });
    ({ workbench, view, workspace } = window);
    await view.tree.clickAction(['helper'], 'Start');
    await view.approve();
    await view.allow(['web'], 'Always Allow');
    await view.waitForState('helper', /running/);
  });

  after(() => window.close());

  const chat = () => workbench.page.locator('.interactive-session').first();
  const said = async () => (await chat().innerText()).replaceAll(/\s+/g, ' ');

  const focus = () => chat().locator('.interactive-input-part .monaco-editor').first().click();
  const terminal = () => workbench.page.locator('.terminal-wrapper.active .xterm-rows').innerText();

  /** Writes a message behind what stands in the chat's box already, and sends it. */
  async function send(text: string): Promise<void> {
    await workbench.page.keyboard.insertText(text);
    await workbench.page.keyboard.press('Enter');
  }

  step('is opened in chat from the line of the agent, and shows all that the agent tells', async () => {
    await view.tree.chooseFromMenu(['helper'], 'Talk to Agent');
    await until('the box of the chat', said, (text) => text.includes('@agent'), 60_000);
    await workbench.screenshot('conversation-begins');
    await send(`show ${JSON.stringify({ path: workspace.path('web', 'note.txt') })}`);
    await until('the end of the answer', said, (text) => text.includes('"shown"'), 60_000);
    // VS Code folds the steps of an answer that is complete.
    await chat()
      .getByText(/^Completed \d+ steps/)
      .click();
    await until('the steps', said, (text) => text.includes('Open Diff'));
    await workbench.screenshot('conversation');
    const text = await said();
    const parts = [
      /helper · .* · web · Model: Small, Web search: off/,
      /Thoughts, 6 words/,
      /Read note\.txt \(read\) · Show Output/,
      /Change note\.txt \(edit\) Open Diff \+2 −1 · .*note\.txt/,
      /Fetch \[a page\]\(command:x\) \(fetch, failed\) \/nowhere\/else\.txt \(outside of the folders of this session\)/,
      /All of it was shown\./,
    ];
    for (const part of parts) match(text, part);
    // Neither a command nor the network is reached by what an agent writes.
    equal(await chat().locator('a', { hasText: /^run$/ }).count(), 0);
    equal(await chat().locator('img[src^="http"]').count(), 0);
  });

  step('has its changes opened in the diff editor, as the agent reports them', async () => {
    await chat().getByText('Open Diff', { exact: true }).click();
    await until(
      'the diff editor',
      () => workbench.page.locator('.monaco-diff-editor').first().innerText(),
      (text) => text.includes('three'),
    );
    await workbench.screenshot('conversation-diff');
    await view.closeEditor();
  });

  step('asks for permission where it is, and is told what the user presses', async () => {
    const place = { paths: [workspace.path('web', 'note.txt'), workspace.path('api', 'note.txt')] };
    await focus();
    await send(`permission ${JSON.stringify(place)}`);
    await until('the question', said, (text) => text.includes('Your permission is asked for'), 60_000);
    await workbench.screenshot('conversation-permission');
    match(await said(), /outside every allowed folder/);
    await chat().getByRole('button', { name: 'Yes', exact: true }).click();
    await until('the answer', said, (text) => text.includes('"yes"'));
  });

  step('is stopped by the button of the chat', async () => {
    await focus();
    await send('many 3\nhang');
    await until('the beginning', said, (text) => text.includes('0 1 2'), 60_000);
    await chat()
      .getByRole('button', { name: /^Cancel|^Stop/ })
      .first()
      .click();
    await workbench.screenshot('conversation-stopped');
    await focus();
    await send('disk {"path":"/nowhere"}');
    await until('an answer', said, (text) => text.includes('ENOENT'), 60_000);
  });

  step('is had in a terminal too', async () => {
    const file = workspace.path('api', 'note.txt');
    await view.tree.chooseFromMenu(['helper'], 'Talk to Agent in Terminal');
    await until(
      'the pick',
      () => workbench.quickPick.rows(),
      (rows) => rows.length > 0,
    );
    await workbench.quickPick.moveTo('New Session');
    await workbench.quickPick.accept();
    await until('the terminal', terminal, (text) => text.includes('Enter sends'), 30_000);
    await workbench.page.keyboard.insertText(`show ${JSON.stringify({ path: file })}`);
    await workbench.screenshot('conversation-terminal-typed');
    await workbench.page.keyboard.press('Enter');
    await until('the end of the answer', terminal, (text) => text.includes('"shown"'), 60_000);
    await workbench.screenshot('conversation-terminal');
  });
});
