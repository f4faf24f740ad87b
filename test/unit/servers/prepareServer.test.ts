import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerDefinition, StdioTransport } from '../../../src/core/servers/definition';
import {
  prepareServer,
  type PreparedServer,
  type UnpreparedServer,
} from '../../../src/node/servers/prepareServer';

const key = Buffer.alloc(32, 7);
type Transport = ServerDefinition['transport'];

const onPosix = process.platform !== 'win32';

describe('prepareServer', () => {
  let top: string;
  let program: string;

  beforeEach(async () => {
    top = await realpath(await mkdtemp(join(tmpdir(), 'prepare-')));
    program = join(top, 'tool.exe');
    await writeFile(program, '#!/bin/sh\n');
    await chmod(program, 0o755);
  });

  afterEach(() => rm(top, { recursive: true, force: true }));

  function definition(transport: Partial<StdioTransport> | Transport): ServerDefinition {
    const stdio: StdioTransport = {
      type: 'stdio',
      command: program,
      args: [],
      cwd: undefined,
      env: {},
      envFile: undefined,
    };
    return {
      name: 'git',
      scope: { kind: 'user' },
      transport: { ...stdio, ...transport },
      roots: { declare: true, primary: undefined, onRevoke: 'restart', whenEmpty: 'start' },
      timeouts: { initialize: undefined, request: undefined },
      inputs: [],
    };
  }

  function prepare(transport: Partial<StdioTransport> | Transport) {
    const values = {
      workspaceFolder: top,
      workspaceFolders: [{ name: 'top', path: top }],
      userHome: homedir(),
      env: { TOP: top },
    };
    return prepareServer(definition(transport), values, { key, workspace: 'w' });
  }

  async function prepared(transport: Partial<StdioTransport>): Promise<PreparedServer> {
    const server = await prepare(transport);
    if (server.kind === 'unprepared') throw new Error(server.why);
    return server;
  }

  /** Why it could not be prepared, and where. */
  async function fault(transport: Partial<StdioTransport> | Transport): Promise<readonly unknown[]> {
    const server: PreparedServer | UnpreparedServer = await prepare(transport);
    return server.kind === 'unprepared' ? [server.why.replaceAll(top, 'TOP'), server.at] : [server.kind];
  }

  it('knows all that would run, with variables put in, and every text that could name a folder', async () => {
    await mkdir(join(top, 'sub'));
    await symlink(join(top, 'sub'), join(top, 'link'), 'dir');
    await writeFile(join(top, '.env'), 'A=file\nB="from # file"\nC=file\n');
    const { kind, launch, texts, cwdRealPath } = await prepared({
      args: ['--root', '${workspaceFolder}'],
      cwd: '${workspaceFolder}/link',
      env: { A: 'own', C: null },
      envFile: '${env:TOP}/.env',
    });
    deepEqual(
      { kind, launch, texts, cwdRealPath },
      {
        kind: 'prepared',
        launch: {
          kind: 'process',
          executable: program,
          args: ['--root', top],
          cwd: `${top}/link`,
          env: { A: 'own', B: 'from # file', C: null },
        },
        texts: [program, '--root', top, `${top}/link`, `${top}/.env`, 'own', 'from # file'],
        cwdRealPath: join(top, 'sub'),
      },
    );
  });

  it('knows the address that would be reached, and every text that could name a folder to it', async () => {
    const server = await prepare({
      type: 'http',
      url: 'https://a.example/mcp?in=${workspaceFolder}',
      headers: { 'X-Folder': '${env:TOP}/sub' },
    });
    if (server.kind === 'unprepared') throw new Error(server.why);
    const { launch, texts, cwdRealPath, envFile } = server;
    const url = `https://a.example/mcp?in=${top}`;
    deepEqual(
      { launch, texts, cwdRealPath, envFile },
      {
        launch: { kind: 'address', type: 'http', url, headers: { 'X-Folder': `${top}/sub` } },
        texts: [url, `${top}/sub`],
        cwdRealPath: undefined,
        envFile: undefined,
      },
    );
  });

  it('gives another fingerprint when a file of variables says something else (rule 5)', async () => {
    const file = join(top, '.env');
    await writeFile(file, 'A=1\n');
    const first = await prepared({ envFile: file });
    await writeFile(file, '# a comment\nA=1\n');
    equal((await prepared({ envFile: file })).fingerprint, first.fingerprint);
    await writeFile(file, 'A=2\n');
    notEqual((await prepared({ envFile: file })).fingerprint, first.fingerprint);
    deepEqual(first.launch.kind === 'process' && first.launch.env, { A: '1' });
  });

  it('knows where a working directory leads now, when its link was turned (rule 5)', async () => {
    await mkdir(join(top, 'a'));
    await mkdir(join(top, 'b'));
    const link = join(top, 'link');
    await symlink(join(top, 'a'), link, 'dir');
    equal((await prepared({ cwd: link })).cwdRealPath, join(top, 'a'));
    await symlink(join(top, 'b'), `${link}2`, 'dir');
    await rename(`${link}2`, link);
    equal((await prepared({ cwd: link })).cwdRealPath, join(top, 'b'));
  });

  const cases: readonly (readonly [string, Partial<StdioTransport> | Transport, readonly unknown[]])[] = [
    [
      'a variable that is not supported',
      { args: ['${command:run}'] },
      ['The variable ${command:run} is not supported.', ['args', 0]],
    ],
    [
      'a working directory that is relative',
      { cwd: 'sub' },
      ['The cwd "sub" must be an absolute path.', ['cwd']],
    ],
    [
      'a working directory that does not exist',
      { cwd: '${workspaceFolder}/none' },
      ['The cwd "TOP/none" cannot be used: the folder does not exist. Correct "cwd".', ['cwd']],
    ],
    [
      'a working directory that is a file',
      { cwd: '${workspaceFolder}/tool.exe' },
      ['The cwd "TOP/tool.exe" cannot be used: it is a file, not a folder. Correct "cwd".', ['cwd']],
    ],
    [
      'the home directory as working directory (rule 8)',
      { cwd: '${userHome}' },
      [`The cwd "${homedir()}" would show the server everything. Name a folder inside it.`, ['cwd']],
    ],
    [
      'a file of variables that is relative',
      { envFile: '.env' },
      ['The envFile ".env" must be an absolute path.', ['envFile']],
    ],
    [
      'a file of variables that does not exist',
      { envFile: '${workspaceFolder}/.env' },
      ['The envFile "TOP/.env" cannot be read.', ['envFile']],
    ],
    [
      'a file of variables that is a directory',
      { envFile: '${workspaceFolder}' },
      ['The envFile "TOP" cannot be read: it is not a regular file.', ['envFile']],
    ],
    [
      'an address that is none',
      { type: 'http', url: 'https://', headers: {} },
      ['The address must begin with http://, https://, unix:/// or pipe:///.', ['url']],
    ],
    [
      'a password in an address, which would be shown with it',
      { type: 'http', url: 'https://me:secret@a.example/', headers: {} },
      ['The address must not carry a user name or a password. Use "headers" for them.', ['url']],
    ],
    [
      'a variable that is not supported in a header',
      { type: 'sse', url: 'https://a.example/', headers: { A: '${x:y}' } },
      ['The variable ${x:y} is not supported.', ['headers', 'A']],
    ],
    [
      'a header that cannot be sent',
      { type: 'http', url: 'https://a.example/', headers: { 'A B': '1' } },
      ['The header "A B" cannot be sent. Correct it.', ['headers']],
    ],
  ];
  for (const [what, transport, expected] of cases) {
    it(`refuses ${what}, and says where`, async () => deepEqual(await fault(transport), expected));
  }

  it('refuses the top of the disk as working directory (rule 8)', async () => {
    const root = onPosix ? '/' : 'C:\\';
    const why = `The cwd "${root}" would show the server everything. Name a folder inside it.`;
    deepEqual(await fault({ cwd: root }), [why, ['cwd']]);
  });

  it('refuses a command that is not there, and says where', async () => {
    const [why, at] = await fault({ command: join(top, 'none') });
    deepEqual([String(why).split('.')[0], at], ['The command "TOP/none" does not exist', ['command']]);
  });

  it('refuses a file of variables without an end in place of waiting for it', async function () {
    if (!onPosix) this.skip(); // Windows has no pipe that lies in a directory.
    execFileSync('mkfifo', [join(top, 'pipe')]);
    deepEqual(await fault({ envFile: join(top, 'pipe') }), [
      'The envFile "TOP/pipe" cannot be read: it is not a regular file.',
      ['envFile'],
    ]);
  });

  it('refuses a file of variables that is too large', async () => {
    await writeFile(join(top, '.env'), Buffer.alloc(1024 * 1024 + 1, 0x41));
    deepEqual(await fault({ envFile: join(top, '.env') }), [
      'The envFile "TOP/.env" cannot be read: it is larger than 1048576 bytes.',
      ['envFile'],
    ]);
  });
});
