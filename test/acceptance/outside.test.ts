import { deepEqual, equal, notEqual, rejects } from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Probe } from './probeDriver';
import { gone } from './processes';
import { everything, filesystem, fixture, uri } from './servers';
import { Stage } from './stage';

const stage = new Stage();

/** A client of its own, which the user let in under the name "claude". */
class Outside {
  readonly sdk = new Client({ name: 'calls itself anything', version: '0' }, { capabilities: {} });
  readonly #transport: StdioClientTransport;

  private constructor(shim: string, args: readonly string[]) {
    this.#transport = new StdioClientTransport({ command: process.execPath, args: [shim, ...args] });
  }

  /** Starts the shim and initialises the server behind it. */
  static async connect({ client = '', shim = '' }: Key, server: string): Promise<Outside> {
    const outside = new Outside(shim, [client, server]);
    clients.push(outside);
    await outside.sdk.connect(outside.#transport);
    return outside;
  }

  get shimPid(): number {
    return this.#transport.pid ?? -1;
  }

  /** The first text of a tool's answer. */
  async call(tool: string, args: Record<string, unknown> = {}): Promise<string> {
    const { content } = await this.sdk.callTool({ name: tool, arguments: args });
    return (content as { readonly text: string }[])[0]?.text ?? '';
  }
}

type Key = { readonly client?: string; readonly shim?: string };

const clients: Outside[] = [];
const children: ChildProcess[] = [];

/** Starts a shim alone, to see what becomes of it. */
function shim({ client = '', shim: file = '' }: Key, server: string, cwd = '/'): ChildProcess {
  const child = spawn(process.execPath, [file, client, server], { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  children.push(child);
  return child;
}

async function textOf(child: ChildProcess, stream: 'stdout' | 'stderr'): Promise<string> {
  let text = '';
  for await (const chunk of child[stream]?.setEncoding('utf8') ?? []) text += String(chunk);
  return text;
}

const initialize = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'x', version: '0' },
  },
})}\n`;

/** What server-filesystem says that it may see. */
async function allowed(outside: Outside): Promise<readonly string[]> {
  return (await outside.call('list_allowed_directories')).split('\n').slice(1);
}

describe('another client, through the shim', () => {
  afterEach(async () => {
    await Promise.all(clients.splice(0).map(({ sdk }) => sdk.close()));
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await stage.clear();
  });

  it('sees what is allowed to it alone, at once, and keeps its session over a withdrawal', async () => {
    const folders = [await stage.makeFolder('a'), await stage.makeFolder('b'), await stage.makeFolder('c')];
    const [a = '', b = '', c = ''] = folders;
    const probe = await stage.start({ fs: filesystem() }, { folders, grants: { fs: [c] } });
    const key = await probe.run('client-key claude fs');
    await probe.run(`grant fs for claude ${a}`);
    const outside = await Outside.connect(key, 'fs');
    // Only then it goes by what it was told.
    const heeded = (since = 0) => probe.untilLog('fs for claude', 'Updated allowed directories', since);
    await heeded();
    deepEqual(await allowed(outside), [a]);

    let mark = probe.mark();
    await probe.run(`grant fs for claude ${b}`);
    await heeded(mark);
    deepEqual(await allowed(outside), [a, b]);
    deepEqual(probe.story('fs for claude', mark), ['list_changed', 'asked', `answered ${uri(a)} ${uri(b)}`]);

    const [before, shimBefore] = [probe.pidOf('fs for claude'), outside.shimPid];
    mark = probe.mark();
    await probe.run(`revoke fs for claude ${a}`);
    await heeded(mark);
    deepEqual(await allowed(outside), [b]);
    await gone([before]);
    notEqual(probe.pidOf('fs for claude'), before);
    equal(outside.shimPid, shimBefore);
    deepEqual((await probe.standing('fs for claude')).exposed, [uri(b)]);
    // The window's own session has its own folders, and heard of nothing.
    deepEqual((await probe.standing('fs')).exposed, [uri(c)]);
    deepEqual(probe.story('fs', mark), []);
  });

  it('has a server that does everything, and hears of its lists', async () => {
    const a = await stage.makeFolder('a');
    const probe = await stage.start({ every: everything() }, { folders: [a] });
    const key = await probe.run('client-key claude every');
    const outside = await Outside.connect(key, 'every');
    const changed = new Promise<void>((resolve) => {
      outside.sdk.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve());
    });
    equal(await outside.call('echo', { message: 'hello' }), 'Echo: hello');
    await probe.run(`grant every for claude ${a}`);
    await probe.next(({ server, event, uris }) => {
      return server === 'every for claude' && event === 'answered' && uris?.length === 1;
    });
    const text = await outside.call('get-roots-list');
    deepEqual(
      [...text.matchAll(/URI: (.*)/g)].map(([, address]) => address),
      [uri(a)],
    );
    await probe.run(`revoke every for claude ${a}`);
    equal(await outside.call('echo', { message: 'again' }), 'Echo: again');
    await changed;
  });

  it('opens only what it was let in for, and is told so in the answer to "initialize"', async () => {
    const probe = await stage.start({ one: fixture(), two: fixture() });
    const key = await probe.run('client-key claude one');
    // Whether there is such a server is nothing for a client that may not open it.
    for (const server of ['two', 'three']) {
      const refused = shim(key, server);
      refused.stdin?.write(initialize);
      const [said, complaint, [code]] = await Promise.all([
        textOf(refused, 'stdout'),
        textOf(refused, 'stderr'),
        once(refused, 'exit'),
      ]);
      const { id, error } = JSON.parse(said);
      deepEqual(
        [id, error.code, error.message.split('. ')[0] + '.'],
        [1, -32000, 'This client may not open a server of this name.'],
      );
      deepEqual({ complaint, code }, { complaint: '', code: 1 });
    }
    await rejects(Outside.connect(key, 'two'), /This client may not open a server of this name/);
  });

  it('loses its session, its process and its shim when it is removed', async () => {
    const probe = await stage.start({ one: fixture() });
    const key = await probe.run('client-key claude one');
    const outside = await Outside.connect(key, 'one');
    const [own, window] = [probe.pidOf('one for claude'), probe.pidOf('one')];
    notEqual(own, window);
    await probe.run(`revoke-client ${key.client}`);
    await gone([own, outside.shimPid]);
    const late = shim(key, 'one');
    deepEqual(
      await Promise.all([textOf(late, 'stderr'), once(late, 'exit').then(([code]) => code as unknown)]),
      [
        `MCP Roots: VS Code has let in no client "${key.client}", or it was revoked. Run "MCP Roots: Use from Another Client…" in VS Code and copy its configuration again.\n`,
        1,
      ],
    );
    equal(await probe.call('one', 'echo', { text: 'untouched' }), 'untouched');
  });

  it('leaves no process when it dies', async () => {
    const probe = await stage.start({ one: fixture() });
    const outside = await Outside.connect(await probe.run('client-key claude one'), 'one');
    const own = probe.pidOf('one for claude');
    process.kill(outside.shimPid, 'SIGKILL');
    await gone([own]);
  });

  it('leaves no process, and no shim, when the window is killed', async () => {
    const probe = await stage.start({ one: fixture() });
    const key = await probe.run('client-key claude one');
    const sessions = await Promise.all([Outside.connect(key, 'one'), Outside.connect(key, 'one')]);
    const servers = spawnedBy(probe);
    equal(servers.length, 3);
    await probe.kill();
    await gone([...servers, ...sessions.map(({ shimPid }) => shimPid)]);
  });

  it('finds the window that has its working directory', async () => {
    const [a, b] = [await stage.makeFolder('a'), await stage.makeFolder('b')];
    const storage = `${await stage.folder}/storage`;
    const start = (folder: string) =>
      stage.start({ every: everything() }, { folders: [folder], args: ['--storage', storage] });
    const [first, second] = [await start(a), await start(b)];
    const key = await first.run('client-key claude every');
    // Both windows let the same clients in; this one listens when it has answered.
    await second.run('client-key another every');
    for (const [folder, window] of [
      [a, first],
      [b, second],
    ] as const) {
      const child = shim(key, 'every', folder);
      child.stdin?.write(initialize);
      await window.until('every for claude', 'spawned');
    }
    const lost = shim(key, 'every', '/');
    const [complaint, [code]] = await Promise.all([textOf(lost, 'stderr'), once(lost, 'exit')]);
    equal(complaint.split(',')[0], 'MCP Roots: Several VS Code windows are open');
    equal(code, 1);
  });
});

/** The processes that a probe has started so far. */
function spawnedBy({ lines }: Probe): readonly number[] {
  return lines.flatMap(({ event, pid }) => (event === 'spawned' && pid !== undefined ? [pid] : []));
}
