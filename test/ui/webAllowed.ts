import { filesDefinition } from '../demo/sample';
import { UiWindow } from './window';

/** A window in which `explorer` and a server `records` run, both with the first of two folders allowed for always. */
export async function openWithWebAllowed(): Promise<UiWindow> {
  const window = await UiWindow.open({ folders: ['web', 'api'], servers: { records: filesDefinition() } });
  const { workbench, view } = window;
  await view.tree.waitFor('records', 'web');
  await workbench.runCommand('MCP Roots: Start All Servers');
  await view.approve();
  await workbench.quickPick.waitFor(/^Which folders may/);
  await view.tickEvery('web', 2);
  await workbench.quickPick.accept();
  await view.answer(/^Allow “web” for “explorer”, “records”\?/, 'Always Allow');
  for (const server of ['explorer', 'records']) await view.waitForState(server, /up to date, 1 folder/);
  return window;
}
