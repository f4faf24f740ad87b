import { equal, doesNotMatch } from 'node:assert/strict';
import { filesDefinition } from '../demo/sample';
import { eventually } from '../host/workbench/until';
import { UiWindow } from './window';

describe('a server that needs answers', () => {
  let window: UiWindow;

  before(async () => {
    const files = filesDefinition();
    window = await UiWindow.open({
      folders: ['web'],
      servers: { files: { ...files, env: { KEY: '${input:key}', REGION: '${input:region}' } } },
      settings: {
        'mcpRoots.explorer.enabled': false,
        'mcpRoots.inputs': [
          { type: 'promptString', id: 'key', description: 'API key of the tracker', password: true },
          { type: 'pickString', id: 'region', description: 'Region', options: ['eu', 'us'], default: 'us' },
        ],
      },
    });
    await window.view.tree.waitFor('files', 'web');
  });

  after(() => window.close());

  it('asks for them after its approval, masks a password, and goes on to the folders', async () => {
    const { workbench, view } = window;
    const { quickPick } = workbench;
    await view.pressStart('files');
    await view.approve();
    await quickPick.waitFor('Answer for “files” (1/2)');
    await workbench.page.keyboard.type('s3cret');
    await workbench.screenshot('input-password');
    doesNotMatch(await workbench.page.locator('.quick-input-widget').innerText(), /s3cret/u);
    await quickPick.accept();
    await quickPick.waitFor('Answer for “files” (2/2)');
    equal(await quickPick.focusedLabel(), 'us');
    await workbench.screenshot('input-pick');
    await quickPick.accept();
    await view.allow(['web'], 'Allow in this Session');
    await eventually(
      () => window.lines(),
      ['v files  running · in sync, 1 folder, asked hh:mm', '  [x] web  allowed in this session'],
    );
  });

  it('is ended when they are forgotten, and says what it waits for', async () => {
    const { workbench } = window;
    await workbench.palette.run('MCP Roots: Forget Answers');
    await workbench.quickPick.waitFor('Forget Answers');
    await workbench.quickPick.setTicked('API key of the tracker', true);
    await workbench.screenshot('input-forget');
    await workbench.quickPick.accept();
    await eventually(
      () => window.lines(),
      ['v files  waits for your answer', '  [x] web  allowed in this session'],
    );
    await workbench.screenshot('input-waits');
  });
});
