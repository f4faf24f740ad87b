import { strict as assert } from 'node:assert';
import { isUserError, UserError } from '../../../src/core/errors';

describe('errors', () => {
  it('knows a UserError of another copy of the class, as another bundle has it', () => {
    const file = require.resolve('../../../src/core/errors');
    const own = require.cache[file];
    delete require.cache[file];
    const other = require(file) as { UserError: typeof UserError };
    require.cache[file] = own;
    const foreign = new other.UserError('The disk is full.');
    assert.deepEqual(
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
    assert.deepEqual(thrown.map(isUserError), [false, false, false, false, false]);
  });
});
