import { deepEqual } from 'node:assert/strict';
import { refusePermission, type PermissionOption } from '../../../src/core/acp/permission';
import { asRealPath } from '../../../src/core/roots/realPath';

describe('The answer where nobody can be asked', () => {
  const kinds = ['allow_once', 'allow_always', 'reject_always', 'reject_once'] as const;
  const all = kinds.map((kind): PermissionOption => ({ optionId: kind, name: kind, kind }));

  it('is a no for this once where the agent offers that, else none: never a yes, and never a no for always', async () => {
    for (let bits = 0; bits < 2 ** all.length; bits += 1) {
      const options = all.filter((_, i) => (bits >> i) % 2 === 1);
      const question = {
        agent: 'claude',
        sessionId: 's',
        toolCallId: 't',
        title: 'T',
        cwd: asRealPath('/w'),
        places: [],
        omissions: [],
        options,
      };
      const expected = options.some(({ kind }) => kind === 'reject_once')
        ? { kind: 'selected', optionId: 'reject_once' }
        : { kind: 'cancelled' };
      deepEqual(await refusePermission(question, new AbortController().signal), expected);
    }
  });
});
