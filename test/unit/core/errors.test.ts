import { deepEqual, equal } from 'node:assert/strict';
import { codeOf, isUserError, messageOf, UserError } from '../../../src/core/errors';

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

  it('knows a UserError of another copy of the class, as the entry has one of its own', () => {
    const file = require.resolve('../../../src/core/errors');
    const own = require.cache[file];
    delete require.cache[file];
    const other = require(file) as { UserError: typeof UserError };
    require.cache[file] = own;
    const foreign = new other.UserError('The disk is full.');
    deepEqual(
      [foreign instanceof UserError, isUserError(foreign), isUserError(new UserError('The disk is full.'))],
      [false, true, true],
    );
  });

  it('takes no other error, and nothing else that has such a name, for a UserError', () => {
    const thrown = [
      new Error('UserError'),
      new TypeError('x'),
      { name: 'UserError' },
      'UserError',
      undefined,
    ];
    deepEqual(thrown.map(isUserError), [false, false, false, false, false]);
  });
});
