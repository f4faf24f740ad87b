import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Effort } from './effort';
import { inTurns, ratioRow, timed, type Row } from './measure';
import { startBareClient } from './bareClient';
import { onStage } from './stage';

interface Callable {
  call(tool: string, args: Record<string, unknown>): Promise<unknown>;
}

/** What stands between a server and its client costs: answers to `roots/list`, calls, large results. */
export function measureWire(effort: Effort): Promise<readonly Row[]> {
  return onStage(async (stage) => {
    const folders = await stage.folders(['web', 'api', 'docs']);
    await stage.setFolders(folders);
    const [server] = await stage.configure(1);
    if (server === undefined) throw new Error('No server was configured.');
    await stage.start([server]);
    const bare = await startBareClient(server.exposure.current.roots.map(({ uri, name }) => ({ uri, name })));
    const ours: Callable = {
      call: async (tool, args) => server.client?.callTool(tool, args),
    };
    const theirs: Callable = { call: (name, args) => callWithBound(bare, name, args) };
    const plain: Callable = { call: (name, args) => bare.callTool({ name, arguments: args }) };
    try {
      const asking = await inTurns(
        effort(25),
        () => askTimes(ours, effort(200, 20)),
        () => askTimes(theirs, effort(200, 20)),
      );
      const calls = await inTurns(
        effort(40),
        () => callTimes(ours, effort(50, 5), 10),
        () => callTimes(theirs, effort(50, 5), 10),
      );
      const plainCalls = await inTurns(
        effort(40),
        () => callTimes(ours, effort(50, 5), 10),
        () => callTimes(plain, effort(50, 5), 10),
      );
      const megabyte = await inTurns(
        effort(20),
        () => callTimes(ours, effort(3), 1e6),
        () => callTimes(theirs, effort(3), 1e6),
      );
      const tenMegabytes = await inTurns(
        effort(9),
        () => callTimes(ours, 1, 1e7),
        () => callTimes(theirs, 1, 1e7),
      );
      const constant = 'SDK client with a constant list';
      const client = 'bare SDK client and transport';
      return [
        ratioRow('`roots/list` answered over stdio, p50', constant, asking, 1.1),
        ratioRow('`roots/list` answered over stdio, p99', constant, asking, 1.1, 0.99),
        ratioRow('`tools/call` round trip through a session', `${client}, the same bounds`, calls, 1.05),
        ratioRow('the same', `${client}, no bounds`, plainCalls, 1.05),
        ratioRow('result of 1 MB', client, megabyte, 1.1),
        ratioRow('result of 10 MB', client, tenMegabytes, 1.1),
      ];
    } finally {
      await bare.close();
    }
  });
}

/** Milliseconds of so many `roots/list`, as the server itself timed them. */
async function askTimes(client: Callable, times: number): Promise<readonly number[]> {
  const result = await client.call('ask', { times });
  const { content } = result as { content: readonly { text: string }[] };
  return JSON.parse(content[0]?.text ?? '[]') as number[];
}

async function callTimes(client: Callable, times: number, bytes: number): Promise<readonly number[]> {
  const took: number[] = [];
  for (let i = 0; i < times; i += 1) took.push(await timed(() => client.call('text', { bytes })));
  return took;
}

/** The call as the extension makes it: with progress that renews its timeout, and a bound that takes it back. */
async function callWithBound(client: Client, name: string, args: Record<string, unknown>): Promise<unknown> {
  const bound = new AbortController();
  const timer = setTimeout(() => bound.abort(), 300_000);
  const options = {
    timeout: 60_000,
    resetTimeoutOnProgress: true,
    onprogress: () => undefined,
    signal: bound.signal,
  };
  try {
    return await client.callTool({ name, arguments: args }, undefined, options);
  } finally {
    clearTimeout(timer);
  }
}
