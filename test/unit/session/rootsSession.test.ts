import { deepEqual, equal } from 'node:assert/strict';
import type { SessionEffect } from '../../../src/core/session/sessionEffect';
import { because, exposure, reaching, SessionBench } from './sessionBench';

const answer = (id: unknown, ...names: string[]) => ({
  id,
  result: { roots: names.map((name) => ({ uri: `file:///w/${name}`, name })) },
});
const listChanged = { method: 'notifications/roots/list_changed' };
const restarted = 'was started again: a folder that it knew was withdrawn.';
const notCarried = (id: number, message: string) => ({ id, error: { code: -32000, message } });

describe('RootsSession: what is declared', () => {
  it('forces the roots capability into initialize, whatever the client says', () => {
    const bench = new SessionBench();
    bench.do({ kind: 'server connected', told: [] });
    const effects = bench.client({ id: 0, method: 'initialize', params: { capabilities: { roots: {} } } });
    deepEqual(reaching('server', effects), [{ id: 0, method: 'initialize', roots: { listChanged: true } }]);
  });

  it('takes the capability away where roots are not declared, and answers an ask with -32601 and a reason', () => {
    const bench = SessionBench.running(['web'], { declare: false });
    deepEqual(reaching('server', bench.server({ id: 5, method: 'roots/list' })), [
      {
        id: 5,
        error: {
          code: -32601,
          message: 'Roots not supported',
          data: { reason: 'Client does not have roots capability' },
        },
      },
    ]);
    deepEqual(bench.session.sync, { kind: 'undeclared' });
  });

  it('never announces a change where roots are not declared', () => {
    const bench = SessionBench.running([], { declare: false });
    bench.expose(exposure(['web']));
    deepEqual(reaching('server', bench.do({ kind: 'end of turn' })), []);
  });
});

describe('RootsSession: every ask is answered at once, once, with the true list', () => {
  it('answers from the exposure and asks nobody', () => {
    const bench = SessionBench.running(['web', 'api']);
    const effects = bench.server({ id: 7, method: 'roots/list' });
    deepEqual(reaching('server', effects), [answer(7, 'web', 'api')]);
    deepEqual(reaching('client', effects), []);
  });

  it('answers an empty list with an empty list, never with an error', () => {
    deepEqual(reaching('server', SessionBench.running([]).server({ id: 'a', method: 'roots/list' })), [
      answer('a'),
    ]);
  });

  it('answers an ask that comes before initialized', () => {
    const bench = new SessionBench();
    bench.expose(exposure(['web']));
    bench.do({ kind: 'server connected', told: [] });
    bench.client({ id: 0, method: 'initialize', params: {} });
    deepEqual(reaching('server', bench.server({ id: 1, method: 'roots/list' })), [answer(1, 'web')]);
  });

  it('answers with what is exposed now, also when the change was not announced yet', () => {
    const bench = SessionBench.running(['web']);
    bench.expose(exposure(['web', 'api']));
    deepEqual(reaching('server', bench.server({ id: 1, method: 'roots/list' })), [answer(1, 'web', 'api')]);
    deepEqual(reaching('server', bench.do({ kind: 'end of turn' })), []);
  });

  it('drops what a client end answers to a roots/list that it never got', () => {
    deepEqual(SessionBench.running(['web']).client({ id: 7, result: { roots: [] } }), []);
  });
});

