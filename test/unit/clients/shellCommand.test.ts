import { deepEqual, equal } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { nodeProgram } from '../../../src/core/clients/nodeProgram';
import { shellLine } from '../../../src/core/clients/shellCommand';
import { entryNames } from '../../../src/core/clients/entry';
import { knownClients } from '../../../src/core/clients/knownClients';

const nasty = [
  'plain',
  '',
  'two words',
  "it's",
  '"so"',
  '$HOME',
  '`id`',
  '$(id)',
  'a;b',
  '\\',
  '*',
  '--',
  'a\nb',
  '~',
];

describe('a line for a shell', () => {
  it('reaches the program word for word (POSIX)', function () {
    if (process.platform === 'win32') this.skip();
    const print = 'process.stdout.write(JSON.stringify(process.argv.slice(1)))';
    const line = shellLine([process.execPath, '-e', print, '--', ...nasty], 'posix');
    deepEqual(JSON.parse(execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' })), nasty);
  });

  it('is quoted as PowerShell reads it', () => {
    equal(
      shellLine(['claude', '--', "it's", 'C:\\Program Files\\node.exe', '$env:X', '-y'], 'powershell'),
      "claude '--' 'it''s' 'C:\\Program Files\\node.exe' '$env:X' -y",
    );
  });

  it('is what each client documents', () => {
    const entry = {
      name: 'files',
      command: '/usr/bin/node',
      args: ['/s/shim.js', 'a1', 'files'],
      env: { X: '1' },
    };
    const lines = knownClients.flatMap(({ id, addCommand }) =>
      addCommand === undefined ? [] : `${id}: ${shellLine(addCommand(entry), 'posix').replaceAll("'", '')}`,
    );
    deepEqual(lines, [
      'claude-code: claude mcp add --env X=1 --scope user files -- /usr/bin/node /s/shim.js a1 files',
      'codex: codex mcp add files --env X=1 -- /usr/bin/node /s/shim.js a1 files',
      'gemini-cli: gemini mcp add --scope user -e X=1 files /usr/bin/node /s/shim.js a1 files',
    ]);
  });
});

describe('the program that runs the shim', () => {
  const electron = { ELECTRON_RUN_AS_NODE: '1' };
  const cases: readonly (readonly [
    string,
    Parameters<typeof nodeProgram>[0],
    ReturnType<typeof nodeProgram>,
  ])[] = [
    [
      'is the node of the user',
      { own: '/usr/share/code/code', ownIsElectron: true, onPath: '/usr/bin/node' },
      { command: '/usr/bin/node', env: {} },
    ],
    [
      'is the editor where no node is on PATH',
      { own: '/usr/share/code/code', ownIsElectron: true, onPath: undefined },
      { command: '/usr/share/code/code', env: electron },
    ],
    [
      'is the editor where the path of node has a version in it',
      {
        own: '/usr/share/code/code',
        ownIsElectron: true,
        onPath: '/home/me/.nvm/versions/node/v24.1.0/bin/node',
      },
      { command: '/usr/share/code/code', env: electron },
    ],
    [
      'is the node of the user where ours goes with the next update of the server',
      {
        own: '/home/me/.vscode-server/bin/0123456789abcdef0123456789abcdef01234567/node',
        ownIsElectron: false,
        onPath: '/home/me/.nvm/versions/node/v24.1.0/bin/node',
      },
      { command: '/home/me/.nvm/versions/node/v24.1.0/bin/node', env: {} },
    ],
    [
      'is that of Windows too',
      {
        own: 'C:\\Users\\me\\AppData\\Local\\Programs\\Microsoft VS Code\\Code.exe',
        ownIsElectron: true,
        onPath: 'C:\\Users\\me\\AppData\\Roaming\\nvm\\v22.11.0\\node.exe',
      },
      { command: 'C:\\Users\\me\\AppData\\Local\\Programs\\Microsoft VS Code\\Code.exe', env: electron },
    ],
  ];
  for (const [rule, choices, expected] of cases) it(rule, () => deepEqual(nodeProgram(choices), expected));
});

describe('the name of an entry', () => {
  for (const [server, name] of [
    ['files', 'files'],
    ['My files (web)', 'My-files-web'],
    ['  ', 'server'],
    ['größe', 'gr-e'],
    ['x'.repeat(90), 'x'.repeat(60)],
  ] as const) {
    it(`of ${JSON.stringify(server)} is one that every client takes`, () =>
      deepEqual(entryNames([server]), [name]));
  }

  it('is never that of another server', () => {
    deepEqual(entryNames(['a b', 'a-b', 'A b', 'c']), ['a-b', 'a-b-2', 'A-b-3', 'c']);
  });
});
