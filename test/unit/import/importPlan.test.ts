import { deepEqual, equal } from 'node:assert/strict';
import { parse } from 'jsonc-parser';
import type { ImportPlace } from '../../../src/core/import/importPlace';
import { planImport, type ImportCandidate, type ImportTarget } from '../../../src/core/import/importPlan';
import { readPlace, type FoundServer } from '../../../src/core/import/readPlace';
import { withImport } from '../../../src/core/import/settingsText';
import { translateEntry } from '../../../src/core/import/translateEntry';

const place: ImportPlace = {
  title: 'VS Code, folder web',
  file: '/w/web/.vscode/mcp.json',
  at: ['servers'],
  inputsAt: ['inputs'],
  variables: 'vscode',
  folder: undefined,
  isOfWorkspace: true,
};

function servers(text: string, at: Partial<ImportPlace> = {}): readonly FoundServer[] {
  const reading = readPlace(text, { ...place, ...at });
  if (reading.kind === 'unreadable') throw new Error(reading.why);
  return reading.servers;
}

function candidates(found: readonly FoundServer[]): readonly ImportCandidate[] {
  const ground = { isMultiRoot: false, isSet: () => false, separator: '/' };
  return found.map((each) => ({
    found: each,
    translated: translateEntry(each.value as Record<string, unknown>, each.place, ground),
  }));
}

const empty: ImportTarget = { names: [], inputs: [] };

function imported(from: string, into: string, above: readonly string[] = [], moves = false): string {
  const plan = planImport(candidates(servers(from)), empty, moves);
  const edited = withImport(into, above, plan);
  return edited.kind === 'changed' ? edited.text : JSON.stringify(edited);
}

describe('what stands in a file of another client', () => {
  it('is read with its inputs, also below several keys', () => {
    const text = '{ "p": { "/w": { "s": { "a": { "command": "x" }, "b": 7 } } }, "inputs": [{ "id": "k" }] }';
    deepEqual(
      servers(text, { at: ['p', '/w', 's'] }).map(({ name, value, inputs }) => ({ name, value, inputs })),
      [
        { name: 'a', value: { command: 'x' }, inputs: [{ id: 'k' }] },
        { name: 'b', value: 7, inputs: [{ id: 'k' }] },
      ],
    );
  });

  const readings: readonly (readonly [string, string, unknown])[] = [
    ['is nothing in an empty file', '', []],
    ['is nothing where the key is missing', '{ "other": {} }', []],
    ['is nothing where the file holds a list', '[{ "servers": 1 }]', []],
    ['is unreadable where servers are a list', '{ "servers": [] }', 'its "servers" is not an object'],
    ['is unreadable where it is no JSON', '{\n"servers": {', 'line 2 is not JSON (CloseBraceExpected)'],
    [
      'is unreadable where a name stands twice',
      '{ "servers": { "a": 1, "a": 2 } }',
      'the key "a" stands there twice',
    ],
    [
      'is unreadable where it is nested without end',
      `{"servers":${'['.repeat(100_000)}`,
      'it is nested too deep',
    ],
    [
      'keeps a name like __proto__',
      '{ "servers": { "__proto__": {}, "constructor": {} } }',
      ['__proto__', 'constructor'],
    ],
  ];
  for (const [rule, text, expected] of readings) {
    it(rule, () => {
      const reading = readPlace(text, place);
      const seen = reading.kind === 'servers' ? reading.servers.map(({ name }) => name) : reading.why;
      deepEqual(seen, expected);
    });
  }
});

