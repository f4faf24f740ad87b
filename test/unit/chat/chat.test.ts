import { deepEqual, equal } from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chatObstacles } from '../../../src/core/chat/chatAccess';
import { chatDefinitions, freeLabel } from '../../../src/core/chat/chatClient';
import { nativeServers, type NativePlace, type NativeServer } from '../../../src/core/chat/nativeServer';
import { nativeDuplicate } from '../../../src/core/chat/nativeDuplicate';
import type { ServerDefinition } from '../../../src/core/servers/definition';
import { readNativeServers, type NativePlaces } from '../../../src/node/chat/nativeConfigurations';

const shim = '/s/bin/shim.js';
const program = { command: '/usr/share/code/code', env: { ELECTRON_RUN_AS_NODE: '1' }, shim };
const fingerprint = '0123456789abcdef0123456789abcdef';

describe('the label of a server in chat', () => {
  for (const [taken, label] of [
    [[], 'files (MCP Roots)'],
    [['files'], 'files (MCP Roots)'],
    [['FILES (mcp roots) '], 'files (MCP Roots 2)'],
    [['files (MCP Roots)', 'Files (MCP Roots 2)'], 'files (MCP Roots 3)'],
  ] as const) {
    it(`is ${label} beside ${JSON.stringify(taken)}`, () => equal(freeLabel('files', taken), label));
  }
});

describe('the definitions for chat', () => {
  it('start the shim with the id of the chat and the server, and hold no secret', () => {
    deepEqual(chatDefinitions([{ name: 'files', fingerprint }], program, []), [
      {
        label: 'files (MCP Roots)',
        command: '/usr/share/code/code',
        args: [shim, 'vscode-chat', 'files'],
        env: { ELECTRON_RUN_AS_NODE: '1' },
        version: '0123456789abcdef',
      },
    ]);
  });

  it('leave out a server that cannot be used, and never give a label twice', () => {
    const servers = [
      { name: 'files', fingerprint },
      { name: 'broken', fingerprint: undefined },
      { name: 'Files', fingerprint },
    ];
    deepEqual(
      chatDefinitions(servers, program, []).map(({ label }) => label),
      ['files (MCP Roots)', 'Files (MCP Roots 2)'],
    );
  });
});

const ownPlace: NativePlace = {
  file: '/w/.vscode/mcp.json',
  at: ['servers'],
  folder: '/w',
  sharedWith: undefined,
  isRead: true,
};

const stdio = (command: string, ...args: string[]): Pick<ServerDefinition, 'name' | 'transport'> => ({
  name: 'files',
  transport: { type: 'stdio', command, args, cwd: undefined, env: {}, envFile: undefined },
});

