import { deepEqual } from 'node:assert/strict';
import { parsedMessages } from '../../../src/node/session/parsedMessages';

const own = { _meta: { progressToken: 'own', more: 1 } };
const call = { jsonrpc: '2.0', id: 0, method: 'x' };
const about = { ...call, params: { _meta: { more: 1 } } };
const news = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info' } };
const answer = { jsonrpc: '2.0', id: 0, result: {} };

describe('messages as objects', () => {
  const named: readonly (readonly [string, object, object])[] = [
    ['a request', call, { ...call, id: 'new' }],
    ['an answer', answer, { ...answer, id: 'new' }],
    ['not a notification, which has none', news, news],
  ];
  for (const [what, before, after] of named) {
    it(`get another id in the place of their own: ${what}`, () =>
      deepEqual(parsedMessages.withId(before, 'new'), after));
  }

  const progress = { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1, a: 2 } };
  const tokens: readonly (readonly [string, object, object])[] = [
    [
      'a request',
      { ...call, params: own },
      { ...call, params: { _meta: { progressToken: 'new', more: 1 } } },
    ],
    ['progress', progress, { ...progress, params: { progressToken: 'new', a: 2 } }],
    ['not a request without one', call, call],
    ['not a request with other words about it', about, about],
    ['not a notification without one', news, news],
    ['not an answer', { ...answer, params: own }, { ...answer, params: own }],
  ];
  for (const [what, before, after] of tokens) {
    it(`get another progress token in the place of their own: ${what}`, () =>
      deepEqual(parsedMessages.withProgressToken(before, 'new'), after));
  }
});
