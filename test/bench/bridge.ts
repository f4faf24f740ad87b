import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { installShim } from '../../src/node/bridge/installShim';
import { PrivateFolder } from '../../src/node/stores/privateFolder';
import { checkoutRoot } from '../host/checkout';
import { inTurns, ratioRow, reported, timed, type Row } from './measure';
import { RawClient } from './rawClient';

const checkout = checkoutRoot();
const server = path.join(checkout, 'test', 'bench', 'server.mjs');
const relay = path.join(checkout, 'test', 'bench', 'relay.mjs');

/** What the way through shim and bridge costs another client, against the server itself and against a bare relay. */
export async function measureBridge(): Promise<readonly Row[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'mcp-roots-bench-'));
  const windows: ChildProcess[] = [];
  const clients: RawClient[] = [];
  try {
    const nothing = () => undefined;
    const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
    const storage = await PrivateFolder.open(path.join(folder, 'storage'), log);
    const shim = await installShim(path.join(checkout, 'dist', 'shim.js'), storage);
    const id = await startWindow(windows, [path.join(__dirname, 'bridgeWindow.js'), storage.path, server]);
    const socket = path.join(folder, 'relay.sock');
    await startWindow(windows, [relay, 'window', socket, server]);
    const start = async (args: readonly string[]) => {
      const client = await RawClient.start(args, folder);
      clients.push(client);
      return client;
    };
    const ways = { bridge: [shim, id, 'bench'], relay: [relay, 'shim', socket], direct: [server] };
    const [ours, theirs, direct] = [
      await start(ways.bridge),
      await start(ways.relay),
      await start(ways.direct),
    ];
    const calls = (client: RawClient, times: number, bytes: number) => () => callTimes(client, times, bytes);
    const firstAnswer = (args: readonly string[]) => async () => [
      await timed(async () => {
        const client = await RawClient.start(args, folder);
        clients.push(client);
      }),
    ];
    const small = await inTurns(20, calls(ours, 500, 10), calls(theirs, 500, 10));
    const smallDirect = await inTurns(20, calls(ours, 500, 10), calls(direct, 500, 10));
    const large = await inTurns(9, calls(ours, 1, 1e7), calls(theirs, 1, 1e7));
    const first = await inTurns(5, firstAnswer(ways.bridge), firstAnswer(ways.relay));
    return [
      ratioRow(
        '`tools/call` of another client, through shim and bridge',
        'bare relay of two hops',
        small,
        1.25,
      ),
      reported(ratioRow('the same', 'the server itself over stdio', smallDirect, 1)),
      ratioRow('result of 10 MB through shim and bridge', 'bare relay of two hops', large, 1.5),
      reported(
        ratioRow('start of the shim to the answer to `initialize`', 'bare relay of two hops', first, 1),
      ),
    ];
  } finally {
    await Promise.all(clients.map((client) => client.stop()));
    for (const window of windows) window.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns what it says when it is ready */
async function startWindow(windows: ChildProcess[], args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  windows.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return line.toString('utf8').trim();
}

async function callTimes(client: RawClient, times: number, bytes: number): Promise<readonly number[]> {
  const took: number[] = [];
  for (let i = 0; i < times; i += 1) took.push(await timed(() => client.text(bytes)));
  return took;
}
