import { deepEqual, equal, match } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parse } from 'jsonc-parser';
import { story } from '../host/steps';
import { eventually, until } from '../host/workbench/until';
import { UiWindow } from './window';

const title = 'Use from Another Client';

/** As its user wrote it. */
const ofUser = `{
  // by hand
  "mcpServers": { "mine": { "command": "x" } }
}
`;

describe('using a server from another client', () => {
  const step = story();
  let window: UiWindow;
  let file: string;

  before(async () => {
    window = await UiWindow.open({ folders: ['web', 'api'] });
    file = window.workspace.path('web', '.cursor', 'mcp.json');
    mkdirSync(path.dirname(file));
    writeFileSync(file, ofUser);
  });

  after(() => window.close());

  /** Answers everything up to where the configuration goes. */
  async function upToDestination(client: string): Promise<void> {
    const { workbench } = window;
    await workbench.runCommand('MCP Roots: Use from Another Client…');
    await choose(client);
    await workbench.quickPick.setTicked('explorer', true);
    await workbench.quickPick.accept();
    await until(
      'the question for the name',
      () => workbench.quickPick.head(),
      (head) => head?.prompt.startsWith('How the client is called') === true,
    );
    await workbench.quickPick.accept();
  }

  async function choose(label: string): Promise<void> {
    await window.workbench.quickPick.waitFor(title);
    await window.workbench.quickPick.waitForRow(label);
    await window.workbench.quickPick.moveTo(label);
    await window.workbench.quickPick.accept();
  }

  step('leaves nothing behind when it is left before the end', async () => {
    const { quickPick } = window.workbench;
    await upToDestination('Cursor');
    await choose('In web only');
    await quickPick.waitForRow('Write');
    await quickPick.escape();
    await quickPick.waitUntilClosed();
    equal(readFileSync(file, 'utf8'), ofUser);
    deepEqual(
      (await window.lines()).filter((line) => line.includes('Cursor')),
      [],
    );
  });

  step('shows the change, writes it on demand, and asks for the folders of that client', async () => {
    const { quickPick, editor } = window.workbench;
    await upToDestination('Cursor');
    await choose('In web only');
    await quickPick.waitForRow('Write');
    match(await editor.name(), /mcp\.json: now ↔ with MCP Roots/);
    await window.workbench.screenshot('use-from-client');
    await choose('Write');
    await window.view.allow(['api'], 'Allow in This Session');
    const text = readFileSync(file, 'utf8');
    match(text, /^\{\n {2}\/\/ by hand\n/);
    const { mcpServers } = parse(text) as { mcpServers: Record<string, { args?: readonly string[] }> };
    deepEqual(Object.keys(mcpServers), ['mine', 'explorer']);
    const [shim, , server] = mcpServers['explorer']?.args ?? [];
    match(shim ?? '', /mcp-roots\.mcp-roots[\\/]bin[\\/]shim\.js$/);
    equal(server, 'explorer');
    await eventually(async () => (await window.lines()).some((line) => line.includes('Cursor')), true);
  });

  step('changes nothing when it is done again', async () => {
    const written = readFileSync(file, 'utf8');
    await upToDestination('Cursor');
    await choose('In web only');
    // All that is left is to ask for its folders.
    await window.workbench.quickPick.waitForRow('web');
    await window.workbench.quickPick.escape();
    await window.workbench.quickPick.waitUntilClosed();
    equal(readFileSync(file, 'utf8'), written);
  });

  step('works after a reload in which nobody touches anything', async () => {
    await window.workbench.runCommand('View: Show Explorer');
    await window.workbench.reload();
    const { mcpServers } = parse(readFileSync(file, 'utf8')) as {
      mcpServers: Record<string, { command: string; args: readonly string[]; env?: Record<string, string> }>;
    };
    const { command = '', args = [], env } = mcpServers['explorer'] ?? {};
    const shim = spawn(command, [...args, '--wait'], {
      cwd: path.dirname(path.dirname(file)),
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    try {
      const params = {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 't', version: '1' },
      };
      shim.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
      const [line] = (await once(createInterface(shim.stdout), 'line')) as [string];
      const { result } = JSON.parse(line) as { result?: { serverInfo?: { name?: string } } };
      equal(result?.serverInfo?.name, 'explorer', line);
    } finally {
      shim.kill();
    }
  });

  step('has no key any more when the client is removed, and says what ends', async () => {
    const { workbench } = window;
    const { mcpServers } = parse(readFileSync(file, 'utf8')) as {
      mcpServers: Record<string, { args: readonly string[] }>;
    };
    const [shim = '', id = ''] = mcpServers['explorer']?.args ?? [];
    const key = path.join(path.dirname(shim), '..', 'clients', `${id}.json`);
    equal(existsSync(key), true);
    await workbench.runCommand('MCP Roots: Remove Client…');
    await workbench.quickPick.waitForRow('Cursor');
    await workbench.quickPick.moveTo('Cursor');
    await workbench.quickPick.accept();
    const { message, detail } = await workbench.dialog.waitFor('Remove client');
    equal(message, 'Remove client “Cursor”?');
    match(
      detail,
      /^It may not open explorer any more, in no window\. .*Its own configuration stays as it is\.$/,
    );
    await workbench.dialog.click('Remove');
    await eventually(() => existsSync(key), false);
  });
});
