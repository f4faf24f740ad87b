import { deepEqual, equal } from 'node:assert/strict';
import { Handshake } from '../../../src/core/session/handshake';
import { envelopeOf } from '../../../src/core/session/envelope';

function observing(...messages: readonly object[]): Handshake<object> {
  const handshake = new Handshake<object>();
  for (const message of messages) {
    const payload = { jsonrpc: '2.0', ...message };
    const envelope = envelopeOf(payload);
    if (envelope !== undefined) handshake.observe({ envelope, payload });
  }
  return handshake;
}

const wire = (message: object) => ({ jsonrpc: '2.0', ...message });
const initialize = { id: 0, method: 'initialize', params: { a: 1 } };
const initialized = { method: 'notifications/initialized' };
const level = (level: string) => ({ id: 1, method: 'logging/setLevel', params: { level } });
const subscribe = (uri: string) => ({ id: 2, method: 'resources/subscribe', params: { uri } });
const unsubscribe = (uri: string) => ({ id: 3, method: 'resources/unsubscribe', params: { uri } });

/** What a successor has to hear. */
function afterwards(handshake: Handshake<object>, mayName: (uri: string) => boolean) {
  return { initialized: handshake.initialized, requests: handshake.requests(mayName) };
}

describe('Handshake: what a successor has to hear', () => {
  it('is nothing at first', () => {
    const handshake = observing();
    deepEqual(
      [handshake.initialize, handshake.identity, afterwards(handshake, () => true)],
      [undefined, undefined, { initialized: undefined, requests: [] }],
    );
  });

  it("is the client's own initialize and initialized, word for word", () => {
    const handshake = observing(initialize, initialized);
    deepEqual(handshake.initialize, { id: 0, payload: wire(initialize) });
    deepEqual(
      afterwards(handshake, () => true),
      { initialized: wire(initialized), requests: [] },
    );
  });

  it('is the last log level, then every subscription that stands, in order', () => {
    const handshake = observing(
      initialize,
      initialized,
      subscribe('a:1'),
      level('info'),
      subscribe('a:2'),
      subscribe('a:3'),
      level('debug'),
      unsubscribe('a:2'),
      unsubscribe('a:none'),
    );
    deepEqual(afterwards(handshake, () => true).requests, [
      wire(level('debug')),
      wire(subscribe('a:1')),
      wire(subscribe('a:3')),
    ]);
  });

  it('is no subscription to what it may not hear of', () => {
    const handshake = observing(initialize, initialized, subscribe('a:1'), subscribe('a:2'), level('info'));
    deepEqual(afterwards(handshake, (uri) => uri !== 'a:1').requests, [
      wire(level('info')),
      wire(subscribe('a:2')),
    ]);
  });

  it('is nothing else that was said', () => {
    const handshake = observing(
      { id: 1, method: 'tools/call', params: {} },
      { method: 'notifications/cancelled', params: { requestId: 1 } },
      { id: 4, result: {} },
      { method: 'initialize' },
      { id: 5, method: 'resources/subscribe', params: {} },
    );
    deepEqual(
      [handshake.initialize, afterwards(handshake, () => true)],
      [undefined, { initialized: undefined, requests: [] }],
    );
  });

  it('is the first of each, should a client say it twice', () => {
    const handshake = observing(initialize, { ...initialize, id: 9 }, initialized, {
      ...initialized,
      params: {},
    });
    deepEqual(handshake.initialize, { id: 0, payload: wire(initialize) });
    deepEqual(afterwards(handshake, () => true).initialized, wire(initialized));
  });

  it('begins anew after the server has refused it', () => {
    const handshake = observing(initialize);
    handshake.refuse();
    equal(handshake.initialize, undefined);
  });

  it('keeps the identity that the client was told first', () => {
    const handshake = observing(initialize);
    handshake.identity = 'one';
    handshake.identity = 'two';
    equal(handshake.identity, 'one');
  });
});