describe('RootsSession: list_changed', () => {
  it('is sent once for all changes of one turn', () => {
    const bench = SessionBench.running(['web']);
    const first = bench.expose(exposure(['web', 'api']));
    const second = bench.expose(exposure(['web', 'api', 'docs']));
    deepEqual(
      [...first, ...second].filter((effect) => effect.do === 'await end of turn'),
      [{ do: 'await end of turn' }],
    );
    deepEqual(reaching('server', bench.do({ kind: 'end of turn' })), [listChanged]);
  });

  it('is not sent when the list is the same again at the end of the turn', () => {
    const bench = SessionBench.running(['web']);
    bench.expose(exposure(['web', 'api']));
    bench.expose(exposure(['web']));
    deepEqual(reaching('server', bench.do({ kind: 'end of turn' })), []);
  });

  it('is not sent before the server is initialised', () => {
    const bench = new SessionBench();
    bench.do({ kind: 'server connected', told: [] });
    bench.expose(exposure(['web']));
    deepEqual(reaching('server', bench.do({ kind: 'end of turn' })), []);
    bench.handshake();
    deepEqual(reaching('server', bench.do({ kind: 'end of turn' })), []);
  });

  it('is not sent again when only what is away becomes another', () => {
    const bench = SessionBench.running(['web', 'api']);
    bench.expose(exposure(['web'], { api: 'vanished from disk' }));
    deepEqual(reaching('server', bench.do({ kind: 'end of turn' })), [listChanged]);
    bench.expose(exposure(['web'], { api: 'left the workspace' }));
    deepEqual(reaching('server', bench.do({ kind: 'end of turn' })), []);
  });

  it('of a client end is swallowed', () => {
    deepEqual(SessionBench.running(['web']).client(listChanged), []);
  });
});

describe('RootsSession: sync state', () => {
  it('goes from never asked to in sync to stale and back', () => {
    const bench = SessionBench.running(['web']);
    deepEqual(bench.session.sync, { kind: 'never asked' });
    bench.at = 2000;
    bench.server({ id: 1, method: 'roots/list' });
    deepEqual(bench.session.sync, { kind: 'in sync', at: 2000, count: 1 });
    bench.at = 3000;
    bench.expose(exposure(['web', 'api']));
    deepEqual(bench.session.sync, { kind: 'stale', since: 3000 });
    bench.at = 4000;
    bench.server({ id: 2, method: 'roots/list' });
    deepEqual(bench.session.sync, { kind: 'in sync', at: 4000, count: 2 });
    bench.expose(exposure(['api']));
    bench.expose(exposure(['web', 'api']));
    deepEqual(bench.session.sync, { kind: 'never asked' });
    bench.at = 5000;
    bench.do({ kind: 'server connected', told: [] });
    bench.server({ id: 3, method: 'roots/list' });
    bench.expose(exposure(['web', 'api']));
    deepEqual(bench.session.sync, { kind: 'in sync', at: 5000, count: 2 });
  });
});

