import { match } from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { HttpEnds } from '../integration/http/httpEnds';

const root = { uri: 'file:///w/web', name: 'web' };

describe('server-everything over its HTTP transports, on a socket', () => {
  const ends = new HttpEnds();
  let folder = '';
  let server: ChildProcess | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'everything-'));
  });

  afterEach(async () => {
    await ends.stopAll();
    server?.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  for (const [transport, type, at] of [
    ['streamableHttp', 'http', '/mcp'],
    ['sse', 'sse', '/sse'],
    ['sse', 'http', '/sse'],
  ] as const)
    it(`${transport}, spoken to as "${type}": it asks for roots and lists them`, async function () {
      if (process.platform === 'win32') this.skip(); // Windows has named pipes, which do not lie in a directory.
      // Without one it listens on every address of this machine.
      const socket = path.join(folder, 's');
      const program = require.resolve('@modelcontextprotocol/server-everything/dist/index.js');
      server = spawn(process.execPath, [program, transport], {
        env: { ...process.env, PORT: socket },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      if (server.stderr === null) throw new Error('It has an output.');
      for await (const line of createInterface(server.stderr))
        if (/(listening|running) on port/u.test(line)) break;
      const opened = ends.open(`unix://${socket}#${at}`, { type });
      opened.end.onMessage((message) => {
        const { id, method } = message as { id?: unknown; method?: string };
        if (method === 'roots/list') void opened.end.send({ jsonrpc: '2.0', id, result: { roots: [root] } });
      });
      await opened.initialize();
      await opened.first(({ method }) => method === 'roots/list');
      const answer = await opened.ask(1, 'tools/call', { name: 'get-roots-list', arguments: {} });
      match(JSON.stringify(answer['result']), /file:\/\/\/w\/web/u);
    });
});