describe('an import', () => {
  const team = `{
  "inputs": [
    { "type": "promptString", "id": "key", "description": "The key", "password": true, "more": 1 },
    { "type": "command", "id": "run", "command": "x" }
  ],
  "servers": {
    // the files
    // of everyone
    "files": {
      "command": "npx", // never npm
      "args": [
        "-y",
        /* pinned */ "files@1"
      ]
    }, // stays
    "git": { "command": "git-mcp", "dev": {} }
  }
}`;

  it('brings the comments of an entry along, and keeps those that are there', () => {
    const before = '{\n\t// mine\n\t"editor.tabSize": 2, // two\n}\n';
    equal(
      imported(team, before),
      `{
\t// mine
\t"editor.tabSize": 2, // two
\t"mcpRoots.servers": {
\t\t// the files
\t\t// of everyone
\t\t"files": {
\t\t\t"command": "npx", // never npm
\t\t\t"args": [
\t\t\t\t"-y",
\t\t\t\t/* pinned */ "files@1"
\t\t\t]
\t\t}, // stays
\t\t"git": { "command": "git-mcp" }
\t},
}
`,
    );
  });

  it('goes below the settings of a workspace file, behind what is there, whatever its line ends', () => {
    const before =
      '{\r\n  "folders": [],\r\n  "settings": {\r\n    "mcpRoots.servers": {\r\n      "one": { "command": "a" } // first\r\n    }\r\n  }\r\n}';
    equal(
      imported('{ "servers": { "two": { "command": "b" } } }', before, ['settings']),
      '{\r\n  "folders": [],\r\n  "settings": {\r\n    "mcpRoots.servers": {\r\n      "one": { "command": "a" }, // first\r\n      "two": { "command": "b" }\r\n    }\r\n  }\r\n}',
    );
  });

  it('says the same when it is written into nothing, or into one line', () => {
    const wanted = { files: { command: 'npx', args: ['-y', 'files@1'] }, git: { command: 'git-mcp' } };
    deepEqual(parse(imported(team, '')), { 'mcpRoots.servers': wanted });
    deepEqual(parse(imported(team, '{"a":1}')), { a: 1, 'mcpRoots.servers': wanted });
  });

  it('is refused where the settings cannot be read, and changes nothing then', () => {
    equal(imported(team, '{ "a": }'), '{"kind":"refused","why":"line 1 is not JSON (ValueExpected)"}');
    equal(
      imported(team, '{ "mcpRoots.servers": [] }'),
      '{"kind":"refused","why":"its \\"mcpRoots.servers\\" is not an object"}',
    );
  });

  it('gives each server a name that none has', () => {
    const text =
      '{ "servers": { "Files": { "command": "a" }, "new": { "command": "b" }, "__proto__": { "command": "c" } } }';
    const both = [
      ...servers(text),
      ...servers('{ "servers": { "NEW": { "command": "d" }, " ": { "command": "e" } } }'),
    ];
    const { servers: planned } = planImport(
      candidates(both),
      { names: ['files', 'files-2'], inputs: [] },
      false,
    );
    deepEqual(
      planned.map(({ name }) => name),
      ['Files-3', 'new', 'proto', 'NEW-2', 'server'],
    );
  });

  it('brings the inputs that it needs, under another id where that one is taken by another', () => {
    const text = team.replace(
      '"git-mcp"',
      '"git-mcp", "args": ["${input:key}", "${input:run}", "${input:gone}", "${input:key}"]',
    );
    const other = { type: 'promptString', id: 'key', description: 'Another key' };
    const { servers: planned, inputs } = planImport(
      candidates(servers(text)),
      { names: [], inputs: [other, 'junk'] },
      false,
    );
    deepEqual(inputs, [{ type: 'promptString', id: 'key-2', description: 'The key', password: true }]);
    deepEqual(planned[1]?.entry['args'], [
      '${input:key-2}',
      '${input:run}',
      '${input:gone}',
      '${input:key-2}',
    ]);
    deepEqual(planned[1]?.remarks, [
      'without dev',
      '${input:run} is of a kind that is not supported here',
      '${input:gone} is not defined there',
    ]);
    const again = planImport(candidates(servers(text)), { names: [], inputs: [other, ...inputs] }, false);
    deepEqual(again.inputs.length, 1, 'an input that was renamed is not taken for the one of its own id');
  });

  it('moves secrets into inputs when that is wished, one for one value', () => {
    const text = `{ "servers": {
      "hub": { "command": "a", "env": { "HUB_TOKEN": "t0k", "MODE": "x" }, "args": ["--token", "t0k"] },
      "web": { "url": "https://a.example/mcp?key=t0k", "headers": { "Authorization": "Bearer other" } }
    } }`;
    const found = candidates(servers(text));
    const moved = planImport(found, { names: [], inputs: [{ id: 'web-Authorization' }] }, true);
    deepEqual(
      { servers: moved.servers.map(({ entry }) => entry), inputs: moved.inputs },
      {
        servers: [
          {
            command: 'a',
            env: { HUB_TOKEN: '${input:hub-HUB_TOKEN}', MODE: 'x' },
            args: ['--token', '${input:hub-HUB_TOKEN}'],
          },
          {
            url: 'https://a.example/mcp?key=${input:hub-HUB_TOKEN}',
            headers: { Authorization: 'Bearer ${input:web-Authorization-2}' },
          },
        ],
        inputs: [
          { type: 'promptString', id: 'hub-HUB_TOKEN', description: 'HUB_TOKEN of hub', password: true },
          {
            type: 'promptString',
            id: 'web-Authorization-2',
            description: 'Authorization of web',
            password: true,
          },
        ],
      },
    );
    deepEqual(
      moved.answers.map(({ input, value }) => [input.id, value]),
      [
        ['hub-HUB_TOKEN', 't0k'],
        ['web-Authorization-2', 'other'],
      ],
    );
    deepEqual(planImport(found, empty, false).answers, []);
  });

  it('writes no secret that was moved, not even in a comment', () => {
    const text =
      '{ "servers": {\n  "hub": {\n    "command": "a", // runs\n    "env": { "TOKEN": "t0k" }\n  },\n  "hub2": {\n    "command": "b", // once t0k\n    "env": { "TOKEN": "t0k" }\n  }\n} }';
    equal(
      imported(text, '{\n}\n', [], true),
      `{
  "mcpRoots.inputs": [
    {
      "type": "promptString",
      "id": "hub-TOKEN",
      "description": "TOKEN of hub",
      "password": true
    }
  ],
  "mcpRoots.servers": {
    "hub": {
      "command": "a", // runs
      "env": { "TOKEN": "\${input:hub-TOKEN}" }
    },
    "hub2": {
      "command": "b",
      "env": {
        "TOKEN": "\${input:hub-TOKEN}"
      }
    }
  }
}
`,
    );
  });
});
