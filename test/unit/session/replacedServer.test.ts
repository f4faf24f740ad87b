import { deepEqual, equal } from 'node:assert/strict';
import { changingLists } from '../../../src/core/session/changingLists';
import { because, exposure, reaching, SessionBench } from './sessionBench';

const over = (why: string) => `This task ended with the process that ran it. ${why}`;

/** A successor is connected and takes the repeated handshake. */
function succeed(bench: SessionBench): object[] {
  bench.do({ kind: 'server connected', told: [] });
  return reaching(
    'client',
    bench.server({ id: 'mcp-roots-repeat-1', result: { protocolVersion: '2025-11-25' } }),
  );
}

describe('RootsSession: what a dead process leaves behind', () => {
  it('gives each request of a server a progress token of its own, and takes it back in what the client tells', () => {
    const bench = SessionBench.running([]);
    const params = { _meta: { progressToken: 7 } };
    const [asked] = bench.server({ id: 1, method: 'sampling/createMessage', params });
    deepEqual(asked, {
      do: 'pass',
      to: 'client',
      payload: { jsonrpc: '2.0', id: 1, method: 'sampling/createMessage', params },
      id: 'server-1',
      progressToken: 'server-1',
    });
    const progress = { method: 'notifications/progress', params: { progressToken: 'server-1', progress: 1 } };
    const [told] = bench.client(progress);
    deepEqual(told, { do: 'pass', to: 'server', payload: { jsonrpc: '2.0', ...progress }, progressToken: 7 });
    bench.client({ id: 'server-1', result: {} });
    deepEqual(bench.client(progress), []);
  });

  it('lets a task of the client tell of its progress after the answer that announced it', () => {
    const bench = SessionBench.running([]);
    bench.server({ id: 1, method: 'sampling/createMessage', params: { _meta: { progressToken: 7 } } });
    bench.client({ id: 'server-1', result: { task: { taskId: 't' } } });
    equal(
      bench.client({ method: 'notifications/progress', params: { progressToken: 'server-1' } }).length,
      1,
    );
  });

  it('takes no progress for a process that is gone to its successor', () => {
    const bench = SessionBench.running([]);
    bench.server({ id: 1, method: 'sampling/createMessage', params: { _meta: { progressToken: 7 } } });
    bench.do({ kind: 'server gone', why: because('It crashed.') });
    succeed(bench);
    bench.server({ id: 1, method: 'sampling/createMessage', params: { _meta: { progressToken: 7 } } });
    const from = (token: string) =>
      bench.client({ method: 'notifications/progress', params: { progressToken: token } }).length;
    deepEqual([from('server-1'), from('server-2')], [0, 1]);
  });

  it('answers for a task that ended with its process, and asks the server that runs it for any other', () => {
    const bench = SessionBench.running([]);
    bench.client({ id: 1, method: 'tools/call', params: { task: {} } });
    bench.server({ id: 1, result: { task: { taskId: 'a' } } });
    const ask = (id: number, method: string, taskId: string) =>
      bench.client({ id, method, params: { taskId } });
    equal(reaching('server', ask(2, 'tasks/get', 'a')).length, 1);
    bench.do({ kind: 'server gone', why: because('It crashed.') });
    const error = { code: -32602, message: over('It crashed.') };
    deepEqual(reaching('client', ask(3, 'tasks/get', 'a')), [{ id: 3, error }]);
    succeed(bench);
    deepEqual(reaching('client', ask(4, 'tasks/result', 'a')), [{ id: 4, error }]);
    equal(reaching('server', ask(5, 'tasks/cancel', 'b')).length, 1);
    bench.client({ id: 6, method: 'tools/call', params: { task: {} } });
    bench.server({ id: 6, result: { task: { taskId: 'a' } } });
    equal(reaching('server', ask(7, 'tasks/get', 'a')).length, 1);
  });

  it('announces the lists of which the server said that they change, once its successor is ready', () => {
    const bench = SessionBench.running([], { changingLists: () => ['tools', 'resources'] });
    bench.do({ kind: 'replace', why: 'asked for' });
    deepEqual(succeed(bench), [
      { method: 'notifications/tools/list_changed' },
      { method: 'notifications/resources/list_changed' },
    ]);
  });

  it('announces none for a server that said so of none', () => {
    const bench = SessionBench.running([]);
    bench.do({ kind: 'replace', why: 'asked for' });
    deepEqual(succeed(bench), []);
  });

  it('reads out of an answer which lists change, whatever it looks like', () => {
    const capabilities = {
      tools: { listChanged: true },
      prompts: { listChanged: 'yes' },
      resources: {},
      x: { listChanged: true },
    };
    deepEqual(
      [{ result: { capabilities } }, {}, undefined, { result: { capabilities: null } }].map(changingLists),
      [['tools'], [], [], []],
    );
  });
});

