import { deepEqual } from 'node:assert/strict';
import * as fc from 'fast-check';
import { envelopeOf, type Envelope } from '../../../src/core/session/envelope';

describe('envelopeOf: what a message is', () => {
  const cases: readonly (readonly [object, Envelope])[] = [
    [
      { id: 0, method: 'ping' },
      { kind: 'request', id: 0, method: 'ping' },
    ],
    [
      { id: '', method: '' },
      { kind: 'request', id: '', method: '' },
    ],
    [
      { id: -1.5, method: 'a', params: [1] },
      { kind: 'request', id: -1.5, method: 'a' },
    ],
    [
      { id: 1, method: 'resources/subscribe', params: { uri: 'a:1' } },
      { kind: 'request', id: 1, method: 'resources/subscribe', subject: 'a:1' },
    ],
    [
      { id: 1, method: 'resources/subscribe', params: { uri: 1 } },
      { kind: 'request', id: 1, method: 'resources/subscribe' },
    ],
    [
      { id: 1, method: 'tools/call', params: { name: 'read_file', uri: 'a:1', arguments: { name: 'x' } } },
      { kind: 'request', id: 1, method: 'tools/call', subject: 'read_file' },
    ],
    [{ method: 'notifications/initialized' }, { kind: 'notification', method: 'notifications/initialized' }],
    [
      { method: 'notifications/cancelled', params: { requestId: 'x' } },
      { kind: 'notification', method: 'notifications/cancelled', subject: 'x' },
    ],
    [
      { method: 'notifications/cancelled', params: { requestId: null } },
      { kind: 'notification', method: 'notifications/cancelled' },
    ],
    [
      { method: 'notifications/progress', params: { requestId: 'x' } },
      { kind: 'notification', method: 'notifications/progress' },
    ],
    [
      { method: 'notifications/message', params: { requestId: 'x', progressToken: 'y' } },
      { kind: 'notification', method: 'notifications/message' },
    ],
    [
      { id: 1, result: undefined },
      { kind: 'response', id: 1, failed: false },
    ],
    [
      { id: 'a', result: {} },
      { kind: 'response', id: 'a', failed: false },
    ],
    [
      { id: 1, result: { isError: true, task: { taskId: 't' } } },
      { kind: 'response', id: 1, failed: false, isError: true, task: 't' },
    ],
    [
      { id: 1, result: { isError: 'true' } },
      { kind: 'response', id: 1, failed: false },
    ],
    [
      { id: 'a', error: { code: 1, message: '' } },
      { kind: 'response', id: 'a', failed: true },
    ],
    [
      { id: 1, method: 'm', result: {} },
      { kind: 'request', id: 1, method: 'm' },
    ],
  ];
  for (const [message, envelope] of cases) {
    it(JSON.stringify(message), () => deepEqual(envelopeOf({ jsonrpc: '2.0', ...message }), envelope));
  }
});

describe('envelopeOf: what is no message', () => {
  const cases: readonly unknown[] = [
    undefined,
    null,
    'ping',
    7,
    [],
    [{ jsonrpc: '2.0', method: 'ping', id: 1 }],
    {},
    { id: 1, method: 'ping' },
    { jsonrpc: '1.0', id: 1, method: 'ping' },
    { jsonrpc: 2, id: 1, method: 'ping' },
    { jsonrpc: '2.0' },
    { jsonrpc: '2.0', id: 1 },
    { jsonrpc: '2.0', id: null, method: 'ping' },
    { jsonrpc: '2.0', id: true, method: 'ping' },
    { jsonrpc: '2.0', id: {}, method: 'ping' },
    { jsonrpc: '2.0', id: Number.NaN, method: 'ping' },
    { jsonrpc: '2.0', id: Number.POSITIVE_INFINITY, result: {} },
    { jsonrpc: '2.0', id: null, result: {} },
    { jsonrpc: '2.0', result: {} },
    { jsonrpc: '2.0', id: 1, method: 7, result: {} },
    { jsonrpc: '2.0', id: 1, result: {}, error: {} },
  ];
  for (const message of cases) {
    it(JSON.stringify(message) ?? 'undefined', () => deepEqual(envelopeOf(message), undefined));
  }

  it('never throws, whatever it is shown', () => {
    const member = fc.oneof(fc.jsonValue(), fc.constantFrom('2.0', 'ping', 1));
    const keys = fc.constantFrom('jsonrpc', 'id', 'method', 'params', 'result', 'error');
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.dictionary(keys, member)), (message) => {
        envelopeOf(message);
      }),
    );
  });
});
