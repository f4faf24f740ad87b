import { deepEqual } from 'node:assert/strict';
import path from 'node:path';
import { unusualIn } from '../../../src/core/approval/unusual';
import type { ProcessLaunch } from '../../../src/core/servers/launch';

type Command = readonly [executable: string, ...args: readonly string[]];

/** The sentences about where it runs. */
function said(
  [executable, ...args]: Command,
  cwd: string | undefined,
  flavour: path.PlatformPath = path.posix,
): readonly string[] {
  const launch: ProcessLaunch = { kind: 'process', executable, args, cwd, env: {} };
  const about = /from the folder in which it runs|in an empty folder of its own/u;
  return unusualIn(launch, { workspaceFolders: ['/w/web'], path: flavour }).filter((each) =>
    about.test(each),
  );
}

const takes = (what: string, where = 'the first folder that it may see') =>
  `${what} takes code or settings from the folder in which it runs: ${where}`;
const misses = (what: string) =>
  `It runs in an empty folder of its own, where this path leads to nothing: ${what}`;

describe('Code that is taken from the folder in which a server runs, where that is a folder of the user', () => {
  const loading: readonly (readonly [Command, string])[] = [
    [['/usr/bin/npx', '-y', 'server@1.0.0'], 'npx'],
    [['/usr/bin/bunx', 'server'], 'bunx'],
    [['/usr/bin/pnpm', 'dlx', 'server'], 'pnpm'],
    [['/usr/bin/yarn', 'dlx', 'server'], 'yarn'],
    [['/usr/bin/npm', 'exec', 'server'], 'npm'],
    [['/usr/bin/uvx', 'server'], 'uvx'],
    [['/usr/bin/uv', 'run', '/opt/server.py'], 'uv'],
    [['/usr/bin/pipx', 'run', 'server'], 'pipx'],
    [['/usr/bin/deno', 'run', '/opt/server.ts'], 'deno'],
    [['/usr/bin/dotnet', 'tool', 'run', 'server'], 'dotnet'],
    [['/usr/bin/python3', '-m', 'mcp_server_git'], 'python3 -m'],
    [['/usr/bin/python3.12', '-um', 'mcp_server_git'], 'python3.12 -m'],
    [['/usr/bin/python', 'server.py'], 'python'],
    [['/usr/bin/node', '-r', 'module', '/opt/server.js'], 'node'],
    [['/usr/bin/node', '--import=module', '/opt/server.js'], 'node'],
    [['/usr/bin/node', 'server'], 'node'],
    [['/usr/bin/node', '--no-warnings', './server.js'], 'node'],
    [['/usr/bin/env', 'A=1', 'npx', 'server'], 'npx'],
    [['/bin/sh', '-c', 'cd /x && exec npx server'], 'npx'],
    [['/bin/sh', '-c', 'python3 -m server'], 'python3 -m'],
    [['/bin/bash', 'run.sh'], 'bash'],
  ];
  for (const [command, what] of loading) {
    it(`is said of ${command.join(' ')}`, () => {
      deepEqual(said(command, '${mcpPrimaryRoot}'), [takes(what)]);
      deepEqual(said(command, '/w/web'), [takes(what, '/w/web')]);
    });
  }

  const others: readonly Command[] = [
    ['/usr/bin/server', '--stdio'],
    ['/usr/bin/node', '/opt/server.js', 'data'],
    ['/usr/bin/node', '-r', '/opt/module.js', '/opt/server.js'],
    ['/usr/bin/python3', '-I', '-m', 'mcp_server_git'],
    ['/usr/bin/python3', '-Im', 'mcp_server_git'],
    ['/usr/bin/python3', '/opt/server.py', 'data'],
    ['/usr/bin/node', '${input:program}'],
  ];
  for (const command of others) {
    it(`is not said of ${command.join(' ')}`, () => deepEqual(said(command, '${mcpPrimaryRoot}'), []));
  }

  it('is not said of an empty folder', () => {
    deepEqual(said(['/usr/bin/npx', '-y', 'server'], undefined), []);
    deepEqual(said(['/usr/bin/python3', '-m', 'server'], undefined), []);
  });
});

describe('A relative argument of a server that runs in an empty folder', () => {
  const relative = [
    './data',
    '.',
    '..',
    '../up',
    'src/..',
    'a/./b',
    'server.js',
    'dist/main.mjs',
    '.env',
    '--config=settings.yaml',
    '-c=./x',
  ];
  for (const arg of relative) {
    it(`is said: ${arg}`, () => deepEqual(said(['/usr/bin/server', arg], undefined), [misses(arg)]));
  }

  it('is not said where the definition says where it runs', () => {
    deepEqual(said(['/usr/bin/server', './data', '..'], '/w/web'), []);
  });

  const others = [
    '-y',
    '--stdio',
    'run',
    '@scope/server@1.2.3',
    'owner/server',
    'server@latest',
    'npx.cmd',
    '/opt/server.js',
    '~/server.js',
    'https://a.example/x.js',
    'file:///opt/x.js',
    '${mcpPrimaryRoot}/dist/server.js',
    '${input:file}',
    '--config=/etc/x.json',
    'print("a.py") or exit()',
    '',
  ];
  for (const arg of others) {
    it(`is nothing else: ${arg}`, () => deepEqual(said(['/usr/bin/server', arg], undefined), []));
  }

  it('on Windows counts backslashes, and no drive or share', () => {
    const args = ['src\\..', '.\\x', 'C:\\x\\server.js', '\\\\host\\share\\x.js', 'src\\main.py'] as const;
    deepEqual(said(['C:\\node.exe', ...args], undefined, path.win32), [
      misses('src\\..'),
      misses('.\\x'),
      misses('src\\main.py'),
    ]);
  });

  it('is said of so many that they can be read, and shows nothing unseen', () => {
    const args = ['./\u202egnp.exe', ...Array.from({ length: 20 }, (_, i) => `./${i}`)];
    const sentences = said(['/usr/bin/server', ...args], undefined);
    deepEqual(
      [sentences.length, sentences[0], sentences.at(-1)],
      [9, misses('./\\u202egnp.exe'), misses('and 13 more')],
    );
  });
});