describe('RootsSession: an idle server', () => {
  it('ends, and the next request starts another, which is initialised as the first was and then gets the request', () => {
    const bench = SessionBench.running(['web']);
    bench.server({ id: 'r', method: 'roots/list' });
    deepEqual(bench.do({ kind: 'sleep' }), [{ do: 'tell', fact: { fact: 'asleep' } }, { do: 'stop server' }]);
    deepEqual(bench.do({ kind: 'server gone', why: because('It ended.') }), []);
    deepEqual(reaching('client', bench.client({ id: 1, method: 'ping' })), [{ id: 1, result: {} }]);
    deepEqual(bench.client({ id: 2, method: 'tools/call' }), [
      { do: 'tell', fact: { fact: 'held', method: 'tools/call' } },
      { do: 'start server' },
    ]);
    deepEqual(bench.client({ id: 3, method: 'tools/list' }).length, 1);
    const started = bench.do({ kind: 'server connected', told: [] });
    deepEqual(reaching('server', started), [
      { id: 'mcp-roots-repeat-1', method: 'initialize', roots: { listChanged: true } },
    ]);
    bench.server({ id: 'mcp-roots-repeat-1', result: { protocolVersion: '2025-11-25' } });
    const answered = bench.server({ id: 'r', method: 'roots/list' });
    deepEqual(reaching('server', bench.endWaitOf(answered)), [
      { id: 2, method: 'tools/call' },
      { id: 3, method: 'tools/list' },
    ]);
  });

  it('is told while it sleeps of nothing, and knows nothing that was withdrawn meanwhile', () => {
    const bench = SessionBench.running(['web']);
    bench.server({ id: 'r', method: 'roots/list' });
    bench.do({ kind: 'sleep' });
    deepEqual(reaching('server', bench.expose(exposure([]))), []);
    deepEqual(bench.do({ kind: 'end of turn' }), []);
    deepEqual([...bench.session.told], []);
  });

  const busy: readonly (readonly [string, (bench: SessionBench) => void])[] = [
    ['a request is open', (bench) => void bench.client({ id: 1, method: 'tools/call' })],
    [
      'it waits for an answer itself',
      (bench) => void bench.server({ id: 1, method: 'sampling/createMessage' }),
    ],
    [
      'it runs a task',
      (bench) => {
        bench.client({ id: 1, method: 'tools/call' });
        bench.server({ id: 1, result: { task: { taskId: 'a' } } });
      },
    ],
    [
      'its client waits for news of a resource',
      (bench) => {
        bench.client({ id: 1, method: 'resources/subscribe', params: { uri: 'x:1' } });
        bench.server({ id: 1, result: {} });
      },
    ],
    ['it is not there', (bench) => void bench.do({ kind: 'server gone', why: because('It crashed.') })],
  ];
  for (const [what, make] of busy) {
    it(`is not ended while ${what}`, () => {
      const bench = SessionBench.running([]);
      make(bench);
      deepEqual([bench.session.isIdle, bench.do({ kind: 'sleep' })], [false, []]);
    });
  }
});
