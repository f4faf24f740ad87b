import { deepEqual, equal } from 'node:assert/strict';
import { codeOf, messageOf, UserError } from '../../../src/core/errors';

describe('Errors', () => {
  it('for users say so by their name, and keep their cause', () => {
    const cause = new Error('ENOSPC');
    const error = new UserError('The disk is full. Make room.', { cause });
    deepEqual([String(error), error.cause], ['UserError: The disk is full. Make room.', cause]);
  });

  it('have a text, whatever was thrown', () => {
    deepEqual([new UserError('a'), 'b', undefined, null, 7].map(messageOf), [
      'a',
      'b',
      'undefined',
      'null',
      '7',
    ]);
  });

  it('have a code only where the system gave one', () => {
    const thrown = [
      Object.assign(new Error('x'), { code: 'ENOENT' }),
      { code: 'EACCES' },
      { code: 1 },
      {},
      null,
      'ENOENT',
    ];
    deepEqual(thrown.map(codeOf), ['ENOENT', 'EACCES', undefined, undefined, undefined, undefined]);
    equal(codeOf(new Error('ENOENT')), undefined);
  });
});