describe('RootsSession: withdrawal with onRevoke restart', () => {
  function withdrawn(): SessionBench {
    const bench = SessionBench.running(['web', 'api']);
    bench.server({ id: 1, method: 'roots/list' });
    return bench;
  }

  it('replaces a process that was told of the folder, and answers what was in flight with the reason', () => {
    const bench = withdrawn();
    bench.client({ id: 3, method: 'tools/call' });
    const effects = bench.expose(exposure(['web']));
    equal(effects.filter((effect) => effect.do === 'replace server').length, 1);
    deepEqual(reaching('client', effects), [notCarried(3, `"git" ${restarted}`)]);
  });

  it('neither holds nor replaces a process that was never told', () => {
    const bench = SessionBench.running(['web', 'api']);
    const effects = bench.expose(exposure(['web']));
    equal(
      effects.some((effect) => effect.do === 'replace server'),
      false,
    );
    deepEqual(reaching('server', bench.client({ id: 3, method: 'tools/list' })), [
      { id: 3, method: 'tools/list' },
    ]);
  });

  it('replaces a process that was told by its launch, also before it asked', () => {
    const bench = new SessionBench();
    bench.expose(exposure(['web']));
    bench.do({ kind: 'server connected', told: ['file:///w/web'] });
    bench.handshake();
    equal(
      bench.expose(exposure([])).some((effect) => effect.do === 'replace server'),
      true,
    );
  });

  it('replaces at once a process whose launch named a folder that was withdrawn meanwhile', () => {
    const bench = new SessionBench();
    const effects = bench.do({ kind: 'server connected', told: ['file:///w/web'] });
    equal(
      effects.some((effect) => effect.do === 'replace server'),
      true,
    );
  });

  it('delivers nothing of the old process any more', () => {
    const bench = withdrawn();
    bench.client({ id: 3, method: 'tools/call' });
    bench.expose(exposure(['web']));
    deepEqual(bench.server({ id: 3, result: { secret: true } }), []);
  });

  it('holds requests, in order, for the successor, until it has asked, was answered and settled', () => {
    const bench = withdrawn();
    bench.expose(exposure(['web']));
    deepEqual(reaching('server', bench.client({ id: 4, method: 'tools/call' })), []);
    deepEqual(reaching('server', bench.client({ id: 5, method: 'tools/list' })), []);
    deepEqual(reaching('server', bench.do({ kind: 'server connected', told: [] })), [
      { id: 'mcp-roots-repeat-1', method: 'initialize', roots: { listChanged: true } },
    ]);
    const again = bench.server({ id: 'mcp-roots-repeat-1', result: { protocolVersion: '2025-11-25' } });
    deepEqual(reaching('server', again), [{ method: 'notifications/initialized' }]);
    const asked = bench.server({ id: 1, method: 'roots/list' });
    deepEqual(reaching('server', asked), [answer(1, 'web')]);
    deepEqual(reaching('server', bench.endWaitOf(asked)), [
      { id: 4, method: 'tools/call' },
      { id: 5, method: 'tools/list' },
    ]);
  });

  it('lets held requests go to a successor that does not ask in time: it never knew the folder', () => {
    const bench = withdrawn();
    bench.expose(exposure(['web']));
    bench.client({ id: 4, method: 'tools/call' });
    bench.do({ kind: 'server connected', told: [] });
    const again = bench.server({ id: 'mcp-roots-repeat-1', result: { protocolVersion: '2025-11-25' } });
    deepEqual(reaching('server', bench.endWaitOf(again)), [{ id: 4, method: 'tools/call' }]);
  });

  it('tells of a call of a tool when it goes to the server, by the name of the tool only', () => {
    const bench = SessionBench.running(['web']);
    const call = (id: number, name: unknown) => {
      return bench.client({ id, method: 'tools/call', params: { name, arguments: { path: '/w/web' } } });
    };
    const told = (effects: readonly SessionEffect<object>[]) =>
      effects.flatMap((effect) => (effect.do === 'tell' ? effect.fact : []));
    deepEqual(told(call(1, 'read_file')), [{ fact: 'called', call: { tool: 'read_file' } }]);
    deepEqual(told(call(2, 7)), []);
    bench.server({ id: 1, method: 'roots/list' });
    bench.expose(exposure([]));
    deepEqual(told(call(3, 'read_file')), [{ fact: 'held', method: 'tools/call' }]);
  });

  describe('tells of the end of each call once', () => {
    const call = (id: number) => ({ id, method: 'tools/call', params: { name: 'read_file' } });
    const cancel = { method: 'notifications/cancelled', params: { requestId: 1 } };
    const ends = (effects: readonly SessionEffect<object>[]) =>
      effects.flatMap((effect) =>
        effect.do === 'tell' && effect.fact.fact === 'call ended' ? effect.fact.how : [],
      );

    for (const [how, answer] of [
      ['answered', { result: { content: [] } }],
      ['answered', { result: { content: [], isError: false } }],
      ['failed', { result: { content: [], isError: true } }],
      ['failed', { error: { code: -32602, message: 'Unknown tool' } }],
      ['goes on as a task', { result: { task: { taskId: 'a' } } }],
    ] as const) {
      it(`${how}: ${JSON.stringify(answer)}`, () => {
        const bench = SessionBench.running(['web']);
        bench.client(call(1));
        deepEqual(ends(bench.server({ id: 1, ...answer })), [how]);
        deepEqual(ends(bench.server({ id: 1, ...answer })), []);
      });
    }

    it('cancelled, whatever the server still answers', () => {
      const bench = SessionBench.running(['web']);
      bench.client(call(1));
      deepEqual(ends(bench.client(cancel)), ['cancelled']);
      const late = bench.server({ id: 1, result: {} });
      deepEqual([ends(late), reaching('client', late)], [[], [{ id: 1, result: {} }]]);
      deepEqual(ends(bench.client(cancel)), []);
    });

    it('failed, when its process is gone', () => {
      const bench = SessionBench.running(['web']);
      bench.client(call(1));
      bench.client(call(2));
      deepEqual(ends(bench.do({ kind: 'server gone', why: because('crash') })), ['failed', 'failed']);
    });

    it('failed, when its id is taken for another request', () => {
      const bench = SessionBench.running(['web']);
      bench.client(call(1));
      deepEqual(ends(bench.client({ id: 1, method: 'tools/list' })), ['failed']);
      deepEqual(ends(bench.server({ id: 1, result: {} })), []);
    });
  });

  it('drops a held request whose client gave up, and the cancellation with it', () => {
    const bench = withdrawn();
    bench.expose(exposure(['web']));
    bench.client({ id: 4, method: 'tools/call' });
    const gaveUp = { method: 'notifications/cancelled', params: { requestId: 4 } };
    deepEqual(bench.client(gaveUp), []);
    bench.do({ kind: 'server connected', told: [] });
    const again = bench.server({ id: 'mcp-roots-repeat-1', result: { protocolVersion: '2025-11-25' } });
    deepEqual(reaching('server', bench.endWaitOf(again)), []);
  });

  it('answers ping itself while no process is there', () => {
    const bench = withdrawn();
    bench.expose(exposure(['web']));
    deepEqual(reaching('client', bench.client({ id: 9, method: 'ping' })), [{ id: 9, result: {} }]);
  });

  it('replaces the successor too when another folder that it was told of is withdrawn', () => {
    const bench = withdrawn();
    bench.expose(exposure(['web']));
    bench.do({ kind: 'server connected', told: [] });
    bench.server({ id: 'mcp-roots-repeat-1', result: { protocolVersion: '2025-11-25' } });
    bench.server({ id: 1, method: 'roots/list' });
    equal(
      bench.expose(exposure([])).some((effect) => effect.do === 'replace server'),
      true,
    );
  });

  it('repeats log level and subscriptions to the successor', () => {
    const bench = SessionBench.running(['web']);
    bench.server({ id: 1, method: 'roots/list' });
    bench.client({ id: 1, method: 'logging/setLevel', params: { level: 'debug' } });
    bench.client({ id: 2, method: 'resources/subscribe', params: { uri: 'a:1' } });
    bench.client({ id: 3, method: 'resources/subscribe', params: { uri: 'a:2' } });
    bench.client({ id: 4, method: 'resources/unsubscribe', params: { uri: 'a:1' } });
    bench.expose(exposure([]));
    bench.do({ kind: 'server connected', told: [] });
    const again = bench.takesOver();
    deepEqual(reaching('server', again), [
      { method: 'notifications/initialized' },
      { id: 'mcp-roots-repeat-1-0', method: 'logging/setLevel', params: { level: 'debug' } },
      { id: 'mcp-roots-repeat-1-1', method: 'resources/subscribe', params: { uri: 'a:2' } },
    ]);
    deepEqual(bench.server({ id: 'mcp-roots-repeat-1-0', result: {} }), []);
  });

  it('is asked for once, and ends all that the process knew', () => {
    const bench = withdrawn();
    equal(bench.do({ kind: 'replace', why: 'asked for' }).at(-1)?.do, 'replace server');
    deepEqual(bench.do({ kind: 'replace', why: 'asked for' }), []);
    deepEqual([bench.session.told, bench.session.sync], [new Set(), { kind: 'never asked' }]);
  });

  it('is nothing that the client is answered', () => {
    const bench = withdrawn();
    bench.expose(exposure(['web']));
    bench.do({ kind: 'server connected', told: [] });
    const again = bench.server({ id: 'mcp-roots-repeat-1', result: { protocolVersion: '2025-11-25' } });
    deepEqual(reaching('client', again), []);
  });

  it('ends the session when the successor refuses to be initialised', () => {
    const bench = withdrawn();
    bench.expose(exposure(['web']));
    bench.do({ kind: 'server connected', told: [] });
    const again = bench.server({ id: 'mcp-roots-repeat-1', error: { code: -32602, message: 'no' } });
    equal(again.at(-1)?.do, 'end session');
  });

  it('ends the session when the successor is another server', () => {
    const bench = withdrawn();
    bench.expose(exposure(['web']));
    bench.client({ id: 4, method: 'tools/call' });
    bench.do({ kind: 'server connected', told: [] });
    const again = bench.server({ id: 'mcp-roots-repeat-1', result: { protocolVersion: '2024-11-05' } });
    const why = '"git" was started again and is another server now. Start it anew.';
    deepEqual(reaching('client', again), [notCarried(4, why)]);
    deepEqual(again.at(-1), { do: 'end session', why });
  });
});