describe('a server of VS Code itself', () => {
  const native = (server: Partial<NativeServer>): NativeServer => ({
    label: 'other',
    command: undefined,
    args: [],
    url: undefined,
    ...ownPlace,
    ...server,
  });
  const cases: readonly (readonly [string, Partial<NativeServer>, boolean])[] = [
    ['is the same by its name, whatever its case', { label: ' Files' }, true],
    ['is the same by its command and arguments', { command: 'npx', args: ['-y', 'server'] }, true],
    ['is another with other arguments', { command: 'npx', args: ['-y', 'server', '/w'] }, false],
    ['is not started where VS Code does not read its file', { label: 'files', isRead: false }, false],
    ['is another by an address', { url: 'https://a.example/mcp' }, false],
    [
      'is ours where it starts the shim',
      { label: 'files', command: 'node', args: [shim, 'a1', 'files'] },
      false,
    ],
  ];
  for (const [rule, server, same] of cases) {
    it(rule, () => {
      deepEqual(nativeDuplicate(stdio('npx', '-y', 'server'), [native(server)], shim).length, same ? 1 : 0);
    });
  }

  it('is the same by its address', () => {
    const definition = {
      name: 'web',
      transport: { type: 'http', url: 'https://a.example/mcp', headers: {} },
    } as const;
    deepEqual(nativeDuplicate(definition, [native({ url: 'https://a.example/mcp' })], shim).length, 1);
  });

  it('is found in a file with comments, and a file that cannot be read has none', () => {
    const place = ownPlace;
    const text = '{ // mine\n "servers": { "a": { "command": "x", "args": [1, "y"] }, "b": 7, }, }';
    deepEqual(nativeServers(text, place), [
      { ...ownPlace, label: 'a', command: 'x', args: ['y'], url: undefined },
    ]);
    deepEqual(nativeServers('[', place), []);
    deepEqual(nativeServers('{ "servers": [] }', place), []);
  });

  it('is found in every place that VS Code reads', async () => {
    const top = mkdtempSync(path.join(tmpdir(), 'mcp-roots-native-'));
    const write = (value: unknown, ...where: string[]) => {
      const file = path.join(top, ...where);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(value));
    };
    try {
      write({ servers: { one: { command: 'a' } } }, 'web', '.vscode', 'mcp.json');
      write({ mcpServers: { two: { command: 'a' } } }, 'web', '.mcp.json');
      write({ mcpServers: { three: { command: 'a' } } }, 'api', '.cursor', 'mcp.json');
      write({ settings: { mcp: { servers: { four: { url: 'http://a' } } } } }, 'w.code-workspace');
      write({ servers: { five: { command: 'a' } } }, 'User', 'mcp.json');
      write({ servers: { six: { command: 'a' } } }, 'User', 'profiles', '1a2b', 'mcp.json');
      mkdirSync(path.join(top, 'api', '.vscode', 'mcp.json'), { recursive: true });
      write({ mcpServers: { seven: { command: 'a' } } }, 'home', '.cursor', 'mcp.json');
      const places: NativePlaces = {
        folders: [path.join(top, 'web'), path.join(top, 'api'), path.join(top, 'gone')],
        workspaceFile: path.join(top, 'w.code-workspace'),
        userFolder: path.join(top, 'User'),
        workspace: 'file:///w.code-workspace',
        isTrusted: true,
        isAllowed: true,
        readsRootFile: true,
        discovers: () => true,
        machine: { platform: 'linux', path: path.posix, home: path.join(top, 'home'), env: {} },
      };
      const found = await readNativeServers(places);
      deepEqual(
        found.map(({ label }) => label),
        ['one', 'two', 'three', 'four', 'five', 'six', 'seven'],
      );
      const readWith = async (differs: Partial<NativePlaces>) =>
        (await readNativeServers({ ...places, ...differs })).flatMap(({ label, isRead }) =>
          isRead ? label : [],
        );
      deepEqual(
        {
          byDefault: await readWith({ readsRootFile: false, discovers: () => false }),
          discovering: await readWith({ discovers: (source) => source === 'cursor-workspace' }),
          untrusted: await readWith({ isTrusted: false }),
          notAtAll: await readWith({ isAllowed: false }),
        },
        {
          byDefault: ['one', 'four', 'five', 'six'],
          discovering: ['one', 'two', 'three', 'four', 'five', 'six'],
          untrusted: ['five', 'six', 'seven'],
          notAtAll: [],
        },
        'what VS Code reads in this window',
      );
      const profiles = (own: string, flags?: unknown) => ({
        profileAssociations: { workspaces: { 'file:///w.code-workspace': own } },
        userDataProfiles: [{ location: '1a2b', name: 'Work', useDefaultFlags: flags }],
      });
      const inProfile = async (state: unknown) => {
        write(state, 'User', 'globalStorage', 'storage.json');
        return (await readWith({ folders: [], workspaceFile: undefined, discovers: () => false })).join();
      };
      deepEqual(
        {
          ofDefault: await inProfile(profiles('__default__profile__')),
          ofOther: await inProfile(profiles('1a2b')),
          takesFromDefault: await inProfile(profiles('1a2b', { mcp: true })),
          unknown: await inProfile(profiles('9z')),
          malformed: await inProfile([7]),
        },
        {
          ofDefault: 'five',
          ofOther: 'six',
          takesFromDefault: 'five',
          unknown: 'five,six',
          malformed: 'five,six',
        },
        'which user file counts',
      );
    } finally {
      rmSync(top, { recursive: true, force: true });
    }
  });
});

describe('what keeps VS Code from using a server of ours', () => {
  const own = { label: 'files (MCP Roots)', command: '/n', args: [shim, 'vscode-chat', 'files'] };
  const words = [own.command, ...own.args];
  const free = { access: 'all', allowed: null, denied: undefined };
  const denied = '"files (MCP Roots)" is named in "chat.mcp.deniedServers": VS Code\'s chat does not use it.';
  const missing =
    '"files (MCP Roots)" is not named in "chat.mcp.allowedServers": VS Code\'s chat does not use it.';
  const cases: readonly (readonly [string, Parameters<typeof chatObstacles>[0], readonly string[]])[] = [
    ['is nothing by default', free, []],
    [
      'is an access of "none"',
      { ...free, access: 'none', denied: [{ serverName: own.label }] },
      ['The setting "chat.mcp.access" is "none": VS Code\'s chat uses no MCP server at all.'],
    ],
    [
      'is an access of "registry"',
      { ...free, access: 'registry' },
      [
        'The setting "chat.mcp.access" is "registry": VS Code\'s chat uses only servers of its registry, and those of MCP Roots are in none.',
      ],
    ],
    ['is a name that is denied', { ...free, denied: [{ serverName: own.label }] }, [denied]],
    ['is a command that is denied', { ...free, denied: [{ serverCommand: words }] }, [denied]],
    ['is not another that is denied', { ...free, denied: [{ serverName: 'files' }, 7, null] }, []],
    ['is a list of allowed ones without it', { ...free, allowed: [{ serverName: 'files' }] }, [missing]],
    ['is an empty list of allowed ones', { ...free, allowed: [] }, [missing]],
    ['is not a list of allowed ones with it', { ...free, allowed: [{ serverCommand: words }] }, []],
  ];
  for (const [rule, settings, expected] of cases) {
    it(rule, () => deepEqual(chatObstacles(settings, [own]), expected));
  }
});
