import { deepEqual, rejects } from 'node:assert/strict';
import { connected as connectedClient } from './connectedClient';

describe('SdkClient', () => {
  /** A client that is connected to a server with these pages of tools, and what it sent. */
  const connected = (pageOf: (cursor: string | undefined) => object, capabilities?: object) =>
    connectedClient(({ params }) => pageOf(params?.cursor), capabilities);

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
