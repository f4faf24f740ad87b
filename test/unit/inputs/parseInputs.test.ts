import { deepEqual } from 'node:assert/strict';
import { parseInputs } from '../../../src/core/inputs/parseInputs';
import { parseDefinitions } from '../../../src/core/servers/parseDefinition';

const text = { kind: 'text', description: undefined, default: undefined, password: false } as const;

function read(...entries: readonly unknown[]) {
  return Object.fromEntries(parseInputs(entries));
}

describe('parseInputs: the shape of "inputs" in mcp.json', () => {
  it('reads a text and a password, with what is said of them', () => {
    const token = {
      type: 'promptString',
      id: 'token',
      description: 'API key',
      password: true,
      default: 'none',
    };
    deepEqual(read({ type: 'promptString', id: 'a' }, token), {
      a: { ...text, id: 'a' },
      token: { kind: 'text', id: 'token', description: 'API key', default: 'none', password: true },
    });
  });

  it('reads a pick, whose options may have labels', () => {
    const options = ['eu', { label: 'United States', value: 'us' }];
    deepEqual(read({ type: 'pickString', id: 'region', options, default: 'eu' }), {
      region: {
        kind: 'pick',
        id: 'region',
        description: undefined,
        default: 'eu',
        options: [
          { label: 'eu', value: 'eu' },
          { label: 'United States', value: 'us' },
        ],
      },
    });
  });

  const faults: readonly (readonly [string, unknown, string])[] = [
    ['a type that would run something', { type: 'command', id: 'x', command: 'y' }, typeFault()],
    ['no type', { id: 'x' }, typeFault()],
    [
      'a description that is no text',
      { type: 'promptString', id: 'x', description: 1 },
      '"description" is wrong',
    ],
    [
      'a password that is no truth value',
      { type: 'promptString', id: 'x', password: 'yes' },
      '"password" is wrong',
    ],
    ['a pick of nothing', { type: 'pickString', id: 'x', options: [] }, '"options" is wrong'],
    ['a pick without options', { type: 'pickString', id: 'x' }, '"options" is wrong'],
    ['an option that is no text', { type: 'pickString', id: 'x', options: [1] }, '"options" is wrong'],
  ];
  for (const [what, entry, why] of faults) {
    it(`says what is wrong: ${what}`, () => deepEqual(read(entry), { x: { kind: 'faulty', why } }));
  }

  it('says that an id is there twice: neither of the two can be meant', () => {
    deepEqual(read({ type: 'promptString', id: 'x' }, { type: 'promptString', id: 'x', password: true }), {
      x: { kind: 'faulty', why: 'it is there twice' },
    });
  });

  it('passes over what has no id, and anything that is no list', () => {
    deepEqual(read(7, null, [], { type: 'promptString' }, { id: '', type: 'promptString' }), {});
    deepEqual(read({ id: 'a}', type: 'promptString' }), {});
    for (const value of [undefined, null, {}, 'x', 7]) deepEqual(parseInputs(value), new Map());
  });
});

describe('parseDefinitions: inputs of the same scope only (rule 12)', () => {
  const inputs = parseInputs([
    { type: 'promptString', id: 'a' },
    { type: 'promptString', id: 'b' },
    { type: 'command', id: 'c' },
  ]);
  const read1 = (entry: unknown, known = inputs) =>
    parseDefinitions({ git: entry }, { kind: 'user' }, known).map((each) =>
      each.kind === 'defined' ? each.definition.inputs : [each.fault.problem, each.fault.at],
    );

  it('gives a definition the inputs that stand in it, wherever', () => {
    const a = { ...text, id: 'a' };
    const b = { ...text, id: 'b' };
    deepEqual(read1({ command: '${input:b}', args: ['--x=${input:a}', '${input:b}'] }), [[b, a]]);
    deepEqual(read1({ command: 'x', env: { A: '${input:a}' }, cwd: '/${input:b}' }), [[b, a]]);
    deepEqual(read1({ command: 'x', envFile: '${input:a}' }), [[a]]);
    const http = { url: 'https://a.example/${input:a}', headers: { Authorization: 'Bearer ${input:b}' } };
    deepEqual(read1(http), [[a, b]]);
    deepEqual(read1({ command: 'x', args: ['input:a', '$input:a'] }), [[]]);
  });

  it('names one that is not defined, and one that cannot be used, where they stand', () => {
    deepEqual(read1({ command: 'x', args: ['y', '${input:none}'] }), [
      ['The input "none" is not defined. Add it to "mcpRoots.inputs" of the user settings.', ['args', 1]],
    ]);
    deepEqual(read1({ command: 'x', env: { K: '${input:c}' } }), [
      [`The input "c" in "mcpRoots.inputs" cannot be used: ${typeFault()}.`, ['env', 'K']],
    ]);
    deepEqual(read1({ command: '${input:a}' }, new Map()), [
      ['The input "a" is not defined. Add it to "mcpRoots.inputs" of the user settings.', ['command']],
    ]);
  });
});

function typeFault(): string {
  return '"type" must be "promptString" or "pickString"';
}
