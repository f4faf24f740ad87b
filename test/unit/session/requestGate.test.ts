import { deepEqual, equal } from 'node:assert/strict';
import type { Exposure } from '../../../src/core/consent/exposure';
import { envelopeOf, type Message } from '../../../src/core/session/envelope';
import { RequestGate } from '../../../src/core/session/requestGate';
import type { SessionEffect } from '../../../src/core/session/sessionEffect';
import { because, exposure, reaching, root, SessionBench } from './sessionBench';

function request(id: number | string): Message<object> {
  const payload = { jsonrpc: '2.0', id, method: 'tools/call' };
  const envelope = envelopeOf(payload);
  if (envelope === undefined) throw new Error('This is a request.');
  return { envelope, payload };
}

describe('RequestGate', () => {
  it('lets nothing pass before a server is ready', () => {
    deepEqual(new RequestGate().state, { kind: 'until a server is ready' });
  });

  it('keeps requests in the order in which they came, and hands them out once', () => {
    const gate = new RequestGate<object>();
    const held = [request(2), request('1'), request(1)];
    for (const each of held) gate.hold(each);
    deepEqual(gate.takeAll(), held);
    deepEqual(gate.takeAll(), []);
  });

  it('drops the request whose client gave up, and no other', () => {
    const gate = new RequestGate<object>();
    for (const id of [1, '1', 2]) gate.hold(request(id));
    equal(gate.drop(1), true);
    equal(gate.drop(1), false);
    equal(gate.drop('2'), false);
    deepEqual(gate.takeAll(), [request('1'), request(2)]);
  });

  it('knows how much it keeps', () => {
    const gate = new RequestGate<object>();
    const sizes = [10, 20, undefined].map((size, id) => {
      gate.hold({ ...request(id), ...(size !== undefined && { size }) });
      return gate.size;
    });
    gate.drop(0);
    deepEqual([sizes, gate.size], [[510, 1030, 1030], 520]);
    gate.takeAll();
    equal(gate.size, 0);
  });

  it('awaits only the wait that it is in: late ends of earlier ones mean nothing', () => {
    const gate = new RequestGate<object>();
    equal(gate.awaits(1), false);
    gate.state = { kind: 'until it asks', wait: 1 };
    deepEqual([gate.awaits(1), gate.awaits(2)], [true, false]);
    gate.state = { kind: 'until it settled', wait: 2 };
    deepEqual([gate.awaits(1), gate.awaits(2)], [false, true]);
    gate.state = { kind: 'open' };
    equal(gate.awaits(2), false);
  });
});

const call = (id: number) => ({ id, method: 'tools/call' });
const listChanged = { method: 'notifications/roots/list_changed' };

function replaces(effects: readonly SessionEffect<object>[]): boolean {
  return effects.some((effect) => effect.do === 'replace server');
}

describe('RootsSession: a folder comes back before the server has asked again', () => {
  for (const onRevoke of ['restart', 'notify'] as const) {
    it(`lets requests go at once, since nothing is gone any more (${onRevoke})`, () => {
      const bench = SessionBench.running(['web', 'api'], { onRevoke });
      bench.server({ id: 1, method: 'roots/list' });
      const left = bench.expose(exposure(['web'], { api: 'left the workspace' }));
      bench.client(call(4));
      deepEqual(reaching('server', bench.expose(exposure(['web', 'api']))), [call(4)]);
      deepEqual(reaching('server', bench.do({ kind: 'end of turn' })), []);
      deepEqual(bench.endWaitOf(left), []);
      deepEqual(reaching('server', bench.client(call(5))), [call(5)]);
    });
  }

  it('opens again what was closed when the grant comes back (notify)', () => {
    const bench = SessionBench.running(['web', 'api'], { onRevoke: 'notify' });
    bench.server({ id: 1, method: 'roots/list' });
    bench.endWaitOf(bench.expose(exposure(['web'])));
    equal(reaching('client', bench.client(call(4))).length, 1);
    bench.expose(exposure(['web', 'api']));
    deepEqual(reaching('server', bench.client(call(5))), [call(5)]);
  });

  it('stays shut while another folder that it knows is gone', () => {
    const bench = SessionBench.running(['web', 'api', 'docs'], { onRevoke: 'notify' });
    bench.server({ id: 1, method: 'roots/list' });
    bench.expose(exposure(['docs']));
    bench.client(call(4));
    deepEqual(reaching('server', bench.expose(exposure(['web', 'docs']))), []);
  });
});

