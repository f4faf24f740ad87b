import { deepEqual, doesNotMatch, equal } from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { filesDefinition } from '../demo/sample';
import { story } from '../host/steps';
import { fixtureServer } from '../unit/process/checkout';
import { until } from '../host/workbench/until';
import { UiWindow } from './window';

describe('a server with answers and folders put in at its start', () => {
  const step = story();
  let window: UiWindow;

  before(async () => {
    const files = filesDefinition();
    window = await UiWindow.open({
      folders: ['web'],
      servers: {
        files: {
          ...files,
          args: [...files.args, '${mcpRoots}'],
          env: { KEY: '${input:key}', REGION: '${input:region}' },
          roots: { declare: false },
        },
        lenient: {
          command: process.execPath,
          args: [fixtureServer('misbehaving.mjs')],
          roots: { schemes: ['https'] },
        },
      },
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

  /** Waits until the view has all these lines, among others. */
  async function sees(...expected: readonly (string | RegExp)[]): Promise<void> {
    const isThere = (lines: readonly string[]) =>
      expected.every((each) =>
        lines.some((line) => (typeof each === 'string' ? line === each : each.test(line))),
      );
    await until(`the lines ${expected.join(', ')}`, () => window.lines(), isThere);
  }

  step('asks for them after its approval, masks a password, and goes on to the folders', async () => {
    const { workbench, view } = window;
    const { quickPick } = workbench;
    await view.pressStart('files');
    await quickPick.waitFor(/^Approve /);
    await workbench.screenshot('placeholders-approval');
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
    await view.allow(['web'], 'Allow in This Session');
    await sees('v files  running · notified of folders at start', '  [x] web  allowed in this session');
  });

  step('is offered what lies inside its folder and is something by itself', async () => {
    const { workbench, workspace } = window;
    for (const [file, text] of [
      ['package.json', '{"workspaces": ["packages/*"]}'],
      ['packages/api/package.json', '{}'],
      ['packages/site/package.json', '{}'],
    ] as const) {
      mkdirSync(path.dirname(workspace.path('web', file)), { recursive: true });
      writeFileSync(workspace.path('web', file), text);
    }
    await workbench.palette.run('MCP Roots: Suggest Folders…');
    await workbench.quickPick.waitFor('Suggest Folders');
    deepEqual(
      (await workbench.quickPick.rows()).map(({ label, description, detail }) => [
        label,
        description,
        detail,
      ]),
      [
        ['api', 'web/packages', 'package of the npm workspace in web'],
        ['site', 'web/packages', 'package of the npm workspace in web'],
      ],
    );
    await workbench.quickPick.setTicked('api', true);
    await workbench.screenshot('suggested');
    await workbench.quickPick.accept();
    await window.view.tree.waitFor('files', 'api');
    await workbench.screenshot('suggested-added');
  });

  step('is ended when they are forgotten, and says what it waits for', async () => {
    const { workbench } = window;
    await workbench.palette.run('MCP Roots: Clear Stored Inputs…');
    await workbench.quickPick.waitFor('Clear Stored Inputs');
    await workbench.quickPick.setTicked('API key of the tracker', true);
    await workbench.screenshot('input-forget');
    await workbench.quickPick.accept();
    await sees(
      'v files  waits for your answer',
      '  [x] web  allowed in this session',
      `  [x] api  allowed in this session with ${window.workspace.path('web')}`,
    );
    await workbench.screenshot('input-waits');
  });

  step('is told of an address only where its definition asks for one, after a warning', async () => {
    const { workbench, view } = window;
    await workbench.palette.run('MCP Roots: Add Root from URL…');
    await workbench.quickPick.waitFor('Add Root from URL');
    await workbench.page.keyboard.type('https://api.example.com/v1');
    await workbench.screenshot('address-input');
    await workbench.quickPick.accept();
    await workbench.dialog.waitFor('as a root?');
    await workbench.screenshot('address-warning');
    await workbench.dialog.click('Add Address');
    await view.tree.waitFor('lenient', 'api.example.com/v1');
    await view.pressStart('lenient');
    await view.approve();
    await workbench.quickPick.waitFor(/^Which folders may/);
    await workbench.screenshot('address-consent');
    await view.allow(['api.example.com/v1'], 'Allow in This Session');
    await sees(
      '  [x] api.example.com/v1  allowed in this session',
      /^v lenient {2}running · up to date, 1 URL/u,
    );
    await workbench.screenshot('address-told');
  });
});
