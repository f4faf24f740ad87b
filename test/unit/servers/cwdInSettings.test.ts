import { deepEqual } from 'node:assert/strict';
import { runningInPrimaryRoot } from '../../../src/core/servers/cwdInSettings';

const settings = `{
  // mine
  "editor.fontSize": 12,
  "mcpRoots.servers": {
    "git": {
      "command": "npx", // of npm
      "args": ["-y", "git-server"]
    },
    "docs": { "command": "docs" },
    "there": { "command": "there", "cwd": "/srv" }
  }
}
`;

describe('Writing into a definition that its server runs in the first folder that it may see', () => {
  it('adds that and leaves everything else as it is, comments included', () => {
    deepEqual(runningInPrimaryRoot(settings, [], 'git'), {
      kind: 'changed',
      text: settings.replace(
        '"args": ["-y", "git-server"]\n',
        '"args": ["-y", "git-server"],\n      "cwd": "${mcpPrimaryRoot}"\n',
      ),
    });
    deepEqual(runningInPrimaryRoot(settings, [], 'docs'), {
      kind: 'changed',
      text: settings.replace('"docs" }', '"docs", "cwd": "${mcpPrimaryRoot}" }'),
    });
  });

  it('finds the definition in a workspace file', () => {
    const file = `{ "folders": [], "settings": { "mcpRoots.servers": { "git": { "command": "x" } } } }`;
    deepEqual(runningInPrimaryRoot(file, ['settings'], 'git'), {
      kind: 'changed',
      text: file.replace('"x"', '"x", "cwd": "${mcpPrimaryRoot}"'),
    });
  });

  const refused: readonly (readonly [string, string, string])[] = [
    ['a file in which it is not defined', settings, 'other'],
    ['an empty file', '', 'git'],
    ['an entry that is no object', '{ "mcpRoots.servers": { "git": 1 } }', 'git'],
  ];
  for (const [what, text, server] of refused) {
    it(`is refused for ${what}`, () => {
      deepEqual(runningInPrimaryRoot(text, [], server), {
        kind: 'refused',
        why: `the server "${server}" is not defined there`,
      });
    });
  }

  it('is refused where the definition says already where it runs', () => {
    deepEqual(runningInPrimaryRoot(settings, [], 'there'), {
      kind: 'refused',
      why: 'the definition of "there" says already where it runs',
    });
  });

  it('is refused for a text that cannot be read, which says where', () => {
    deepEqual(runningInPrimaryRoot('{\n  "mcpRoots.servers": [', [], 'git').kind, 'refused');
  });
});
