import { deepEqual, match } from 'node:assert/strict';
import path from 'node:path';
import { checkoutRoot } from '../host/checkout';
import { story } from '../host/steps';
import { until } from '../host/workbench/until';
import { UiWindow } from './window';

const everything = path.join(
  checkoutRoot(),
  'node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);

describe('what a server offers', () => {
  const step = story();
  let window: UiWindow;

  before(async () => {
    window = await UiWindow.open({
      folders: ['web'],
      servers: { everything: { command: process.execPath, args: [everything, 'stdio'] } },
      settings: { 'mcpRoots.explorer.enabled': false },
    });
    const { view } = window;
    await view.tree.waitFor('everything', 'web');
    await view.start('everything');
    await view.allow(['web'], 'Allow in This Session');
    await view.waitForState('everything', /^running/);
  });

  after(() => window.close());

  /** The group is drawn again with its number once it is listed; until that is over, its lines answer no click. */
  async function openGroup(label: string): Promise<void> {
    const { tree } = window.view;
    await tree.expand('everything', label);
    await until(
      `the number of ${label}`,
      () => tree.waitFor('everything', label),
      ({ description }) => /^\d+$/.test(description),
    );
  }

  step('stands below it: its tools, listed when their group is opened', async () => {
    const { view, workbench } = window;
    await openGroup('Tools');
    const row = await view.tree.waitFor('everything', 'Tools', 'get-structured-content');
    match(row.description, /^Returns structured content/);
    await workbench.screenshot('tools');
  });

  step('is asked for step by step, shown before it is sent, and run', async () => {
    const { view, workbench } = window;
    const { quickPick, editor, page } = workbench;
    await view.tree.clickAction(['everything', 'Tools', 'get-annotated-message'], 'Run Tool…');
    await quickPick.waitFor(/^Run get-annotated-message of everything \(1\/2\)$/);
    await workbench.screenshot('tool-choice');
    await quickPick.moveTo('success');
    await quickPick.accept();
    const second = await quickPick.waitFor(/\(2\/2\)$/);
    deepEqual(second.titleButtons.slice(1), ['Skip', 'Write All Arguments as JSON']);
    await quickPick.pressTitleButton(second.titleButtons[0] ?? '');
    await quickPick.waitFor(/\(1\/2\)$/);
    await until(
      'the earlier answer',
      () => quickPick.focusedLabel(),
      (label) => label === 'success',
    );
    await quickPick.accept();
    await quickPick.waitFor(/\(2\/2\)$/);
    await quickPick.moveTo('Yes');
    await quickPick.accept();
    await quickPick.waitFor('Run “get-annotated-message” of “everything”?');
    const lines = await until(
      'the arguments',
      () => editor.linesInSight(),
      (seen) => seen.includes('Arguments:'),
    );
    deepEqual(lines.filter((line) => line.trim() !== '').slice(-4), [
      '{',
      '"messageType": "success",',
      '"includeImage": true',
      '}',
    ]);
    await workbench.screenshot('tool-arguments');
    await quickPick.accept();
    await until(
      'the result',
      () => editor.name(),
      (name) => name.includes('get-annotated-message of everything'),
    );
    await workbench.screenshot('tool-result');
    await page.getByText('Open Image', { exact: true }).click();
    await page.locator('.editor-group-container.active .tab.active', { hasText: 'Image.png' }).waitFor();
    await until(
      'the size of the image in the status bar',
      () => page.locator('.part.statusbar').innerText(),
      (text) => /\d+x\d+/.test(text),
    );
    await workbench.screenshot('tool-image');
  });

  step('is run without the question, where it only reads and the user trusts that', async () => {
    const { view, workbench } = window;
    await view.tree.chooseFromMenu(['everything', 'Tools'], 'Run Read-Only Tools Without Asking');
    await workbench.dialog.waitFor('Run the read-only tools of “everything” without asking?');
    await workbench.screenshot('tools-trust');
    await workbench.dialog.click('Run Without Asking');
    const isSo = (seen: { readonly description: string }) => /^\d+ · trusted to read$/.test(seen.description);
    await until('the word of it', () => view.tree.waitFor('everything', 'Tools'), isSo);
    await view.tree.clickAction(['everything', 'Tools', 'get-env'], 'Run Tool…');
    await until(
      'the result',
      () => workbench.editor.name(),
      (name) => name.includes('get-env of everything'),
    );
    await view.tree.chooseFromMenu(['everything', 'Tools'], 'Ask Before Read-Only Tools');
    const isNot = (seen: { readonly description: string }) => /^\d+$/.test(seen.description);
    await until('the word of it', () => view.tree.waitFor('everything', 'Tools'), isNot);
    await view.tree.clickAction(['everything', 'Tools', 'get-env'], 'Run Tool…');
    await workbench.quickPick.waitFor('Run “get-env” of “everything”?');
    await workbench.quickPick.escape();
  });

  step('is opened as read-only files, resources of a kind after their address was asked for', async () => {
    const { view, workbench } = window;
    const { quickPick, editor } = workbench;
    await view.tree.collapse('everything', 'Tools');
    await openGroup('Resources');
    await view.tree.click('everything', 'Resources', 'architecture.md');
    await until(
      'the resource',
      () => editor.name(),
      (name) => name.includes('architecture.md'),
    );
    match(await editor.text(), /Everything Server/);
    await workbench.screenshot('resource');
    await view.tree.click('everything', 'Resources', 'Dynamic Text Resource');
    await quickPick.waitFor(/^Dynamic Text Resource of everything/);
    await quickPick.type('3');
    await quickPick.waitForRow('3');
    await workbench.screenshot('resource-template');
    await quickPick.accept();
    await until(
      'the resource of that address',
      () => editor.name(),
      (name) => name.includes('3.txt'),
    );
    match(await editor.text(), /^Resource 3: This is a plaintext resource/);
  });

  step('is read again when it has changed, while it is open', async () => {
    const { view, workbench } = window;
    const before = await workbench.editor.text();
    // Else the next document takes its place.
    await workbench.runCommand('View: Keep Editor');
    await view.tree.collapse('everything', 'Resources');
    const { quickPick, editor } = workbench;
    await workbench.runCommand('MCP Roots: Run Tool…');
    await quickPick.waitForRow('toggle-subscriber-updates');
    await quickPick.type('toggle-subscriber-updates');
    await quickPick.accept();
    await quickPick.waitFor(/^Run “toggle-subscriber-updates/);
    await quickPick.accept();
    await until(
      'the answer',
      () => editor.name(),
      (name) => name.includes('toggle-subscriber-updates'),
    );
    await view.closeEditor();
    await until(
      'the resource to be another',
      () => editor.text(),
      (text) => text.startsWith('Resource 3') && text !== before,
      30_000,
    );
  });

  step('is completed where the server proposes, shown, copied, and put into the chat', async () => {
    const { view, workbench } = window;
    const { quickPick, editor, page } = workbench;
    await openGroup('Prompts');
    await view.tree.click('everything', 'Prompts', 'completable-prompt');
    await quickPick.waitFor(/^completable-prompt of everything \(1\/2\)$/);
    await quickPick.type('Eng');
    await quickPick.waitForRow('Engineering');
    await workbench.screenshot('prompt-completed');
    await quickPick.moveTo('Engineering');
    await quickPick.accept();
    await quickPick.waitFor(/\(2\/2\)$/);
    await quickPick.waitForRow('Alice');
    await quickPick.moveTo('Alice');
    await quickPick.accept();
    await until(
      'the messages',
      () => editor.name(),
      (name) => name.includes('Prompt completable-prompt of everything'),
    );
    await page.getByText('Open in Chat', { exact: true }).waitFor();
    await workbench.screenshot('prompt');
    match((await editor.linesInSight()).join('\n'), /^User:\n[^]*Alice/);
    await workbench.runCommand('MCP Roots: Copy Messages');
    await until(
      'the copy',
      () => page.evaluate<string>('navigator.clipboard.readText()'),
      (text) => text.includes('Alice') && !text.includes('User:'),
    );
    await page.getByText('Open in Chat', { exact: true }).click();
    await until(
      'the chat',
      () => page.locator('.interactive-session .interactive-input-part').first().innerText(),
      (text) => text.includes('Alice'),
    );
    await workbench.screenshot('prompt-in-chat');
  });

  step('comes with instructions, which are shown', async () => {
    const { view, workbench } = window;
    await view.tree.chooseFromMenu(['everything'], 'Show Instructions');
    await until(
      'the instructions',
      () => workbench.editor.name(),
      (name) => name.includes('Instructions of everything'),
    );
    match(await workbench.editor.text(), /^# Everything Server/);
    await workbench.screenshot('instructions');
  });
});
