import { deepEqual } from 'node:assert/strict';
import { expandVariables, type VariableValues } from '../../../src/core/servers/variables';

const values: VariableValues = {
  workspaceFolder: '/w/web',
  workspaceFolders: [
    { name: 'web', path: '/w/web' },
    { name: 'api', path: '/w/api' },
    { name: 'twin', path: '/w/a/twin' },
    { name: 'twin', path: '/w/b/twin' },
  ],
  userHome: '/home/u',
  env: { TOOL: 'x', NESTED: '${userHome}', DOLLAR: "$& $1 $$ $'" },
};

describe('Variables: what they stand for', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['plain', 'plain'],
    ['', ''],
    ['${workspaceFolder}/src', '/w/web/src'],
    ['${workspaceFolder:api}', '/w/api'],
    ['${userHome}/x:${userHome}/y', '/home/u/x:/home/u/y'],
    ['${env:TOOL}${env:TOOL}', 'xx'],
    ['${env:NOT_SET}.', '.'],
    ['$HOME ~ %USERPROFILE% $(id) `id`', '$HOME ~ %USERPROFILE% $(id) `id`'],
    ['${', '${'],
    ['$ {userHome}', '$ {userHome}'],
  ];
  for (const [text, expanded] of cases) {
    it(`"${text}" becomes "${expanded}"`, () =>
      deepEqual(expandVariables(text, values), { kind: 'expanded', text: expanded }));
  }

  it('what a value itself says is not expanded again, nor taken for a pattern', () => {
    deepEqual(expandVariables('${env:NESTED} ${env:DOLLAR}', values), {
      kind: 'expanded',
      text: "${userHome} $& $1 $$ $'",
    });
  });

  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    it(`a variable that is not set is empty, whatever it is called: ${name}`, () => {
      deepEqual(expandVariables(`\${env:${name}}`, values), { kind: 'expanded', text: '' });
    });
  }
});

describe('Variables: what is refused, never left standing, never run', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['${command:evil.run}', 'The variable ${command:evil.run} is not supported.'],
    ['${config:a.b}', 'The variable ${config:a.b} is not supported.'],
    ['${mcpRootsAll}', 'The variable ${mcpRootsAll} is not supported.'],
    ['${}', 'The variable ${} is not supported.'],
    ['${WorkspaceFolder}', 'The variable ${WorkspaceFolder} is not supported.'],
    ['${workspaceFolder:none}', 'No open folder has the name in ${workspaceFolder:none}.'],
    ['${workspaceFolder:twin}', 'Several open folders have the name in ${workspaceFolder:twin}.'],
    ['${userHome} ${first:x} ${second:y}', 'The variable ${first:x} is not supported.'],
  ];
  for (const [text, why] of cases) {
    it(text, () => deepEqual(expandVariables(text, values), { kind: 'refused', why }));
  }

  it('${workspaceFolder} without an open folder', () => {
    deepEqual(expandVariables('${workspaceFolder}', { ...values, workspaceFolder: undefined }), {
      kind: 'refused',
      why: '${workspaceFolder} needs an open folder.',
    });
  });
});

describe('Variables: what is put in only at a start', () => {
  it('stays as written until then', () => {
    deepEqual(expandVariables('${userHome} ${input:token}', values), {
      kind: 'expanded',
      text: '/home/u ${input:token}',
    });
  });

  it('is put in once: an answer is no pattern, and nothing in it is expanded', () => {
    const answers = new Map([
      ['a', '${input:b} ${userHome}'],
      ['b', "$& $'"],
    ]);
    deepEqual(expandVariables('${input:a}|${input:b}|${env:NESTED}', values, { answers, roots: [] }), {
      kind: 'expanded',
      text: "${input:b} ${userHome}|$& $'|${userHome}",
    });
  });

  it('is refused without an answer; an empty answer is one', () => {
    deepEqual(expandVariables('a${input:x}b', values, { answers: new Map([['x', '']]), roots: [] }), {
      kind: 'expanded',
      text: 'ab',
    });
    deepEqual(expandVariables('${input:x}', values, { answers: new Map(), roots: [] }), {
      kind: 'refused',
      why: 'The input "x" has no answer.',
    });
  });
});
