import { deepEqual, equal } from 'node:assert/strict';
import { filesDefinition } from '../demo/sample';
import { launchBrowser } from '../host/browser';
import { packagedExtension } from '../host/packagedExtension';
import { RootsView } from '../host/rootsView';
import { startVsCode } from '../host/server';
import { Workbench } from '../host/workbench';
import { eventually } from '../host/workbench/until';
import { suite } from './window';
import { makeWorkspace } from './workspace';

describe('in Restricted Mode', () => {
  it('nothing starts and nothing asks, and the view says why; with trust it does', async () => {
    const workspace = makeWorkspace({
      folders: ['web'],
      servers: { files: filesDefinition() },
      settings: { 'mcpRoots.autostart': 'all' },
    });
    const vscode = await startVsCode({
      vsix: packagedExtension(),
      workspace: workspace.file,
      workspaceTrust: true,
      settings: { 'security.workspace.trust.startupPrompt': 'never' },
    });
    const browser = await launchBrowser();
    try {
      const workbench = await Workbench.open(browser, vscode, { suite });
      const { tree } = await RootsView.open(workbench);
      await tree.waitFor('explorer', 'web');
      deepEqual(await tree.lines(), ['v explorer  stopped · 1 new folder', '  [ ] web  new']);
      equal(
        await tree.message(),
        'This workspace is not trusted: no server is started and no folder is shared.',
      );
      await workbench.screenshot('restricted');
      deepEqual(await workbench.palette.titles('MCP Roots: Start'), []);
      await tree.clickCheckbox('explorer', 'web');
      await workbench.notifications.waitFor('This workspace is not trusted. Trust it to share folders.');
      await workbench.notifications.close('This workspace is not trusted.');
      equal(await workbench.quickPick.isOpen(), false);
      await workbench.runCommand('Workspaces: Manage Workspace Trust');
      await workbench.page.getByRole('button', { name: 'Trust', exact: true }).first().click();
      await eventually(() => tree.message(), '');
      await tree.waitFor('files', 'web');
    } finally {
      await browser.close();
      await vscode.dispose();
      workspace.remove();
    }
  });
});