describe('RootsSession: a folder leaves although its grant stands', () => {
  it('announces a folder that left the workspace and holds requests until the server has asked again', () => {
    const bench = SessionBench.running(['web', 'api']);
    bench.server({ id: 1, method: 'roots/list' });
    const effects = bench.expose(exposure(['web'], { api: 'left the workspace' }));
    equal(
      effects.some((effect) => effect.do === 'replace server'),
      false,
    );
    deepEqual(reaching('server', bench.do({ kind: 'end of turn' })), [listChanged]);
    deepEqual(reaching('server', bench.client({ id: 4, method: 'tools/call' })), []);
    deepEqual(reaching('server', bench.client({ id: 5, method: 'ping' })), [{ id: 5, method: 'ping' }]);
    const asked = bench.server({ id: 2, method: 'roots/list' });
    deepEqual(reaching('server', bench.endWaitOf(asked)), [{ id: 4, method: 'tools/call' }]);
  });

  it('replaces a process that does not ask again in time', () => {
    const bench = SessionBench.running(['web', 'api']);
    bench.server({ id: 1, method: 'roots/list' });
    const left = bench.expose(exposure(['web'], { api: 'left the workspace' }));
    equal(
      bench.endWaitOf(left).some((effect) => effect.do === 'replace server'),
      true,
    );
  });

  it('replaces a process when the last folder left: real servers keep their old roots on an empty list', () => {
    const bench = SessionBench.running(['web']);
    bench.server({ id: 1, method: 'roots/list' });
    const effects = bench.expose(exposure([], { web: 'left the workspace' }));
    equal(
      effects.some((effect) => effect.do === 'replace server'),
      true,
    );
  });

  it('waits for the new question, and after it, as long as is usual', () => {
    const bench = SessionBench.running(['web', 'api']);
    bench.server({ id: 1, method: 'roots/list' });
    const left = bench.expose(exposure(['web'], { api: 'left the workspace' }));
    const asked = bench.server({ id: 2, method: 'roots/list' });
    deepEqual(
      [...left, ...asked].flatMap((effect) => (effect.do === 'wait' ? effect.milliseconds : [])),
      [3000, 50],
    );
  });

  it('waits once, however many leave meanwhile, and drops what is given up, with its cancellation', () => {
    const bench = SessionBench.running(['web', 'api', 'docs']);
    bench.server({ id: 1, method: 'roots/list' });
    const left = bench.expose(exposure(['web', 'docs'], { api: 'left the workspace' }));
    const more = bench.expose(exposure(['web'], { api: 'left the workspace', docs: 'left the workspace' }));
    deepEqual(
      [left, more].map((effects) => effects.filter((effect) => effect.do === 'wait').length),
      [1, 0],
    );
    bench.client({ id: 4, method: 'tools/call' });
    deepEqual(bench.client({ method: 'notifications/cancelled', params: { requestId: 4 } }), []);
    const asked = bench.server({ id: 2, method: 'roots/list' });
    deepEqual(reaching('server', bench.endWaitOf(asked)), []);
  });

  it('holds nothing for a folder that was off its list already when another comes', () => {
    const bench = SessionBench.running(['web', 'api']);
    bench.server({ id: 1, method: 'roots/list' });
    bench.expose(exposure(['web'], { api: 'left the workspace' }));
    bench.endWaitOf(bench.server({ id: 2, method: 'roots/list' }));
    bench.expose(exposure(['web', 'docs'], { api: 'left the workspace' }));
    deepEqual(reaching('server', bench.client({ id: 4, method: 'tools/call' })), [
      { id: 4, method: 'tools/call' },
    ]);
  });

  it('holds nothing when it leaves again before the list with it was taken', () => {
    const bench = SessionBench.running(['web', 'api']);
    bench.server({ id: 1, method: 'roots/list' });
    bench.expose(exposure(['web'], { api: 'left the workspace' }));
    bench.endWaitOf(bench.server({ id: 2, method: 'roots/list' }));
    bench.expose(exposure(['web', 'api']));
    bench.expose(exposure(['web'], { api: 'left the workspace' }));
    deepEqual(reaching('server', bench.client({ id: 4, method: 'tools/call' })), [
      { id: 4, method: 'tools/call' },
    ]);
  });

  it('holds nothing for a process that is not ready when it only vanished from disk', () => {
    const bench = new SessionBench();
    bench.expose(exposure(['web']));
    bench.do({ kind: 'server connected', told: ['file:///w/web'] });
    bench.expose(exposure([], { web: 'vanished from disk' }));
    bench.handshake();
    deepEqual(reaching('server', bench.client({ id: 4, method: 'tools/call' })), [
      { id: 4, method: 'tools/call' },
    ]);
  });

  it('only announces a folder that vanished from disk', () => {
    const bench = SessionBench.running(['web']);
    bench.server({ id: 1, method: 'roots/list' });
    bench.expose(exposure([], { web: 'vanished from disk' }));
    deepEqual(reaching('server', bench.do({ kind: 'end of turn' })), [listChanged]);
    deepEqual(reaching('server', bench.client({ id: 4, method: 'tools/call' })), [
      { id: 4, method: 'tools/call' },
    ]);
  });

  it('replaces the process when the grant of a folder that left is withdrawn afterwards', () => {
    const bench = SessionBench.running(['web', 'api']);
    bench.server({ id: 1, method: 'roots/list' });
    bench.expose(exposure(['web'], { api: 'left the workspace' }));
    bench.endWaitOf(bench.server({ id: 2, method: 'roots/list' }));
    equal(
      bench.expose(exposure(['web'])).some((effect) => effect.do === 'replace server'),
      true,
    );
  });
});

