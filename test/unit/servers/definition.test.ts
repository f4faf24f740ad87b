import { deepEqual, equal } from 'node:assert/strict';
import { scopeText, serverId, type Scope } from '../../../src/core/servers/definition';

describe('A definition belongs to its scope (rule 12)', () => {
  const scopes: readonly (readonly [Scope, string, string])[] = [
    [{ kind: 'bundled' }, 'bundled/git', 'bundled'],
    [{ kind: 'user' }, 'user/git', 'user settings'],
    [{ kind: 'workspace' }, 'workspace/git', 'workspace settings'],
    [
      { kind: 'folder', uri: 'file:///w/web', name: 'web' },
      'folder file:///w/web/git',
      'settings of folder web',
    ],
    [
      { kind: 'folder', uri: 'file:///w/api', name: 'web' },
      'folder file:///w/api/git',
      'settings of folder web',
    ],
  ];
  for (const [scope, id, text] of scopes) {
    it(`${id}: ${text}`, () => deepEqual([serverId({ name: 'git', scope }), scopeText(scope)], [id, text]));
  }

  it('one name in several scopes is several servers', () => {
    equal(new Set(scopes.map(([scope]) => serverId({ name: 'git', scope }))).size, scopes.length);
  });
});