describe('RootsSession: a grant is withdrawn before the server was asked for anything (notify)', () => {
  it('holds requests when it was told by its launch and the grant goes while it is initialised', () => {
    const bench = new SessionBench({ onRevoke: 'notify' });
    bench.expose(exposure(['web']));
    bench.do({ kind: 'server connected', told: ['file:///w/web'] });
    bench.client({ id: 0, method: 'initialize', params: {} });
    bench.expose(exposure([]));
    bench.server({ id: 0, result: {} });
    bench.client({ method: 'notifications/initialized' });
    deepEqual(reaching('server', bench.client(call(4))), []);
    const asked = bench.server({ id: 1, method: 'roots/list' });
    deepEqual(reaching('server', bench.endWaitOf(asked)), [call(4)]);
  });

  it('refuses requests in place of letting them go when a successor that was told does not ask', () => {
    const bench = SessionBench.running(['web'], { onRevoke: 'notify' });
    bench.server({ id: 1, method: 'roots/list' });
    bench.do({ kind: 'server gone', why: because('crash') });
    bench.do({ kind: 'server connected', told: ['file:///w/web'] });
    const ready = bench.server({ id: 'mcp-roots-repeat-1', result: { protocolVersion: '2025-11-25' } });
    const withdrawn = bench.expose(exposure([]));
    bench.client(call(4));
    deepEqual(bench.endWaitOf(ready), []);
    const why = '"git" knows a folder that is gone and has not asked for its new list.';
    deepEqual(reaching('client', bench.endWaitOf(withdrawn)), [
      { id: 4, error: { code: -32000, message: why } },
    ]);
  });

  it('neither holds nor refuses for a folder that left before and was off its list already', () => {
    const bench = SessionBench.running(['web', 'api'], { onRevoke: 'notify' });
    bench.server({ id: 1, method: 'roots/list' });
    bench.expose(exposure(['web'], { api: 'left the workspace' }));
    bench.endWaitOf(bench.server({ id: 2, method: 'roots/list' }));
    bench.expose(exposure(['web']));
    deepEqual(reaching('server', bench.client(call(4))), [call(4)]);
  });
});

describe('RootsSession: once a list without the withdrawn folder was taken (notify)', () => {
  it('a folder that comes to the list holds nothing', () => {
    const bench = SessionBench.running(['web', 'api'], { onRevoke: 'notify' });
    bench.server({ id: 1, method: 'roots/list' });
    bench.expose(exposure(['web']));
    bench.endWaitOf(bench.server({ id: 2, method: 'roots/list' }));
    bench.expose(exposure(['web', 'docs']));
    deepEqual(reaching('server', bench.client(call(4))), [call(4)]);
  });
});

describe('RootsSession: a folder leaves before the server is ready (restart)', () => {
  it('holds requests for a process that was started in that folder, and replaces it when it does not ask', () => {
    const bench = new SessionBench();
    bench.expose(exposure(['web', 'api']));
    bench.do({ kind: 'server connected', told: ['file:///w/web'] });
    bench.client({ id: 0, method: 'initialize', params: {} });
    bench.expose(exposure(['api'], { web: 'left the workspace' }));
    bench.server({ id: 0, result: {} });
    const ready = bench.client({ method: 'notifications/initialized' });
    deepEqual(reaching('server', bench.client(call(4))), []);
    equal(replaces(bench.endWaitOf(ready)), true);
  });

  it('does not hold once the server has taken the list without it', () => {
    const bench = new SessionBench();
    bench.expose(exposure(['web', 'api']));
    bench.do({ kind: 'server connected', told: ['file:///w/web'] });
    bench.client({ id: 0, method: 'initialize', params: {} });
    bench.expose(exposure(['api'], { web: 'left the workspace' }));
    bench.server({ id: 1, method: 'roots/list' });
    bench.server({ id: 0, result: {} });
    bench.client({ method: 'notifications/initialized' });
    deepEqual(reaching('server', bench.client(call(4))), [call(4)]);
  });

  it('is told of the change once it is ready', () => {
    const bench = new SessionBench();
    bench.expose(exposure(['web', 'api']));
    bench.do({ kind: 'server connected', told: [] });
    bench.client({ id: 0, method: 'initialize', params: {} });
    bench.server({ id: 1, method: 'roots/list' });
    bench.expose(exposure(['web', 'api', 'docs']));
    bench.server({ id: 0, result: {} });
    bench.client({ method: 'notifications/initialized' });
    deepEqual(reaching('server', bench.do({ kind: 'end of turn' })), [listChanged]);
  });
});