describe('RootsSession: withdrawal with onRevoke notify', () => {
  it('announces, holds, and lets requests go after the new answer', () => {
    const bench = SessionBench.running(['web', 'api'], { onRevoke: 'notify' });
    bench.server({ id: 1, method: 'roots/list' });
    bench.expose(exposure(['web']));
    deepEqual(reaching('server', bench.do({ kind: 'end of turn' })), [listChanged]);
    bench.client({ id: 4, method: 'tools/call' });
    const asked = bench.server({ id: 2, method: 'roots/list' });
    deepEqual(reaching('server', bench.endWaitOf(asked)), [{ id: 4, method: 'tools/call' }]);
  });

  it('refuses requests, held and new, when the server does not ask again in time', () => {
    const bench = SessionBench.running(['web', 'api'], { onRevoke: 'notify' });
    bench.server({ id: 1, method: 'roots/list' });
    const withdrawn = bench.expose(exposure(['web']));
    bench.client({ id: 4, method: 'tools/call' });
    const why = '"git" knows a folder that is gone and has not asked for its new list.';
    deepEqual(reaching('client', bench.endWaitOf(withdrawn)), [notCarried(4, why)]);
    deepEqual(reaching('client', bench.client({ id: 5, method: 'tools/call' })), [notCarried(5, why)]);
    bench.expose(exposure([], { web: 'left the workspace' }));
    deepEqual(reaching('client', bench.client({ id: 7, method: 'tools/call' })), [notCarried(7, why)]);
    const asked = bench.server({ id: 2, method: 'roots/list' });
    bench.endWaitOf(asked);
    deepEqual(reaching('server', bench.client({ id: 6, method: 'ping' })), [{ id: 6, method: 'ping' }]);
  });
});

