import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { CallBudget } from '../../../src/explorer/protocol/callBudget';
import { ExplorerProcess } from './explorerProcess';

describe('the explorer on the wire', function suite() {
  // Starts processes or makes many files; on a busy machine that takes its time.
  this.timeout(30_000);

  let explorer: ExplorerProcess;

  beforeEach(() => {
    explorer = new ExplorerProcess();
  });

  afterEach(() => explorer.kill());

  it('goes on after garbage, an empty line and a line that is too long', async () => {
    await explorer.initialize({});
    explorer.write(`garbage\n\n{"jsonrpc":"2.0"}\n7\n"${'x'.repeat(11 * 1024 * 1024)}"\n`);
    deepEqual((await explorer.request('ping')).result, {});
    await explorer.end();
    for (const said of [/not JSON\b/, /not JSON-RPC/, /more than 10485760 bytes/]) match(explorer.log, said);
  });

  it('answers a malformed request with an error instead of leaving it open', async () => {
    await explorer.initialize({});
    explorer.write('{"jsonrpc":"2.0","id":"bad","method":"tools/call","params":[1]}\n');
    equal((await explorer.response('bad')).error?.code, -32600);
  });

  it('takes batches apart and refuses initialize in one (MCP 2025-03-26)', async () => {
    const initialize = { jsonrpc: '2.0', id: 'i', method: 'initialize', params: {} };
    explorer.write(`${JSON.stringify([initialize])}\n`);
    equal((await explorer.response('i')).error?.code, -32600);
    await explorer.initialize({});
    const ping = (id: string) => ({ jsonrpc: '2.0', id, method: 'ping' });
    explorer.write(`${JSON.stringify([ping('a'), 7, ping('b')])}\n`);
    deepEqual([(await explorer.response('a')).result, (await explorer.response('b')).result], [{}, {}]);
  });

  it('answers nothing but ping before initialize, and takes no notification', async () => {
    explorer.send(
      { method: 'notifications/initialized' },
      { id: 'tools', method: 'tools/list' },
      { id: 'call', method: 'tools/call', params: { name: 'list_roots' } },
      { id: 'none', method: 'no/such/method' },
      { id: 'ping', method: 'ping' },
    );
    for (const id of ['tools', 'call', 'none']) {
      deepEqual((await explorer.response(id)).error, {
        code: -32600,
        message: 'This session is not initialized yet.',
      });
    }
    deepEqual((await explorer.response('ping')).result, {});
    await explorer.initialize({ roots: {} });
    await explorer.question();
  });

  it('is initialized once: again is refused, and changes nothing', async () => {
    await explorer.initialize({ roots: { listChanged: true } });
    await explorer.answerRoots([]);
    const { error } = await explorer.request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'other', version: '1' },
    });
    deepEqual(error, { code: -32600, message: 'This session is initialized already.' });
    explorer.send({ method: 'notifications/roots/list_changed' });
    await explorer.question(2);
  });

  it('can be initialized after that has failed', async () => {
    const { error } = await explorer.request('initialize', { protocolVersion: 7 });
    deepEqual(error, {
      code: -32602,
      message:
        'Wrong parameters of initialize: params.protocolVersion, params.capabilities, params.clientInfo.',
    });
    await explorer.initialize({});
    deepEqual((await explorer.request('ping')).result, {});
  });

  it('says which parameters are wrong, with -32602 and not what a validator prints', async () => {
    await explorer.initialize({});
    const wrong = [
      ['tools/call', { name: 7 }, 'params.name'],
      ['tools/call', { name: 'list_roots', arguments: 'none' }, 'params.arguments'],
      ['tools/list', { cursor: {} }, 'params.cursor'],
      ['resources/read', {}, 'params.uri'],
    ] as const;
    for (const [method, params, named] of wrong) {
      deepEqual((await explorer.request(method, params)).error, {
        code: -32602,
        message: `Wrong parameters of ${method}: ${named}.`,
      });
    }
  });

  it('answers what is still open when the client closes its end, then exits', async () => {
    await explorer.initialize({ roots: {} });
    await explorer.question();
    explorer.send({ id: 'open', method: 'tools/call', params: { name: 'list_roots' } });
    const messages = await explorer.end();
    ok(messages.some(({ id, result }) => id === 'open' && result !== undefined));
  });

  it('counts calls by a clock: a burst, then a steady rate', () => {
    let now = 0;
    const budget = new CallBudget(2, 10, () => now);
    const spend = (times: number) => Array.from({ length: times }, () => budget.spend());
    deepEqual(spend(3), [true, true, false]);
    now = 100;
    deepEqual(spend(2), [true, false]);
    now = 10_000;
    deepEqual(spend(3), [true, true, false]);
  });
});
