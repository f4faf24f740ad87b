import { deepEqual, match } from 'node:assert/strict';
import path from 'node:path';
import { checkoutRoot } from '../host/checkout';
import { until } from '../host/workbench/until';
import { UiWindow } from './window';

const everything = path.join(
  checkoutRoot(),
  'node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);

describe('what a server offers', () => {
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
    await view.allow(['web'], 'Allow in this Session');
    await view.waitForState('everything', /^running/);
  });

  after(() => window.close());

  it('stands below it: its tools, listed when their group is opened', async () => {
    const { view, workbench } = window;
    await view.tree.expand('everything', 'Tools');
    const row = await view.tree.waitFor('everything', 'Tools', 'get-structured-content');
    match(row.description, /^Returns structured content/);
    await workbench.screenshot('tools');
  });

  it('is asked for step by step, shown before it is sent, and run', async () => {
    const { view, workbench } = window;
    const { quickPick, editor, page } = workbench;
    await view.tree.clickAction(['everything', 'Tools', 'get-annotated-message'], 'Run Tool');
    await quickPick.waitFor(/^Run get-annotated-message of everything \(1\/2\)$/);
    await workbench.screenshot('tool-choice');
    await quickPick.moveTo('success');
    await quickPick.accept();
    const second = await quickPick.waitFor(/\(2\/2\)$/);
    deepEqual(second.titleButtons.slice(1), ['Leave Out', 'Write All Arguments as JSON']);
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
});
