import { deepEqual, equal, notEqual } from 'node:assert/strict';
import type { HttpTransport, StdioTransport } from '../../../src/core/servers/definition';
import { expandHttp, expandStdio } from '../../../src/core/servers/launch';
import { lateVariables } from '../../../src/core/servers/lateVariables';
import {
  hearsOfRoots,
  placedLines,
  placedRoots,
  placedText,
  placesRoots,
  type PlacedRoot,
} from '../../../src/core/servers/placeholders';

const values = { workspaceFolder: '/w', workspaceFolders: [], userHome: '/h', env: { X: '${mcpRoots}' } };
const web: PlacedRoot = { name: 'web', folder: '/w/web' };
const api: PlacedRoot = { name: 'api & more', folder: '/w/api & more, ü' };
const answers = new Map([['k', '${mcpRoots} ${mcpPrimaryRoot}']]);

function stdio(of: Partial<StdioTransport>): StdioTransport {
  return { type: 'stdio', command: 'x', args: [], cwd: undefined, env: {}, envFile: undefined, ...of };
}

/** What the arguments become. */
function args(written: readonly string[], roots: readonly PlacedRoot[] | 'not yet'): unknown {
  const expanded = expandStdio(stdio({ args: written }), values, { answers, roots });
  return expanded.kind === 'expanded' ? expanded.transport.args : [expanded.why, expanded.at];
}

describe('Placeholders for exposed folders: in arguments', () => {
  const cases: readonly (readonly [string, readonly string[], readonly PlacedRoot[], readonly string[]])[] = [
    [
      '${mcpRoots} is an argument for each',
      ['a', '${mcpRoots}', 'b'],
      [web, api],
      ['a', web.folder, api.folder, 'b'],
    ],
    ['${mcpRoots} is no argument when there are none', ['a', '${mcpRoots}', 'b'], [], ['a', 'b']],
    [
      'an argument around ${mcpRoots} is there for each',
      ['--dir=${mcpRoots}:${mcpRoots}'],
      [web, api],
      [`--dir=${web.folder}:${web.folder}`, `--dir=${api.folder}:${api.folder}`],
    ],
    [
      '${mcpRoots:,} is all in one',
      ['--dirs=${mcpRoots:,}'],
      [web, api],
      [`--dirs=${web.folder},${api.folder}`],
    ],
    [
      'a separator is any text',
      ['${mcpRoots: ; }', '${mcpRoots::}', '${mcpRoots:}'],
      [web, web],
      ['/w/web ; /w/web', '/w/web:/w/web', '/w/web/w/web'],
    ],
    ['${mcpRoots:,} of none is empty', ['${mcpRoots:,}'], [], ['']],
    ['${mcpRoot:name} is that one', ['${mcpRoot:api & more}/src'], [web, api], [`${api.folder}/src`]],
    ['${mcpPrimaryRoot} is the first', ['${mcpPrimaryRoot}'], [api, web], [api.folder]],
    [
      'what is put in is not read again',
      ['${env:X}', '${input:k}'],
      [web],
      ['${mcpRoots}', '${mcpRoots} ${mcpPrimaryRoot}'],
    ],
  ];
  for (const [rule, written, roots, become] of cases) it(rule, () => deepEqual(args(written, roots), become));

  it('stay as written until they are put in', () => {
    const written = ['${mcpRoots}', '${mcpRoots:,}', '${mcpRoot:web}', '${mcpPrimaryRoot}'];
    deepEqual(args(written, 'not yet'), written);
    deepEqual(expandStdio(stdio({ args: written }), values), {
      kind: 'expanded',
      transport: stdio({ args: written }),
    });
  });

  it('are refused where the folder is not exposed: a missing argument would mean another one', () => {
    deepEqual(args(['a', '${mcpRoot:web}'], [api]), [
      '${mcpRoot:web} stands for the folder "web" that it may see. Allow it first.',
      ['args', 1],
    ]);
    deepEqual(args(['${mcpRoot:we}'], [web]), [
      '${mcpRoot:we} stands for the folder "we" that it may see. Allow it first.',
      ['args', 0],
    ]);
    deepEqual(args(['${mcpPrimaryRoot}'], []), [
      '${mcpPrimaryRoot} stands for a folder that it may see. Allow it first.',
      ['args', 0],
    ]);
  });
});

