import { deepEqual, equal, ok } from 'node:assert/strict';
import path from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { BridgeConnection } from '../../src/node/bridge/bridgeConnection';
import { BridgeBench } from '../integration/bridge/bridgeBench';
import { exposure, root } from '../unit/session/sessionBench';
import { BridgedServer } from './bridgedServer';
import { everyClient, useEverything, alike } from './everyFeature';
import { everything } from './servers';

const wire = (name: string) => ({ uri: root(name).uri, name });

describe('server-everything for an SDK client, through the shim and the bridge', function () {
  this.timeout(180_000);
  const bench = new BridgeBench();

  /** A client whose own list of roots has everything, and the session that stands between it and the server. */
  async function connected(granted: readonly string[]) {
    const storage = await bench.storage();
    const window = await bench.window(storage);
    const { id } = await window.keys.create({ name: 'Every feature', servers: ['everything'] });
    const served = new Promise<BridgedServer>((resolve) => {
      window.serve = (connection: BridgeConnection) => {
        const server = new BridgedServer(connection, everything(), exposure(granted));
        bench.surroundings.onEnd(() => server.end());
        resolve(server);
        void server.start();
      };
    });
    const args = [path.join(storage.path, 'bin', 'shim.js'), id, 'everything'];
    const transport = new StdioClientTransport({ command: process.execPath, args, cwd: '/', stderr: 'pipe' });
    const client = await everyClient(transport, [wire('private')]);
    bench.surroundings.onEnd(() => client.client.close());
    return { ...client, served: await served };
  }

  it('has every feature that it has directly, with the same results', async () => {
    const { command, args } = everything();
    const direct = await everyClient(
      new StdioClientTransport({ command, args: [...args], stderr: 'ignore' }),
      [wire('private')],
    );
    bench.surroundings.onEnd(() => direct.client.close());
    const through = await connected(['web']);
    const expected = alike(await useEverything(direct));
    deepEqual(alike(await useEverything(through)), expected);
  });

  it('is told of what was granted, never of what the client would have said', async () => {
    const { client } = await connected(['web']);
    await hasTool(client, 'get-roots-list');
    const told = JSON.stringify(await client.callTool({ name: 'get-roots-list' }));
    ok(told.includes(root('web').uri) && !told.includes('private'));
  });

  it('lives on when the server is replaced under it, and hears that lists may be others', async () => {
    const { client, heard, served } = await connected(['web', 'api']);
    await hasTool(client, 'get-roots-list');
    await client.callTool({ name: 'get-roots-list' });
    const before = served.pid;
    const heardBefore = heard.length;
    served.expose(exposure(['web']));
    const told = JSON.stringify(await client.callTool({ name: 'get-roots-list' }));
    ok(told.includes(root('web').uri) && !told.includes(root('api').uri));
    ok(before !== served.pid);
    ok(heard.slice(heardBefore).includes('notifications/tools/list_changed'));
  });

  it('sleeps while nobody asks, and is started again by the next request', async () => {
    const { client, served } = await connected(['web']);
    await hasTool(client, 'get-roots-list');
    served.sleep();
    equal(served.pid, undefined);
    const answer = await client.callTool({ name: 'echo', arguments: { message: 'x' } });
    deepEqual(answer.content, [{ type: 'text', text: 'Echo: x' }]);
    ok(served.pid !== undefined);
  });
});

async function hasTool(
  client: { listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }> },
  name: string,
): Promise<void> {
  while (!(await client.listTools()).tools.some((tool) => tool.name === name));
}
