import { deepEqual, match } from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { story } from '../host/steps';
import { eventually } from '../host/workbench/until';
import { fixtureServer } from '../unit/process/checkout';
import { McpSite } from '../integration/http/mcpSite';
import { UiWindow } from './window';

describe('servers that are reached by an address', () => {
  const step = story();
  let window: UiWindow;
  let site: McpSite;
  let guarded: ChildProcess;

  before(async () => {
    site = await McpSite.open();
    guarded = spawn(
      process.execPath,
      [fixtureServer('authorization.mjs'), 'http://localhost/callback', '127.0.0.2'],
      {
        stdio: ['pipe', 'pipe', 'ignore'],
      },
    );
    if (guarded.stdout === null) throw new Error('It has an output.');
    const [line] = (await once(createInterface(guarded.stdout), 'line')) as [string];
    window = await UiWindow.open({
      folders: ['web'],
      servers: {
        elsewhere: { url: 'https://mcp.example.com/mcp', headers: { 'X-Team': 'web' } },
        guarded: { url: (JSON.parse(line) as { url: string }).url },
        site: { url: site.site.url },
      },
      settings: { 'mcpRoots.explorer.enabled': false },
    });
    await window.view.tree.waitFor('site', 'web');
  });

  after(async () => {
    await window?.close();
    guarded?.kill('SIGKILL');
    await site?.close();
  });

  step('say before they are approved that paths leave the machine, or that they stay', async () => {
    const { workbench, view } = window;
    const { quickPick } = workbench;
    await view.pressStart('elsewhere');
    await quickPick.waitFor(/^Approve /);
    await workbench.screenshot('address-approval');
    const rows = await quickPick.rows();
    deepEqual(
      rows.slice(2).map(({ label, detail }) => [label, detail]),
      [['The names and paths of folders that you allow leave this machine', 'mcp.example.com']],
    );
    await quickPick.escape();
    deepEqual(site.site.exchanges, []);
  });

  step('are told of what is allowed, and say that what was told cannot be untold', async () => {
    const { workbench, view } = window;
    await view.start('site');
    await workbench.quickPick.waitFor(/^Which folders may/);
    await workbench.screenshot('address-consent');
    await view.allow(['web'], 'Allow in This Session');
    await view.waitForState('site', /^running · up to date, 1 folder/);
    await workbench.screenshot('address-running');
    await view.tree.clickAction(['site'], 'Manage Folder Access…');
    await workbench.quickPick.waitFor(/^Which folders may/);
    await workbench.quickPick.setTicked('web', false);
    await workbench.quickPick.accept();
    const { message } = await workbench.notifications.waitFor('cannot be untold');
    match(message, /^What “site” was told cannot be untold: it knows a folder that/u);
    await workbench.screenshot('address-untold');
    await workbench.notifications.close('cannot be untold');
    await site.heard(2);
    deepEqual(site.roots.at(-1), '');
  });

  step('are signed in at on demand only, after the host was shown', async () => {
    const { workbench, view } = window;
    await view.start('guarded');
    await workbench.quickPick.waitFor(/^Which folders may/);
    await workbench.quickPick.accept();
    await view.answer(/^(?!Which)/, 'Not Now');
    await workbench.dialog.waitFor('asks you to sign in at 127.0.0.2:');
    await workbench.screenshot('sign-in');
    await workbench.dialog.escape();
    await eventually(
      async () => (await view.tree.waitFor('guarded')).description.slice(0, 14),
      'sign in first:',
    );
    deepEqual((await view.tree.waitFor('guarded')).actions.includes('Sign In…'), true);
    await workbench.screenshot('sign-in-first');
  });

  step('run once the user has signed in: the browser comes back to this window', async () => {
    const { workbench, view } = window;
    const opened = workbench.nextPage();
    await view.tree.clickAction(['guarded'], 'Sign In…');
    await workbench.dialog.waitFor('asks you to sign in at 127.0.0.2:');
    await workbench.dialog.click('Open Browser');
    // VS Code asks as well, for every host that the user has not trusted.
    await workbench.dialog.waitFor('open the external website');
    await workbench.dialog.click('Open');
    const browser = await opened;
    await browser.getByText('You can close this page now').waitFor();
    await browser.close();
    // Who signs in wants it to start, which asks for folders as ever.
    await workbench.quickPick.waitFor(/^Which folders may/);
    await view.allow(['web'], 'Allow in This Session');
    await view.waitForState('guarded', /^running/);
    await workbench.screenshot('signed-in');
  });
});
