import { deepEqual } from 'node:assert/strict';
import type { ImportPlace } from '../../../src/core/import/importPlace';
import { importOffer } from '../../../src/core/import/importOffer';
import { readPlace } from '../../../src/core/import/readPlace';

const place: ImportPlace = {
  title: 'Cursor',
  file: '/w/.cursor/mcp.json',
  at: ['s'],
  inputsAt: ['inputs'],
  variables: 'vscode',
  folder: undefined,
  isOfWorkspace: true,
};

function offer(value: unknown) {
  const reading = readPlace(JSON.stringify({ s: { a: value }, inputs: [] }), place);
  const [found] = reading.kind === 'servers' ? reading.servers : [];
  if (found === undefined) throw new Error('There is no server.');
  const here = {
    transport: { type: 'stdio', command: 'npx', args: ['here'], cwd: undefined, env: {}, envFile: undefined },
  } as const;
  const { command, remarks, candidate, secrets } = importOffer(
    found,
    { isMultiRoot: false, isSet: () => false, separator: '/' },
    [here],
  );
  return [command, remarks.join(' · '), candidate === undefined ? 'not possible' : secrets];
}

describe('a server that is offered for import', () => {
  const cases: readonly (readonly [string, unknown, readonly unknown[]])[] = [
    [
      'shows what runs, with every secret covered',
      { command: 'npx', args: ['hub', '--token', 'abc', '--api-key=def'], env: { HUB_TOKEN: 'ghi' } },
      ['npx hub --token ••• --api-key=•••', 'holds 3 values that look like secrets', 3],
    ],
    [
      'shows its address in the same way',
      { url: 'https://a.example/mcp?key=abc' },
      ['https://a.example/mcp?key=•••', 'holds a value that looks like a secret', 1],
    ],
    [
      'is known when it is here already',
      { command: 'npx', args: ['here'] },
      ['npx here', 'is here already', 0],
    ],
    [
      'says which input nobody defines',
      { command: 'npx', args: ['${input:gone}'] },
      ['npx ${input:gone}', '${input:gone} is not defined there', 0],
    ],
    [
      'cannot be what is no object',
      7,
      ['', 'cannot be imported: its entry is not an object', 'not possible'],
    ],
    [
      'cannot be what is made to keep its reader busy',
      { command: 'npx', args: ['${input:'.repeat(100_000)] },
      ['', 'cannot be imported: its entry is too long', 'not possible'],
    ],
    [
      'cannot be what has the wrong type',
      { command: 'npx', args: ['a', 7] },
      ['npx a ?', 'cannot be imported: "args[1]" must be a string.', 'not possible'],
    ],
    [
      'cannot be what names no transport that there is',
      { type: 'ws', url: 'https://a.example' },
      ['https://a.example', 'cannot be imported: "type" must be "stdio", "http" or "sse".', 'not possible'],
    ],
  ];
  for (const [rule, value, expected] of cases) it(rule, () => deepEqual(offer(value), expected));
});