describe('RootsSession: crash', () => {
  it('answers what was in flight, cancels what the server had asked, and holds what comes for the next process', () => {
    const bench = SessionBench.running([]);
    bench.client({ id: 3, method: 'tools/call' });
    const asked = bench.server({ id: 'x', method: 'sampling/createMessage' });
    deepEqual(reaching('client', asked), [{ id: 'server-1', method: 'sampling/createMessage' }]);
    const why = '"git" ended: exited with code 1.';
    deepEqual(reaching('client', bench.do({ kind: 'server gone', why: because(why) })), [
      notCarried(3, why),
      { method: 'notifications/cancelled', params: { requestId: 'server-1', reason: why } },
    ]);
    deepEqual(bench.client({ id: 'server-1', result: {} }), []);
    deepEqual(reaching('server', bench.client({ id: 4, method: 'tools/list' })), []);
  });

  it('puts a first initialize that was not answered to the next process', () => {
    const bench = new SessionBench();
    bench.do({ kind: 'server connected', told: [] });
    bench.client({ id: 0, method: 'initialize', params: {} });
    deepEqual(reaching('client', bench.do({ kind: 'server gone', why: because('crash') })), []);
    deepEqual(reaching('server', bench.do({ kind: 'server connected', told: [] })), [
      { id: 0, method: 'initialize', roots: { listChanged: true } },
    ]);
  });
});