describe('Placeholders for exposed folders: elsewhere', () => {
  const http: HttpTransport = {
    type: 'http',
    url: 'https://a.example/mcp?roots=${mcpRoots:,}&first=${mcpPrimaryRoot}',
    headers: { 'X-Roots': '${mcpRoots:;}' },
  };

  it('are percent-encoded in an address, where the separator stays', () => {
    const expanded = expandHttp(http, values, { answers, roots: [web, api] });
    deepEqual(expanded, {
      kind: 'expanded',
      transport: {
        type: 'http',
        url: 'https://a.example/mcp?roots=%2Fw%2Fweb,%2Fw%2Fapi%20%26%20more%2C%20%C3%BC&first=%2Fw%2Fweb',
        headers: { 'X-Roots': `${web.folder};${api.folder}` },
      },
    });
  });

  it('are joined in the environment', () => {
    const expanded = expandStdio(stdio({ env: { ROOTS: '${mcpRoots::}' } }), values, {
      answers,
      roots: [web, web],
    });
    deepEqual(expanded.kind === 'expanded' && expanded.transport.env, { ROOTS: '/w/web:/w/web' });
  });

  it('have a server run in the first folder that it may see, and in no other where there is none', () => {
    const transport = stdio({ cwd: '${mcpPrimaryRoot}' });
    const expanded = expandStdio(transport, values, { answers, roots: [api, web] });
    equal(expanded.kind === 'expanded' && expanded.transport.cwd, api.folder);
    const refused = expandStdio(transport, values, { answers, roots: [] });
    deepEqual(refused, {
      kind: 'refused',
      why: '${mcpPrimaryRoot} stands for a folder that it may see. Allow it first.',
      at: ['cwd'],
    });
    deepEqual([placesRoots(transport), placedRoots(transport, [api, web])], [true, [api]]);
    notEqual(placedText(transport, [web, api]), placedText(transport, [api, web]));
  });

  const misplaced: readonly (readonly [Partial<StdioTransport>, string, string])[] = [
    [{ command: '${mcpPrimaryRoot}/run' }, '${mcpPrimaryRoot} cannot stand in "command".', 'command'],
    [{ cwd: '${mcpRoot:web}' }, 'In "cwd" only ${mcpPrimaryRoot} can stand, alone.', 'cwd'],
    [{ cwd: '${mcpPrimaryRoot}/src' }, 'In "cwd" only ${mcpPrimaryRoot} can stand, alone.', 'cwd'],
    [{ cwd: '${mcpRoots:,}' }, 'In "cwd" only ${mcpPrimaryRoot} can stand, alone.', 'cwd'],
    [{ envFile: '${mcpRoots:,}' }, '${mcpRoots:,} cannot stand in "envFile".', 'envFile'],
    [
      { env: { A: '${mcpRoots}' } },
      '${mcpRoots} stands for an argument for each folder. In "env" write ${mcpRoots:,} or the like.',
      'env',
    ],
  ];
  for (const [of, why, field] of misplaced) {
    it(`are refused before anything starts: ${why}`, () => {
      const expanded = expandStdio(stdio(of), values);
      deepEqual(expanded.kind === 'refused' && [expanded.why, expanded.at[0]], [why, field]);
    });
  }
});

describe('A definition with placeholders', () => {
  const transport = stdio({ args: ['${mcpRoots}'], env: { FIRST: '${mcpPrimaryRoot}' } });

  it('hears of folders also where roots are not declared to it', () => {
    const roots = { declare: false, primary: undefined, onRevoke: 'restart', whenEmpty: 'start' } as const;
    equal(hearsOfRoots({ roots, transport }), true);
    equal(hearsOfRoots({ roots, transport: stdio({ args: ['mcpRoots'], env: { A: '${input:k}' } }) }), false);
    equal(hearsOfRoots({ roots: { ...roots, declare: true }, transport: stdio({}) }), true);
  });

  it('has another launch exactly when what is put in is another', () => {
    const of = (roots: readonly PlacedRoot[]) => placedText(transport, roots);
    equal(of([web, api]), of([{ ...web, name: 'other' }, api]));
    notEqual(of([web, api]), of([api, web]));
    notEqual(of([web]), of([web, api]));
    const onlyFirst = stdio({ args: ['${mcpPrimaryRoot}'] });
    equal(placedText(onlyFirst, [web]), placedText(onlyFirst, [web, api]));
    equal(placedText(stdio({}), [web]), placedText(stdio({}), []));
  });

  it('says which folders it names, and what it would be now', () => {
    deepEqual(placedRoots(stdio({ args: ['${mcpRoot:web}'] }), [api, web]), [web]);
    deepEqual(placedRoots(transport, [api, web]), [api, web]);
    deepEqual(placedRoots(stdio({}), [web]), []);
    deepEqual(placedLines(transport, [web, api]), [
      `\${mcpRoots}: ${web.folder}, ${api.folder}`,
      `\${mcpPrimaryRoot}: ${web.folder}`,
    ]);
    deepEqual(placedLines(transport, []), [
      '${mcpRoots}: no folder',
      '${mcpPrimaryRoot}: no folder, and without one it does not start',
    ]);
  });

  it('shows each of them where it stands', () => {
    deepEqual(
      lateVariables(stdio({ args: ['${mcpRoots}', '${mcpRoots:,}${input:a}'], cwd: '${mcpRootsX}' })),
      [
        { name: 'mcpRoots', at: ['args', 0] },
        { name: 'mcpRoots:,', at: ['args', 1] },
        { name: 'input:a', at: ['args', 1] },
      ],
    );
  });
});
