import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix, win32 } from 'node:path';
import { UserError } from '../../../src/core/errors';
import { resolveExecutable, type Runnable } from '../../../src/node/process/executable';

describe('the executable of a server', () => {
  let folder: string;
  let outside: string;
  const startedIn = process.cwd();
  const here = (path: string) => ({ path, platform: 'linux', flavour: posix }) as const;

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'executable-')));
    outside = join(folder, 'workspace');
    for (const each of ['first', 'second', 'workspace']) await mkdir(join(folder, each));
  });
  afterEach(async () => {
    process.chdir(startedIn);
    await rm(folder, { recursive: true });
  });

  async function program(path: string, mode = 0o755): Promise<string> {
    await writeFile(join(folder, path), '#!/bin/sh\n');
    await chmod(join(folder, path), mode);
    return join(folder, path);
  }
  const refused = (promise: Promise<string>) =>
    promise.then(
      (path) => assert.fail(`resolved to ${path}`),
      (thrown: unknown) => {
        assert.ok(thrown instanceof UserError);
        return thrown.message.replaceAll(folder, '');
      },
    );

  it('is the first runnable file of that name on PATH, passing over directories and plain files', async () => {
    await mkdir(join(folder, 'first/tool'));
    const found = await program('second/tool');
    await program('first/other', 0o644);
    const other = await program('second/other');
    const surroundings = here(`${folder}/first:${folder}/second`);
    assert.deepEqual(
      [await resolveExecutable('tool', surroundings), await resolveExecutable('other', surroundings)],
      [found, other],
    );
  });

  it('never comes from the working directory: empty and relative PATH entries do not count', async () => {
    await program('workspace/tool');
    process.chdir(outside);
    assert.equal(
      await refused(resolveExecutable('tool', here(':.::./:../workspace:'))),
      'The command "tool" was not found on PATH. Install it, correct "command", or give an absolute path.',
    );
  });

  it('keeps the name it is called by, because npx and version managers look at it', async () => {
    const real = await program('first/manager');
    await symlink(real, join(folder, 'second/tool'));
    assert.equal(await resolveExecutable('tool', here(`${folder}/second`)), `${folder}/second/tool`);
    assert.equal(await resolveExecutable(`${folder}/second/tool`, here('')), `${folder}/second/tool`);
  });

  it('is refused in words with a remedy when it cannot be run', async () => {
    await program('first/plain', 0o644);
    await symlink(join(folder, 'nowhere'), join(folder, 'first/dangling'));
    const say = (command: string) => refused(resolveExecutable(command, here(`${folder}/first`)));
    assert.deepEqual(
      [
        await say(''),
        await say('  '),
        await say('a\0b'),
        await say('./tool'),
        await say('bin/tool'),
        await say('..'),
        await say('node server.js'),
        await say('plain'),
        await say(`${folder}/first/plain`),
        await say(`${folder}/first`),
        await say(`${folder}/first/dangling`),
        await say(`${folder}/first/plain/below`),
        await say('/dev/null'),
        await say('evil\u202e\n'),
      ],
      [
        'The command is empty. Name the program in "command".',
        'The command is empty. Name the program in "command".',
        'The command contains a zero byte. Remove it from "command".',
        'The command "./tool" is a relative path. Give an absolute path, or a bare name that is found on PATH.',
        'The command "bin/tool" is a relative path. Give an absolute path, or a bare name that is found on PATH.',
        'The command ".." is a relative path. Give an absolute path, or a bare name that is found on PATH.',
        'The command "node server.js" was not found on PATH. Put its arguments in "args"; "command" names only the program.',
        'The command "plain" was not found on PATH. The command "/first/plain" is not executable. Install it, correct "command", or give an absolute path.',
        'The command "/first/plain" is not executable. Make it executable, or name the program that runs it and put this path in "args".',
        'The command "/first" is a directory. Name the program inside it.',
        'The command "/first/dangling" does not exist. Install it or correct "command".',
        'The command "/first/plain/below" does not exist. Install it or correct "command".',
        'The command "/dev/null" is not a regular file. Name a program file.',
        'The command "evil\\u202e\\n" was not found on PATH. Put its arguments in "args"; "command" names only the program.',
      ],
    );
  });

  describe('on Windows', () => {
    const disk: Readonly<Record<string, Runnable>> = {
      'C:\\node\\npx': 'runnable',
      'C:\\node\\npx.cmd': 'runnable',
      'C:\\node\\node.exe': 'runnable',
      'C:\\node\\script.vbs': 'runnable',
      'C:\\My Tools\\tool.v2.exe': 'runnable',
      'C:\\My Tools\\both.bat': 'runnable',
      'C:\\My Tools\\both.exe': 'runnable',
      'C:\\node': 'directory',
      '\\tool.exe': 'runnable',
      'work\\tool.exe': 'runnable',
    };
    const windows = {
      path: 'work;.;\\;C:;;"C:\\My Tools";C:\\node',
      platform: 'win32',
      flavour: win32,
      look: async (path: string) => disk[path] ?? 'missing',
    } as const;

    it('has an extension that can be started, in the order of PATHEXT', async () => {
      const pathExt = '.VBS;.BAT;.EXE;.CMD';
      const find = (command: string) => resolveExecutable(command, { ...windows, pathExt });
      assert.deepEqual(
        [
          await find('npx'),
          await find('node'),
          await find('NODE.EXE'.toLowerCase()),
          await find('tool.v2'),
          await find('both'),
          await resolveExecutable('both', windows),
          await find('C:\\node\\npx'),
          await find('C:\\node\\node.exe'),
        ],
        [
          'C:\\node\\npx.cmd',
          'C:\\node\\node.exe',
          'C:\\node\\node.exe',
          'C:\\My Tools\\tool.v2.exe',
          'C:\\My Tools\\both.bat',
          'C:\\My Tools\\both.exe',
          'C:\\node\\npx.cmd',
          'C:\\node\\node.exe',
        ],
      );
    });

    it('is refused when it depends on a working directory or a current drive, or needs another host', async () => {
      const find = (command: string) => refused(resolveExecutable(command, windows));
      const relative = (command: string) =>
        `The command "${command}" is a relative path. Give an absolute path, or a bare name that is found on PATH.`;
      assert.deepEqual(
        [
          await find('tool'),
          await find('work\\tool.exe'),
          await find('work/tool.exe'),
          await find('C:tool.exe'),
          await find('\\tool.exe'),
          await find('C:\\node\\script.vbs'),
          await find('C:\\node'),
        ],
        [
          'The command "tool" was not found on PATH. Install it, correct "command", or give an absolute path.',
          relative('work\\tool.exe'),
          relative('work/tool.exe'),
          relative('C:tool.exe'),
          relative('\\tool.exe'),
          'The command "C:\\node\\script.vbs" is not executable. Make it executable, or name the program that runs it and put this path in "args".',
          'The command "C:\\node" is a directory. Name the program inside it.',
        ],
      );
    });
  });
});
