import { deepEqual, rejects } from 'node:assert/strict';
import { SdkClient } from '../../../src/node/session/sdkClient';

interface Sent {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly cursor?: string };
}

describe('SdkClient', () => {
  /** A client that is connected to a server with these pages of tools, and what it sent. */
  async function connected(
    pageOf: (cursor: string | undefined) => object,
    capabilities: object = { tools: {} },
  ) {
    const sent: Sent[] = [];
    const client = new SdkClient('0', { initialize: 5000, request: 5000, hardMaximum: 5000 }, (message) =>
      answer(message as Sent),
    );
    const result = ({ method, params }: Sent) =>
      method === 'initialize'
        ? { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'long', version: '1' } }
        : pageOf(params?.cursor);
    const answer = (message: Sent) => {
      sent.push(message);
      if (message.id === undefined) return;
      const { id } = message;
      setImmediate(() => client.receive({ jsonrpc: '2.0', id, result: result(message) }));
    };
    await client.connect();
    return { client, sent };
  }

  const tool = (name: string) => ({ name, inputSchema: { type: 'object' } });

  it('lists the tools of all pages', async () => {
    const { client } = await connected((cursor) =>
      cursor === undefined ? { tools: [tool('a')], nextCursor: '2' } : { tools: [tool('b')] },
    );
    deepEqual(
      (await client.listTools()).map(({ name }) => name),
      ['a', 'b'],
    );
  });

  it('asks for no tools where none were declared', async () => {
    const { client, sent } = await connected(() => ({ tools: [] }), {});
    deepEqual(await client.listTools(), []);
    deepEqual(
      sent.map(({ method }) => method),
      ['initialize', 'notifications/initialized'],
    );
  });

  it('gives up a list without an end (rule 9)', async () => {
    const { client } = await connected((cursor = '0') => ({
      tools: [],
      nextCursor: `${Number(cursor) + 1}`,
    }));
    await rejects(client.listTools(), {
      name: 'UserError',
      message: 'The list of tools has more than 100 pages. Ask the author of the server.',
    });
  });

  it('declares no capability of its own', async () => {
    const { sent } = await connected(() => ({}));
    deepEqual(
      sent.flatMap(({ method, params }) =>
        method === 'initialize' ? (params as { capabilities: object }).capabilities : [],
      ),
      [{}],
    );
  });

  const malformed = {
    'an error with a code that is no whole number': { error: { code: 1.5, message: 'no' } },
    'an error with a code in words': { error: { code: 'E_NO', message: 'no' } },
    'an error without a message': { error: { code: 1 } },
    'an error that is no object': { error: 'no' },
    'a result that is no object': { result: 'yes' },
    'a result that is null': { result: null },
    'a key that no answer has': { result: {}, also: 1 },
  };
  for (const [what, answer] of Object.entries(malformed)) {
    it(`fails a request whose answer is malformed, in place of waiting for another: ${what}`, async () => {
      const { client, sent } = await connected(() => ({ tools: [] }));
      const failing = rejects(client.request('ping', {}), {
        message: 'MCP error -32000: The server gave a malformed answer.',
      });
      client.receive({ jsonrpc: '2.0', id: sent.at(-1)?.id, ...answer });
      await failing;
    });
  }

  it('minds no answer that nobody waits for', async () => {
    const { client } = await connected(() => ({ tools: [tool('a')] }));
    for (const answer of [{ result: {} }, { error: { code: 0.5 } }]) {
      client.receive({ jsonrpc: '2.0', id: 1000, ...answer });
    }
    deepEqual(
      (await client.listTools()).map(({ name }) => name),
      ['a'],
    );
  });
});