describe('RootsSession: a task ends with its process', () => {
  it('also for a request that was held while its process ended', () => {
    const bench = SessionBench.running(['web', 'api'], { onRevoke: 'notify' });
    bench.client({ id: 3, method: 'tools/call', params: { task: {} } });
    bench.server({ id: 3, result: { task: { taskId: 't1' } } });
    bench.do({ kind: 'server connected', told: ['file:///w/api'] });
    bench.server({ id: 1, method: 'roots/list' });
    bench.expose(exposure(['web']));
    bench.do({ kind: 'end of turn' });
    const held = bench.client({ id: 4, method: 'tasks/get', params: { taskId: 't1' } });
    bench.do({ kind: 'server gone', why: because('It crashed.') });
    bench.do({ kind: 'server connected', told: [] });
    const again = bench.server({ id: 'mcp-roots-repeat-2', result: { protocolVersion: '2025-11-25' } });
    const released = bench.endWaitOf(again);
    const message = 'This task ended with the process that ran it. It crashed.';
    deepEqual(
      [reaching('server', held), reaching('server', released), reaching('client', released)],
      [[], [], [{ id: 4, error: { code: -32602, message } }]],
    );
  });
});

describe('RootsSession: the end', () => {
  it('answers everything that waits, in flight and held, and does nothing afterwards', () => {
    const bench = SessionBench.running(['web']);
    bench.client({ id: 3, method: 'tools/call' });
    bench.do({ kind: 'server gone', why: because('crash') });
    bench.client({ id: 4, method: 'tools/call' });
    deepEqual(reaching('client', bench.do({ kind: 'close', why: because('stopped') })), [
      notCarried(4, 'stopped'),
    ]);
    deepEqual(bench.client({ id: 5, method: 'tools/call' }), []);
  });
});

