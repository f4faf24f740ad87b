import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { SdkClient } from '../../../src/node/session/sdkClient';
import { connected, type Sent } from './connectedClient';

describe('ServerFeatures', () => {
  const named = (count: number, at = 0) =>
    Array.from({ length: count }, (_, i) => ({ name: `t${at + i}`, inputSchema: { type: 'object' } }));
  const methods = (sent: readonly Sent[]) => sent.map(({ method }) => method).slice(2);

  it('lists 10,000 tools of many pages (rule 9)', async () => {
    const { client } = await connected(({ params }) => {
      const at = Number(params?.cursor ?? 0);
      return { tools: named(50, at), ...(at + 50 < 10_000 && { nextCursor: String(at + 50) }) };
    });
    const { entries, cut } = await client.features.tools.list();
    deepEqual([entries.length, entries.at(-1)?.name, cut], [10_000, 't9999', undefined]);
  });

  it('ends a list whose pages go round in a circle, keeps what came, and says so (rule 9)', async () => {
    const { client, sent } = await connected(({ params }) => {
      const next = params?.cursor === 'a' ? 'b' : 'a';
      return { tools: named(1), nextCursor: next };
    });
    const { entries, cut } = await client.features.tools.list();
    deepEqual([entries.length, cut], [3, 'its pages go round in a circle']);
    equal(methods(sent).length, 3);
  });

  it('ends a list without an end, keeps what came, and says so (rule 9)', async () => {
    const { client } = await connected(({ params }) => {
      return { tools: named(5000), nextCursor: `${Number(params?.cursor ?? 0) + 1}` };
    });
    const { entries, cut } = await client.features.tools.list();
    deepEqual([entries.length, cut], [20_000, 'it has more than 20000 entries on 4 pages']);
  });

  it('keeps what came before a page that fails, and fails where the first one does', async () => {
    const broken = { error: { code: -32603, message: 'broken' } };
    const { client } = await connected(({ params }) =>
      params?.cursor === undefined ? { tools: named(2), nextCursor: 'x' } : broken,
    );
    const { entries, cut } = await client.features.tools.list();
    deepEqual([entries.length, cut], [2, 'the server gave no further page']);
    const { client: other } = await connected(() => broken);
    await rejects(other.features.tools.list(), { code: -32603 });
  });

  it('lists what is well formed beside what is not (rule 9)', async () => {
    const tools = [null, 'x', { name: 1 }, { name: 'a' }, { name: 'b', inputSchema: 7, annotations: [] }];
    const { client } = await connected(() => ({ tools }));
    deepEqual(
      (await client.listTools()).map(({ name, inputSchema }) => [name, inputSchema]),
      [
        ['a', undefined],
        ['b', 7],
      ],
    );
    const { client: other } = await connected(() => ({ tools: 'none' }));
    deepEqual(await other.listTools(), []);
  });

  /** Tells the client, and resolves once the list was read again. */
  async function tell(client: SdkClient, list: 'tools' | 'prompts' | 'resources'): Promise<void> {
    const again = new Promise<void>((resolve) => {
      const listening = client.features[list].onDidChange(() => {
        listening.dispose();
        resolve();
      });
    });
    client.receive({ jsonrpc: '2.0', method: `notifications/${list}/list_changed` });
    await again;
  }

  for (const list of ['tools', 'prompts', 'resources'] as const) {
    it(`reads ${list} again when they have changed, but only if somebody wanted them`, async () => {
      const all = { tools: {}, prompts: {}, resources: {} };
      let count = 0;
      const { client, sent } = await connected(({ method }) => {
        count += 1;
        const entries = [{ name: `n${count}`, uri: 'x://y' }];
        return { [method.split('/')[0] ?? '']: entries };
      }, all);
      client.receive({ jsonrpc: '2.0', method: `notifications/${list}/list_changed` });
      await client.features[list].list();
      await tell(client, list);
      deepEqual(methods(sent), [`${list}/list`, `${list}/list`]);
    });
  }

  it('reads a list once for all who ask while it is read', async () => {
    const { client, sent } = await connected(() => ({ tools: named(1) }));
    const { tools } = client.features;
    await Promise.all([tools.list(), tools.list(), client.listTools()]);
    deepEqual(methods(sent), ['tools/list']);
  });

  /** Everything that a person can ask of a server. */
  async function useAll({ features }: SdkClient): Promise<readonly unknown[]> {
    const uri = 'x://y';
    const { tools, prompts, resources, templates } = features;
    const lists = await Promise.all([tools, prompts, resources, templates].map((list) => list.list()));
    const reference = { type: 'ref/prompt', name: 'p' } as const;
    const completed = await features.complete(reference, { name: 'a', value: 'b' }, { c: 'd' });
    await features.subscribe(uri);
    await features.unsubscribe(uri);
    return [lists.map(({ entries }) => entries.length), completed];
  }

  it('sends nothing that the server did not declare', async () => {
    const { client, sent } = await connected(() => ({}), {});
    deepEqual(await useAll(client), [[0, 0, 0, 0], []]);
    deepEqual(methods(sent), []);
    const { client: still, sent: heard } = await connected(() => ({}), { resources: { subscribe: false } });
    await useAll(still);
    deepEqual(methods(heard), ['resources/list', 'resources/templates/list']);
    for (const asking of [
      client.features.read('x'),
      client.features.prompt('p', {}),
      client.callTool('t', {}),
    ]) {
      await rejects(asking, /Server does not support/);
    }
    deepEqual(methods(sent), []);
  });

  it('sends what the server declared', async () => {
    const { client, sent } = await connected(
      ({ method }) => (method === 'completion/complete' ? { completion: { values: ['bc', 1, 'bd'] } } : {}),
      { tools: {}, prompts: {}, resources: { subscribe: true }, completions: {} },
    );
    deepEqual(await useAll(client), [
      [0, 0, 0, 0],
      ['bc', 'bd'],
    ]);
    deepEqual(
      sent.slice(2).map(({ method, params: { _meta, ...params } = {} }) => [method, params]),
      [
        ['tools/list', {}],
        ['prompts/list', {}],
        ['resources/list', {}],
        ['resources/templates/list', {}],
        [
          'completion/complete',
          {
            ref: { type: 'ref/prompt', name: 'p' },
            argument: { name: 'a', value: 'b' },
            context: { arguments: { c: 'd' } },
          },
        ],
        ['resources/subscribe', { uri: 'x://y' }],
        ['resources/unsubscribe', { uri: 'x://y' }],
      ],
    );
  });

  it('takes a server that knows of no templates for one that has none', async () => {
    const unknown = { error: { code: -32601, message: 'Method not found' } };
    const { client } = await connected(() => unknown, { resources: {} });
    const { resources, templates } = client.features;
    deepEqual(await templates.list(), { entries: [], cut: undefined });
    await rejects(resources.list(), { code: -32601 });
  });

  it('tells of a resource that is another one now', async () => {
    const { client } = await connected(() => ({}), { resources: { subscribe: true } });
    const updated: string[] = [];
    client.features.onDidUpdate((uri) => updated.push(uri));
    client.receive({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'x://y' } });
    client.receive({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 7 } });
    await new Promise(setImmediate);
    deepEqual(updated, ['x://y']);
  });

  it('reads the parts of a resource that are well formed', async () => {
    const contents = [{ uri: 'a', text: 't' }, { uri: 'b', blob: 'AA==', mimeType: 'x/y' }, { uri: 'c' }, 7];
    const { client } = await connected(() => ({ contents }), { resources: {} });
    deepEqual(await client.features.read('a'), [
      { uri: 'a', mimeType: undefined, body: { text: 't' } },
      { uri: 'b', mimeType: 'x/y', body: { base64: 'AA==' } },
    ]);
  });

  it('gives the result of a tool as it is, whatever its output schema says', async () => {
    const outputSchema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
    const result = { content: [{ type: 'hologram' }], structuredContent: { a: 1 }, more: true };
    const { client } = await connected(({ method }) =>
      method === 'tools/list' ? { tools: [{ name: 't', inputSchema: {}, outputSchema }] } : result,
    );
    await client.listTools();
    deepEqual(await client.callTool('t', {}), result);
  });
});
