import { deepEqual } from 'node:assert/strict';
import { RootsSession } from '../../../src/core/session/rootsSession';
import type { SessionEffect } from '../../../src/core/session/sessionEffect';
import { byteMessages, type ByteMessage } from '../../../src/node/session/byteMessages';
import { exposure } from './sessionBench';

describe('RootsSession: a batch during a hold (rule 7)', () => {
  const at = 1000;

  /** The messages of one line, each put to the session by itself, as an end of a session does. */
  function say(
    session: RootsSession<ByteMessage>,
    side: 'client' | 'server',
    line: unknown,
  ): readonly SessionEffect<ByteMessage>[] {
    const taken = [
      ...{ [Symbol.iterator]: () => byteMessages.take(Buffer.from(JSON.stringify(line))).values },
    ];
    return taken.flatMap((each) => {
      if (each.kind !== 'message') return [];
      const { message } = each;
      return session.handle(
        { kind: `from ${side}`, message: { envelope: message.envelope, payload: message } },
        at,
      );
    });
  }

  /** What reaches a side, method by method, or id by id of answers. */
  function reaching(
    side: 'client' | 'server',
    effects: readonly SessionEffect<ByteMessage>[],
  ): readonly unknown[] {
    return effects.flatMap((effect) => {
      if (effect.do === 'send' && effect.to === side) return [effect.message.method ?? effect.message.id];
      if (effect.do !== 'pass' || effect.to !== side) return [];
      const { envelope } = effect.payload;
      return [envelope.kind === 'response' ? envelope.id : envelope.method];
    });
  }

  const message = (fields: object) => ({ jsonrpc: '2.0', ...fields });

  function running(onRevoke: 'restart' | 'notify'): RootsSession<ByteMessage> {
    const session = new RootsSession<ByteMessage>({
      server: 'git',
      declare: true,
      onRevoke,
      encode: (message) => byteMessages.of(message),
      identity: () => '',
    });
    session.handle({ kind: 'exposure changed', exposure: exposure(['a', 'b']) }, at);
    session.handle({ kind: 'server connected', told: [] }, at);
    say(session, 'client', message({ id: 0, method: 'initialize', params: { capabilities: {} } }));
    say(session, 'server', message({ id: 0, result: {} }));
    say(session, 'client', message({ method: 'notifications/initialized' }));
    say(session, 'server', message({ id: 1, method: 'roots/list' }));
    return session;
  }

  const hidden = [
    message({ method: 'notifications/custom', params: {} }),
    message({ id: 'p', method: 'ping' }),
    message({ id: 1, method: 'tools/call', params: { name: 'read' } }),
    message({ method: 'notifications/cancelled', params: { requestId: 2 } }),
    message({ id: 2, method: 'resources/read', params: { uri: 'file:///w/b/x' } }),
    message({ id: 3, method: 'prompts/get', params: { name: 'x' } }),
    message({ method: 'notifications/cancelled', params: { requestId: 3 } }),
  ];

  it('of the client lets ping through and holds every request in it, each by itself (notify)', () => {
    const session = running('notify');
    session.handle({ kind: 'exposure changed', exposure: exposure(['a']) }, at);
    const effects = say(session, 'client', hidden);
    // The cancellation of what comes only later means nothing to anybody.
    deepEqual(reaching('server', effects), ['notifications/custom', 'ping', 'notifications/cancelled']);
    deepEqual(effects.filter(({ do: what }) => what === 'tell').length, 3);
  });

  it('of the client reaches nobody while the server is replaced, and the successor in order', () => {
    const session = running('restart');
    session.handle({ kind: 'exposure changed', exposure: exposure(['a']) }, at);
    deepEqual(reaching('server', say(session, 'client', hidden)), []);
    session.handle({ kind: 'server connected', told: [] }, at);
    const ready = say(session, 'server', message({ id: 'mcp-roots-repeat-1', result: {} }));
    const asked = say(session, 'server', [
      message({ method: 'notifications/message', params: {} }),
      message({ id: 9, method: 'roots/list' }),
    ]);
    deepEqual(reaching('server', [...ready, ...asked]), ['notifications/initialized', 9]);
    const wait =
      [...ready, ...asked].flatMap((effect) => (effect.do === 'wait' ? effect.wait : [])).at(-1) ?? 0;
    const released = session.handle({ kind: 'time is up', wait }, at);
    deepEqual(reaching('server', released), ['tools/call', 'resources/read']);
  });

  it('of a server in which roots/list hides is answered with the list of that moment', () => {
    const session = running('notify');
    session.handle({ kind: 'exposure changed', exposure: exposure(['a']) }, at);
    const effects = say(session, 'server', [
      message({ method: 'notifications/message', params: {} }),
      message({ id: 7, method: 'roots/list' }),
    ]);
    const answers = effects.flatMap((effect) =>
      effect.do === 'pass' && effect.to === 'server' ? byteMessages.parsed(effect.payload) : [],
    );
    deepEqual(answers, [message({ id: 7, result: { roots: [{ uri: 'file:///w/a', name: 'a' }] } })]);
  });
});