describe('RootsSession: a server refuses to be initialised', () => {
  it('answers the client once, also at the end', () => {
    const bench = new SessionBench();
    bench.do({ kind: 'server connected', told: [] });
    bench.client({ id: 0, method: 'initialize', params: {} });
    const refusal = { id: 0, error: { code: -32602, message: 'Unsupported protocol version' } };
    deepEqual(reaching('client', bench.server(refusal)), [refusal]);
    deepEqual(reaching('client', bench.do({ kind: 'close', why: because('stopped') })), []);
  });

  it('lets the client try again, and puts a refused initialize to no successor', () => {
    const bench = new SessionBench();
    bench.do({ kind: 'server connected', told: [] });
    bench.client({ id: 0, method: 'initialize', params: {} });
    bench.server({ id: 0, error: { code: -32602, message: 'no' } });
    bench.do({ kind: 'server gone', why: because('crash') });
    deepEqual(reaching('server', bench.do({ kind: 'server connected', told: [] })), []);
    deepEqual(reaching('server', bench.client({ id: 1, method: 'initialize', params: {} })), [
      { id: 1, method: 'initialize', roots: { listChanged: true } },
    ]);
  });
});

describe('RootsSession: what is repeated to a successor waits as every request does', () => {
  const level = { id: 2, method: 'logging/setLevel', params: { level: 'debug' } };
  const subscribe = (id: number, uri: string) => ({ id, method: 'resources/subscribe', params: { uri } });

  /** A session whose process was asked for good, and is gone. */
  function left(onRevoke: 'restart' | 'notify'): SessionBench {
    const bench = SessionBench.running(['web', 'api'], { onRevoke });
    bench.server({ id: 1, method: 'roots/list' });
    for (const each of [level, subscribe(3, 'a:1'), subscribe(4, 'file:///w/api/x')]) bench.client(each);
    bench.do({ kind: 'server gone', why: because('crash') });
    return bench;
  }

  it('for the list without what is gone, where its launch named that (notify)', () => {
    const bench = left('notify');
    bench.do({ kind: 'server connected', told: [root('api').uri] });
    bench.expose(exposure(['web']));
    bench.client({ id: 9, method: 'tools/call', params: { name: 'read' } });
    const again = bench.server({ id: 'mcp-roots-repeat-1', result: { protocolVersion: '2025-11-25' } });
    deepEqual(reaching('server', again), [{ method: 'notifications/initialized' }]);
    const asked = bench.server({ id: 'r', method: 'roots/list' });
    deepEqual(reaching('server', asked).length, 1, 'its answer and nothing else');
    deepEqual(
      reaching('server', bench.endWaitOf(asked)).map((message) => 'id' in message && message.id),
      ['mcp-roots-repeat-1-0', 'mcp-roots-repeat-1-1', 9],
      'what is withdrawn is not named again, and the client comes after it',
    );
  });

  it('and is not lost when the requests of the client are refused meanwhile (notify)', () => {
    const bench = left('notify');
    bench.do({ kind: 'server connected', told: [root('api').uri] });
    bench.expose(exposure(['web']));
    const again = bench.server({ id: 'mcp-roots-repeat-1', result: { protocolVersion: '2025-11-25' } });
    deepEqual(reaching('server', bench.endWaitOf(again)), []);
    const asked = bench.server({ id: 'r', method: 'roots/list' });
    deepEqual(reaching('server', bench.endWaitOf(asked)).length, 2);
  });

  it('for the first question of who takes over from one that asked (restart)', () => {
    const bench = left('restart');
    bench.do({ kind: 'server connected', told: [] });
    const again = bench.server({ id: 'mcp-roots-repeat-1', result: { protocolVersion: '2025-11-25' } });
    deepEqual(reaching('server', again), [{ method: 'notifications/initialized' }]);
    bench.expose(exposure(['web']));
    deepEqual(reaching('server', bench.endWaitOf(again)).length, 2, 'judged by what is exposed by then');
  });

  it('and is repeated once for each process', () => {
    const bench = left('notify');
    bench.do({ kind: 'server connected', told: [] });
    const asked = [...bench.takesOver(), ...bench.server({ id: 'r', method: 'roots/list' })];
    deepEqual(reaching('server', asked).length, 1 + 3 + 1);
    bench.expose(exposure(['web']));
    const anew = bench.server({ id: 'r2', method: 'roots/list' });
    deepEqual(reaching('server', bench.endWaitOf(anew)), []);
  });
});