describe('RootsSession: everything else passes', () => {
  it('rewrites ids of server requests, and gives each answer back once', () => {
    const bench = SessionBench.running([]);
    bench.server({ id: 3, method: 'elicitation/create' });
    deepEqual(reaching('server', bench.client({ id: 'server-1', result: { a: 1 } })), [
      { id: 3, result: { a: 1 } },
    ]);
    deepEqual(bench.client({ id: 'server-1', result: { a: 1 } }), []);
  });

  it('keeps a thousand requests of a server open, and refuses one more until one is answered', () => {
    const bench = SessionBench.running([]);
    const ask = (id: number) => bench.server({ id, method: 'sampling/createMessage' });
    for (let id = 1; id <= 1000; id += 1) equal(reaching('client', ask(id)).length, 1);
    const refused = ask(1001);
    deepEqual(
      [reaching('client', refused), reaching('server', refused)],
      [[], [notCarried(1001, 'Too many requests of this server wait for their answers.')]],
    );
    equal(reaching('server', bench.server({ id: 1002, method: 'roots/list' })).length, 1);
    bench.client({ id: 'server-7', result: {} });
    equal(reaching('client', ask(1003)).length, 1);
  });

  it('passes a cancellation on to who has the request, under the id that it knows', () => {
    const bench = SessionBench.running([]);
    bench.client({ id: 3, method: 'tools/call' });
    const ofClient = { method: 'notifications/cancelled', params: { requestId: 3 } };
    deepEqual(reaching('server', bench.client(ofClient)), [ofClient]);
    bench.server({ id: 3, method: 'elicitation/create' });
    deepEqual(reaching('client', bench.server(ofClient)), [
      {
        method: 'notifications/cancelled',
        params: { requestId: 'server-1', reason: 'The server cancelled it.' },
      },
    ]);
  });

  it('passes no notification to a server that is not ready', () => {
    const bench = new SessionBench();
    const other = { method: 'notifications/other' };
    bench.do({ kind: 'server connected', told: [] });
    const early = bench.client(other);
    bench.client({ id: 0, method: 'initialize', params: {} });
    bench.server({ id: 0, result: {} });
    deepEqual([early, bench.client(other)], [[], []]);
    bench.client({ method: 'notifications/initialized' });
    deepEqual(reaching('server', bench.client(other)), [other]);
  });

  it('drops answers that nobody asked for, and a second answer to one request', () => {
    const bench = SessionBench.running([]);
    deepEqual(bench.server({ id: 99, result: {} }), []);
    bench.client({ id: 1, method: 'prompts/list' });
    equal(bench.server({ id: 1, result: {} }).length, 1);
    deepEqual(bench.server({ id: 1, result: {} }), []);
  });

  it('refuses a second initialize', () => {
    const bench = SessionBench.running([]);
    deepEqual(reaching('client', bench.client({ id: 8, method: 'initialize' })), [
      notCarried(8, 'This session is initialized already.'),
    ]);
  });
});

describe('RootsSession: what it tells of itself', () => {
  it('is every fact from which a reader sees who was told what', () => {
    const bench = SessionBench.running(['web', 'api']);
    const facts = [
      bench.server({ id: 1, method: 'roots/list' }),
      bench.client({ id: 3, method: 'tools/call' }),
      bench.expose(exposure(['web', 'api', 'docs'])),
      bench.do({ kind: 'end of turn' }),
      bench.expose(exposure(['web'])),
      bench.client({ id: 4, method: 'tools/list' }),
      bench.do({ kind: 'server connected', told: [] }),
      bench.server({ id: 'mcp-roots-repeat-1', result: { protocolVersion: '2025-11-25' } }),
    ];
    const asked = bench.server({ id: 1, method: 'roots/list' });
    deepEqual(
      [...facts, asked, bench.endWaitOf(asked)]
        .flat()
        .flatMap((effect) => (effect.do === 'tell' ? effect.fact : [])),
      [
        { fact: 'asked' },
        { fact: 'answered', roots: exposure(['web', 'api']).roots },
        { fact: 'announced' },
        { fact: 'replaced', why: 'a folder that it knew was withdrawn' },
        { fact: 'held', method: 'tools/list' },
        { fact: 'ready' },
        { fact: 'asked' },
        { fact: 'answered', roots: exposure(['web']).roots },
        { fact: 'released', count: 1 },
      ],
    );
  });
});
