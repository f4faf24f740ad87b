import { deepEqual, equal } from 'node:assert/strict';
import { readAuthMethods } from '../../../src/core/acp/authMethod';
import { refusalOf } from '../../../src/core/acp/refusal';
import { UserError } from '../../../src/core/errors';

describe('The ways to sign in to an agent', () => {
  it('are read in its order; without a type it is the agent itself', () => {
    const methods = [
      { id: 'b', name: 'Browser', description: 'Opens one\n' },
      { id: 't', name: 'Terminal', type: 'terminal', args: ['login'], env: { A: '1' } },
      { id: 'u', name: 'Bare', type: 'terminal', args: null },
    ];
    deepEqual(readAuthMethods(methods), [
      { kind: 'agent', id: 'b', name: 'Browser', description: 'Opens one\\n' },
      {
        kind: 'terminal',
        id: 't',
        name: 'Terminal',
        description: undefined,
        args: ['login'],
        env: { A: '1' },
      },
      { kind: 'terminal', id: 'u', name: 'Bare', description: undefined, args: [], env: {} },
    ]);
  });

  it('are without those that are malformed, or of a kind that the protocol does not have', () => {
    const methods = [
      7,
      { id: '', name: 'x' },
      { id: 'a' },
      { id: 'k', name: 'Key', type: 'env_var', vars: [] },
      { id: 't', name: 'T', type: 'terminal', args: 'login' },
      { id: 't', name: 'T', type: 'terminal', env: { 'A=B': '1' } },
      { id: 't', name: 'T', type: 'terminal', args: Array.from({ length: 200 }, () => 'x') },
    ];
    deepEqual(readAuthMethods(methods), []);
    for (const none of [undefined, null, {}, 'x']) deepEqual(readAuthMethods(none), []);
  });

  it('are only so many, with names that can be shown', () => {
    const many = Array.from({ length: 100 }, (_, i) => ({ id: `${i}`, name: 'x\u001b[31m' }));
    equal(readAuthMethods(many).length, 20);
    equal(readAuthMethods(many)[0]?.name, 'x\\u001b[31m');
    equal(readAuthMethods([{ id: 'by id', name: '' }])[0]?.name, 'by id');
  });
});

describe('An error of an agent', () => {
  const failed = (cause: unknown) => new UserError('It failed.', { cause });

  it('calls for a sign-in where the agent says so by its code', () => {
    equal(refusalOf(failed(Object.assign(new Error('x'), { code: -32000 }))), 'sign in');
  });

  it('is a refusal with any other code, and none where the agent did not answer', () => {
    equal(refusalOf(failed({ code: -32602 })), 'refused');
    equal(refusalOf(failed(new Error('ACP connection closed'))), undefined);
    equal(refusalOf(failed({ code: -32800 })), undefined);
    equal(refusalOf(failed({ code: 'ENOENT' })), undefined);
    equal(refusalOf(new UserError('It did not answer.')), undefined);
    equal(refusalOf('thrown'), undefined);
  });
});
