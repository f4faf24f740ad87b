import { deepEqual, equal } from 'node:assert/strict';
import { editJson } from '../../../src/core/clients/jsonEdit';

const native = `{
  // of the team
  "servers": {
    // the files
    "files": { "command": "npx" }, // keep
    "git": { "command": "git-mcp" }
  },
  "inputs": [1, 2,],
}
`;

describe('an edit of JSON with comments', () => {
  it('takes one entry out, and leaves everything else as it is', () => {
    deepEqual(editJson(native, ['servers', 'git'], undefined), {
      kind: 'changed',
      text: native.replace('}, // keep\n    "git": { "command": "git-mcp" }', '} // keep'),
    });
    deepEqual(editJson(native, ['servers', 'files'], undefined), {
      kind: 'changed',
      text: native.replace('\n    "files": { "command": "npx" },', ''),
    });
  });

  it('makes the objects on the way to a value', () => {
    const text = '{\n\t"folders": [], // here\n\t"settings": {\n\t\t"a": 1\n\t}\n}\n';
    deepEqual(editJson(text, ['settings', 'mcpRoots.servers', 'files'], { command: 'npx' }), {
      kind: 'changed',
      text: '{\n\t"folders": [], // here\n\t"settings": {\n\t\t"a": 1,\n\t\t"mcpRoots.servers": {\n\t\t\t"files": {\n\t\t\t\t"command": "npx"\n\t\t\t}\n\t\t}\n\t}\n}\n',
    });
    deepEqual(editJson('', ['a', 'b'], 1), {
      kind: 'changed',
      text: '{\n  "a": {\n    "b": 1\n  }\n}\n',
    });
  });

  it('replaces a value, and keeps a byte order mark and line ends', () => {
    deepEqual(editJson('\ufeff{\r\n  "a": 1, // one\r\n}\r\n', ['a'], { b: 2 }), {
      kind: 'changed',
      text: '\ufeff{\r\n  "a": {\r\n    "b": 2\r\n  }, // one\r\n}\r\n',
    });
  });

  it('of what is so already changes nothing', () => {
    deepEqual(editJson(native, ['servers', 'gone'], undefined), { kind: 'same' });
    deepEqual(editJson(native, ['servers', 'files'], { command: 'npx' }), { kind: 'same' });
    deepEqual(editJson('', ['a'], undefined), { kind: 'same' });
  });

  it('takes "__proto__" for a key like any other', () => {
    const text = '{ "servers": { "__proto__": { "command": "x" }, "a": 1 } }';
    deepEqual(editJson(text, ['servers', '__proto__'], undefined), {
      kind: 'changed',
      text: '{ "servers": { "a": 1 } }',
    });
    const added = editJson('{}', ['servers', '__proto__', 'command'], 'y');
    equal(
      added.kind === 'changed' && added.text,
      '{\n  "servers": {\n    "__proto__": {\n      "command": "y"\n    }\n  }\n}',
    );
  });

  const refusals: readonly (readonly [string, string, RegExp])[] = [
    ['is no JSON', '{ "a": }', /line 1 is not JSON/],
    ['has a key twice', '{ "a": 1, "a": 2 }', /"a" stands there twice/],
    ['holds something else on the way', '{ "a": [] }', /its "a" is not an object/],
    ['is nested without end', '['.repeat(200_000), /./],
  ];
  for (const [what, text, why] of refusals) {
    it(`is refused where the text ${what}`, () => {
      const edited = editJson(text, ['a', 'b'], 1);
      deepEqual([edited.kind, edited.kind === 'refused' && why.test(edited.why)], ['refused', true]);
    });
  }
});
