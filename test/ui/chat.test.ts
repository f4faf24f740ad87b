import { match } from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { story } from '../host/steps';
import { until } from '../host/workbench/until';
import { UiWindow } from './window';

const label = 'explorer (MCP Roots)';

/** An extension that gives VS Code a server as any does; what VS Code tells that server is written down. */
const beside = 'nativeExtension';

describe("a server that is used in VS Code's chat", function () {
  const step = story();
  this.timeout(600_000);
  let window: UiWindow;

  before(async () => {
    window = await UiWindow.open({ folders: ['web', 'api'] }, { beside });
  });

  after(() => window.close());

  /** Has VS Code's own MCP client start it, as a person does in "MCP: List Servers". */
  async function startInChat({ workbench } = window, server = label): Promise<void> {
    await workbench.runCommand('MCP: List Servers');
    await workbench.quickPick.waitForRow(server);
    await workbench.quickPick.moveTo(server);
    await workbench.quickPick.accept();
    await workbench.quickPick.waitForRow('Start Server');
    await workbench.quickPick.moveTo('Start Server');
    await workbench.quickPick.accept();
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

  step('has folders of its own, asked for when it is enabled', async () => {
    const { view, workbench } = window;
    const look = () => workbench.screenshot('use-in-chat-menu');
    await view.tree.chooseFromMenu(['explorer'], 'Use in Chat', look);
    const { title } = await workbench.quickPick.waitFor(/^Which folders may/);
    match(title, /VS Code Chat/);
    await workbench.screenshot('use-in-chat');
    await view.allow(['web'], 'Always Allow');
    await waitForChat(/not connected/);
  });

  /** What VS Code itself told the server of another extension, for each start of it: the last answer of that process. */
  function toldNatively(): readonly (readonly string[])[] {
    const file = window.workspace.path('native.jsonl');
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    const answers = lines.map(
      (line) => JSON.parse(line) as { readonly pid: number; readonly roots: string[] },
    );
    return [...new Map(answers.map(({ pid, roots }) => [pid, roots])).values()];
  }

  step("is told of exactly those by VS Code's own client, after five reloads too", async () => {
    const reloads = 5;
    for (let load = 0; load <= reloads; load += 1) {
      if (load > 0) await window.workbench.reload();
      await startInChat();
      await waitForChat(/running · up to date, 1 folder/);
      await window.workbench.screenshot(`in-chat-${load}`);
      await startInChat(window, 'native');
      await until('VS Code to tell its own server too', toldNatively, ({ length }) => length > load, 60_000);
    }
    const natively = toldNatively().map(({ length }) => length);
    const empty = natively.slice(1).filter((count) => count === 0).length;
    // What VS Code does is for the record: it is not ours to promise, and it differs from run to run.
    process.stderr.write(
      `      after ${reloads} reloads, VS Code told the server of another extension of no folder ${empty} times ` +
        `(folders told: ${natively.join(', ')}; ours: 1 each time, the one that is ticked)\n`,
    );
  });

  step('is told of a folder that is ticked later', async () => {
    await window.view.tree.expand('explorer', 'VS Code Chat');
    await window.view.tree.clickCheckbox('explorer', 'VS Code Chat', 'api');
    await window.view.answer(/^Allow /, 'Allow in This Session');
    await waitForChat(/running · up to date, 2 folders/);
    await window.workbench.screenshot('chat-folders');
  });

  step('is told in each window by that window', async () => {
    const other = await window.another();
    try {
      await startInChat(other);
      await waitForChat(/running · up to date, 1 folder/, other);
      await waitForChat(/running · up to date, 2 folders/);
    } finally {
      await other.close('keep the workspace');
    }
  });

  step('is told of none while sharing is off', async () => {
    await window.workbench.runCommand('MCP Roots: Pause Sharing in All Windows');
    await waitForChat(/running · up to date, 0 folders/);
    await window.workbench.runCommand('MCP Roots: Resume Sharing');
    await waitForChat(/running · up to date, 2 folders/);
  });

  step(
    'is told of what is left when the first folder is removed, for which VS Code loads the window again',
    async () => {
      // VS Code may load the window twice here; what is for the session is sure to outlive one.
      await window.view.tree.clickCheckbox('explorer', 'VS Code Chat', 'api');
      await waitForChat(/running · up to date, 1 folder/);
      await window.view.tree.clickCheckbox('explorer', 'VS Code Chat', 'api');
      await window.view.answer(/^Allow /, 'Always Allow');
      await waitForChat(/running · up to date, 2 folders/);
      await window.workbench.removeFirstFolder('web');
      await startInChat();
      await waitForChat(/running · up to date, 1 folder/);
    },
  );

  step('ends when it is not used in chat any more', async () => {
    await window.view.tree.chooseFromMenu(['explorer'], 'Stop Using in Chat');
    await until(
      'no line of the chat',
      () => window.lines(),
      (lines) => !lines.some((line) => line.includes('VS Code Chat')),
    );
  });
});
