import { match } from 'node:assert/strict';
import { until } from '../host/workbench/until';
import { UiWindow } from './window';

const label = 'explorer (MCP Roots)';

describe("a server that is used in VS Code's chat", () => {
  let window: UiWindow;

  before(async () => {
    window = await UiWindow.open({ folders: ['web', 'api'] });
  });

  after(() => window.close());

  /** Has VS Code's own MCP client start it, as a person does in "MCP: List Servers". */
  async function startInChat({ workbench } = window): Promise<void> {
    await workbench.runCommand('MCP: List Servers');
    await workbench.quickPick.waitForRow(label);
    await workbench.quickPick.click(label);
    await workbench.quickPick.waitForRow('Start Server');
    await workbench.quickPick.click('Start Server');
  }

  /** Waits until the line of the chat below the server says so. */
  async function waitForChat(state: RegExp, where = window): Promise<void> {
    await until(
      `VS Code Chat to be ${state}`,
      () => where.lines(),
      (lines) => lines.some((line) => line.includes('VS Code Chat') && state.test(line)),
      60_000,
    );
  }

  it('has folders of its own, asked for when it is enabled', async () => {
    const { view, workbench } = window;
    await view.tree.chooseFromMenu(['explorer'], 'Use in Chat');
    const { title } = await workbench.quickPick.waitFor(/^Which folders may/);
    match(title, /VS Code Chat/);
    await workbench.screenshot('use-in-chat');
    await view.allow(['web'], 'Always Allow');
    await waitForChat(/not connected/);
  });

  it("is told of exactly those by VS Code's own client, after five reloads too", async function () {
    this.timeout(600_000);
    for (let load = 0; load <= 5; load += 1) {
      if (load > 0) await window.workbench.reload();
      await startInChat();
      await waitForChat(/running · in sync, 1 folder/);
      await window.workbench.screenshot(`in-chat-${load}`);
    }
  });

  it('is told of a folder that is ticked later', async () => {
    await window.view.tree.expand('explorer', 'VS Code Chat');
    await window.view.tree.clickCheckbox('explorer', 'VS Code Chat', 'api');
    await window.view.answer(/^Allow /, 'Allow in this Session');
    await waitForChat(/running · in sync, 2 folders/);
    await window.workbench.screenshot('chat-folders');
  });

  it('is told in each window by that window', async () => {
    const other = await window.another();
    try {
      await startInChat(other);
      await waitForChat(/running · in sync, 1 folder/, other);
      await waitForChat(/running · in sync, 2 folders/);
    } finally {
      await other.close('keep the workspace');
    }
  });

  it('is told of none while sharing is off', async () => {
    await window.workbench.runCommand('MCP Roots: Turn Sharing Off');
    await waitForChat(/running · in sync, 0 folders/);
    await window.workbench.runCommand('MCP Roots: Turn Sharing On');
    await waitForChat(/running · in sync, 2 folders/);
  });

  it('is told of what is left when the first folder is removed, for which VS Code loads the window again', async () => {
    // VS Code may load the window twice here; what is for the session is sure to outlive one.
    await window.view.tree.clickCheckbox('explorer', 'VS Code Chat', 'api');
    await waitForChat(/running · in sync, 1 folder/);
    await window.view.tree.clickCheckbox('explorer', 'VS Code Chat', 'api');
    await window.view.answer(/^Allow /, 'Always Allow');
    await waitForChat(/running · in sync, 2 folders/);
    await window.workbench.removeFirstFolder('web');
    await startInChat();
    await waitForChat(/running · in sync, 1 folder/);
  });

  it('ends when it is not used in chat any more', async () => {
    await window.view.tree.chooseFromMenu(['explorer'], 'Do Not Use in Chat');
    await until(
      'no line of the chat',
      () => window.lines(),
      (lines) => !lines.some((line) => line.includes('VS Code Chat')),
    );
  });
});
