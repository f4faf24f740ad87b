import { deepEqual, ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { openHost } from '../../acceptance/openHost';
import { Stage } from '../../acceptance/stage';
import { smuggled } from './children/smuggled';

const own = 'file:///home/somebody/private';

describe('a client that does not tell letter case apart', function () {
  this.timeout(60_000);
  const stage = new Stage();
  afterEach(() => stage.clear());

  it('hears no question for roots that its server hides in another one, and gives nothing away', async () => {
    const heard = await stage.makeFile('heard.txt', '');
    const server = {
      command: process.execPath,
      args: [require.resolve('./children/smugglingServer'), heard],
    };
    const host = await openHost(stage, { smuggler: server }, [await stage.makeFolder('work')]);
    try {
      host.clients.serve();
      const { id } = await host.clients.bridge.keys.create({ name: 'Careless', servers: ['smuggler'] });
      ok((await host.clients.bridge.address()) !== undefined);
      const shim = [process.execPath, host.clients.bridge.shim, id, 'smuggler'];
      const client = spawn(process.execPath, [require.resolve('./children/carelessClient'), own, ...shim], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      deepEqual((await text(client.stdout)).trim().split('\n'), ['ping', 'notifications/message']);
    } finally {
      await host.close();
    }
    const lines = (await readFile(heard, 'utf8')).trim().split('\n');
    ok(!lines.join('\n').includes(own));
    const refused = lines
      .map(
        (line) => JSON.parse(line) as { readonly id?: unknown; readonly error?: { readonly code: number } },
      )
      .filter(({ error }) => error?.code === -32600);
    deepEqual(
      refused.map(({ id }) => id),
      smuggled.map((_, i) => i),
    );
  });
});