describe('RootsSession: a successor hears nothing of what was withdrawn from its predecessor', () => {
  it('also not by the subscriptions that are repeated to it', () => {
    const bench = SessionBench.running(['web', 'api', 'api2']);
    bench.server({ id: 1, method: 'roots/list' });
    const uris = [
      'file:///w/api',
      'file:///w/api/a',
      'file:///w/api2/b',
      'file:///w/web/c',
      'file:///etc/d',
      'a:1',
    ];
    uris.forEach((uri, i) => bench.client({ id: i + 1, method: 'resources/subscribe', params: { uri } }));
    bench.expose(exposure(['web', 'api2']));
    bench.do({ kind: 'server connected', told: [] });
    const again = bench.takesOver();
    deepEqual(
      reaching('server', again).flatMap((message) =>
        'params' in message ? (message.params as { uri: string }).uri : [],
      ),
      ['file:///w/api2/b', 'file:///w/web/c', 'file:///etc/d', 'a:1'],
    );
  });

  const spellings = [
    'file:///w/%61pi/x',
    'file://localhost/w/api/x',
    'FILE:///w/API',
    'file:///w/web/../api/x',
    'file:///w/web/%2E%2E/api',
    'repo:///w/api#HEAD',
    'x-git://host/?folder=/w/api&ref=1',
  ];
  for (const uri of spellings) {
    it(`also not by a subscription that spells it otherwise: ${uri}`, () => {
      const bench = SessionBench.running(['web', 'api']);
      bench.server({ id: 1, method: 'roots/list' });
      bench.client({ id: 2, method: 'resources/subscribe', params: { uri } });
      bench.expose(exposure(['web']));
      bench.do({ kind: 'server connected', told: [] });
      const again = bench.takesOver();
      deepEqual(reaching('server', again), [{ method: 'notifications/initialized' }]);
    });
  }

  it('also not where a folder is exposed whose name begins the withdrawn one', () => {
    const bench = SessionBench.running(['web', 'web2']);
    bench.server({ id: 1, method: 'roots/list' });
    bench.client({ id: 2, method: 'resources/subscribe', params: { uri: 'file:///w/web2/a' } });
    bench.expose(exposure(['web']));
    bench.do({ kind: 'server connected', told: [] });
    const again = bench.takesOver();
    equal(JSON.stringify(reaching('server', again)).includes('web2'), false);
  });

  it('also not of one that only the launch of its predecessor named', () => {
    const bench = new SessionBench();
    bench.expose(exposure(['web', 'api']));
    bench.do({ kind: 'server connected', told: ['file:///w/api'] });
    bench.handshake();
    bench.client({ id: 2, method: 'resources/subscribe', params: { uri: 'file:///w/api/a' } });
    bench.expose(exposure(['web']));
    bench.do({ kind: 'server connected', told: [] });
    const again = bench.takesOver();
    deepEqual(reaching('server', again), [{ method: 'notifications/initialized' }]);
  });

  it('unless it names a folder inside it that is exposed itself', () => {
    const bench = new SessionBench();
    const around = { ...root('all'), uri: 'file:///w' };
    bench.expose({ roots: [around, root('api')], lapsed: new Map() });
    bench.do({ kind: 'server connected', told: [] });
    bench.handshake();
    bench.server({ id: 1, method: 'roots/list' });
    for (const [id, uri] of ['file:///w/api/a', 'file:///w/b'].entries())
      bench.client({ id: id + 2, method: 'resources/subscribe', params: { uri } });
    bench.expose(exposure(['api']));
    bench.do({ kind: 'server connected', told: [] });
    const again = bench.takesOver();
    deepEqual(
      reaching('server', again).flatMap((message) =>
        'params' in message ? (message.params as { uri: string }).uri : [],
      ),
      ['file:///w/api/a'],
    );
  });

  it('unless a folder around it is still exposed', () => {
    const bench = new SessionBench();
    const around: Exposure = {
      roots: [{ ...root('web'), uri: 'file:///w' }, root('api')],
      lapsed: new Map(),
    };
    bench.expose(around);
    bench.do({ kind: 'server connected', told: [] });
    bench.handshake();
    bench.server({ id: 1, method: 'roots/list' });
    bench.client({ id: 2, method: 'resources/subscribe', params: { uri: 'file:///w/api/a' } });
    bench.expose({ ...around, roots: around.roots.slice(0, 1) });
    bench.do({ kind: 'server connected', told: [] });
    const again = bench.takesOver();
    equal(JSON.stringify(reaching('server', again)).includes('file:///w/api/a'), true);
  });
});
