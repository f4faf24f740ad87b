// A client on the SDK that does what a scenario asks, or breaks one rule: `faultyClient.js [<fault>]`.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, ListRootsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import { readTask, type ClientTask } from './roots/clientTask';

const fault = process.argv[2];
const task = readTask();
let asked = 0;
let list: readonly string[] = task.steps[0] ?? [];

function rootsNow(): readonly string[] {
  switch (fault) {
    case 'tells all':
      return [...new Set(task.steps.flat())];
    case 'tells the first list for ever':
      return task.steps[0] ?? [];
    case 'tells paths':
      return list.map((uri) => decodeURIComponent(uri.replace('file://', '')));
    case 'tells unescaped addresses':
      return list.map((uri) => decodeURIComponent(uri));
    case 'sorts':
      return list.toSorted();
    case 'leaves one out':
      return list.slice(1);
    default:
      return list;
  }
}

const declares = task.declare ? fault !== 'declares nothing' : fault === 'declares all the same';
const listChanged = fault !== 'declares no changes';
const client = new Client(
  { name: 'faulty', version: '1' },
  { capabilities: declares ? { roots: { listChanged } } : {} },
);
if (declares) {
  client.setRequestHandler(ListRootsRequestSchema, async (): Promise<{ roots: { uri: string }[] }> => {
    if (fault === 'is silent') await new Promise(() => {});
    if (task.fault === 'first answer' && (asked += 1) === 1) {
      if (fault === 'hides its own fault') return { roots: [] };
      if (fault === 'tells of its own fault') throw new Error(`cannot list ${list.join()}`);
      if (fault === 'is silent on its own fault') await new Promise(() => {});
      throw new Error('a fault');
    }
    const roots = rootsNow();
    if (fault === 'refuses an empty list' && roots.length === 0) {
      throw new McpError(ErrorCode.InternalError, 'There are no roots.');
    }
    return { roots: roots.map((uri) => ({ uri })) };
  });
}

async function announce(): Promise<void> {
  if (fault === 'announces nothing') return;
  if (declares && listChanged) await client.sendRootsListChanged();
}

const transport = transportTo(task);
endWith(async () => {
  await client.connect(transport);
  if (fault === 'answers twice') answerTwice();
  for (const [step, next] of task.steps.entries()) {
    const isOther = JSON.stringify(next) !== JSON.stringify(list);
    list = next;
    if (isOther || fault === 'announces what did not change') await announce();
    await client.callTool({ name: 'look', arguments: { step } }, undefined, { timeout: 60_000 });
  }
  await client.close();
});

function transportTo({ url, command: [command = '', ...args] }: ClientTask): Transport {
  if (url === undefined) return new StdioClientTransport({ command, args, stderr: 'inherit' });
  return new StreamableHTTPClientTransport(new URL(url));
}

function answerTwice(): void {
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    await send(message, options);
    if ('result' in message) await send(message, options);
  };
}

function endWith(run: () => Promise<void>): void {
  run().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
}
