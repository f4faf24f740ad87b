import { deepEqual, equal, rejects } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import type { Probe } from '../probeDriver';
import { filesystem, fixture, uri } from '../servers';
import { Stage } from '../stage';
import { assertGranted, assertUntouched } from './bystander';

const stage = new Stage();

/** A definition that can be read, and cannot be started; `TOP` stands for a folder in which `prepare` has been. */
interface Row {
  readonly what: string;
  readonly entry: object;
  readonly why: string;
  /** Found out only when the process is started. */
  readonly failed?: true;
}

const node = fixture();
const { args } = node;
const notOnPath = 'Install it, correct "command", or give an absolute path.';
const relative = 'is a relative path. Give an absolute path, or a bare name that is found on PATH.';

const rows: readonly Row[] = [
  {
    what: 'a program that is not installed',
    entry: { command: 'no-such-program' },
    why: `The command "no-such-program" was not found on PATH. ${notOnPath}`,
  },
  {
    what: 'a program that is not there',
    entry: { command: 'TOP/none' },
    why: 'The command "TOP/none" does not exist. Install it or correct "command".',
  },
  {
    what: 'a command that is a directory',
    entry: { command: 'TOP/folder' },
    why: 'The command "TOP/folder" is a directory. Name the program inside it.',
  },
  {
    what: 'a command that is relative',
    entry: { command: './tool' },
    why: `The command "./tool" ${relative}`,
  },
  {
    what: 'a command that is relative to nothing in particular',
    entry: { command: 'bin/tool' },
    why: `The command "bin/tool" ${relative}`,
  },
  {
    what: 'a command that leads up',
    entry: { command: '..' },
    why: `The command ".." ${relative}`,
  },
  {
    what: 'a command that holds its arguments',
    entry: { command: 'no-such-program server.js' },
    why: 'The command "no-such-program server.js" was not found on PATH. Put its arguments in "args"; "command" names only the program.',
  },
  {
    what: 'a command that is no program',
    entry: { command: 'TOP/folder/note.txt' },
    why: 'The command "TOP/folder/note.txt" is not executable. Make it executable, or name the program that runs it and put this path in "args".',
  },
  {
    what: 'a command that is a pipe',
    entry: { command: 'TOP/pipe' },
    why: 'The command "TOP/pipe" is not a regular file. Name a program file.',
  },
  {
    what: 'an argument that would have a command of the editor run',
    entry: { command: 'node', args: ['${command:workbench.action.quit}'] },
    why: 'The variable ${command:workbench.action.quit} is not supported.',
  },
  {
    what: 'a command of white space',
    entry: { command: '   ' },
    why: 'The command is empty. Name the program in "command".',
  },
  {
    what: 'a command with a zero byte',
    entry: { command: 'no\0de' },
    why: 'The command contains a zero byte. Remove it from "command".',
  },
  {
    what: 'a program whose interpreter is not there',
    entry: { command: 'TOP/script' },
    why: '"TOP/script" could not be started: it, or the interpreter named in its first line, is not there. Install it or correct "command".',
    failed: true,
  },
  {
    what: 'a cwd that does not exist',
    entry: { ...node, cwd: 'TOP/none' },
    why: 'The cwd "TOP/none" cannot be used: the folder does not exist. Correct "cwd".',
  },
  {
    what: 'a cwd that is a file',
    entry: { ...node, cwd: 'TOP/folder/note.txt' },
    why: 'The cwd "TOP/folder/note.txt" cannot be used: it is a file, not a folder. Correct "cwd".',
  },
  {
    what: 'a cwd that is relative',
    entry: { ...node, cwd: 'folder' },
    why: 'The cwd "folder" must be an absolute path.',
  },
  {
    what: 'an envFile that does not exist',
    entry: { ...node, envFile: 'TOP/.env' },
    why: 'The envFile "TOP/.env" cannot be read.',
  },
  {
    what: 'an envFile that is a directory',
    entry: { ...node, envFile: 'TOP/folder' },
    why: 'The envFile "TOP/folder" cannot be read: it is not a regular file.',
  },
  {
    what: 'an envFile that is a pipe',
    entry: { ...node, envFile: 'TOP/pipe' },
    why: 'The envFile "TOP/pipe" cannot be read: it is not a regular file.',
  },
  {
    what: 'a variable that would run something',
    entry: { ...node, args: [...args, '${command:run}'] },
    why: 'The variable ${command:run} is not supported.',
  },
  {
    what: 'a variable that names no open folder',
    entry: { ...node, args: [...args, '${workspaceFolder:none}'] },
    why: 'No open folder has the name in ${workspaceFolder:none}.',
  },
  {
    what: 'arguments that are too long',
    entry: { ...node, args: [...args, 'x'.repeat(200_000)] },
    why: `"${process.execPath}" could not be started: its arguments and environment are too long. Shorten "args" or "env".`,
    failed: true,
  },
  {
    what: 'a variable whose name holds an equals sign',
    entry: { ...node, env: { 'A=B': 'c' } },
    why: '"A=B" cannot be the name of an environment variable. Correct it in "env".',
    failed: true,
  },
  {
    what: 'a variable with a zero byte',
    entry: { ...node, env: { A: 'a\0b' } },
    why: 'The environment variable A contains a zero byte. Remove it from "env".',
    failed: true,
  },
  {
    what: 'an address that is none',
    entry: { type: 'http', url: 'http://' },
    why: 'The address must begin with http://, https://, unix:/// or pipe:///.',
  },
];

describe('bad input: what cannot be started says why and touches no other server', () => {
  let [top, folder, probe]: [string, string, Probe] = ['', '', undefined as never];

  before(async () => {
    top = await stage.folder;
    await stage.makeFolder('folder');
    folder = await stage.makeFolder('granted');
    await stage.makeFile('script', '#!/no/such/interpreter\n', 0o755);
    execFileSync('mkfifo', [path.join(top, 'pipe')]);
    const bad = rows.map(({ entry }, i) => [`bad${i}`, entry] as const);
    const servers: object = JSON.parse(inTop(JSON.stringify(Object.fromEntries(bad))));
    probe = await stage.start(
      { ...servers, good: fixture() },
      { folders: [folder], grants: { good: [folder] } },
    );
  });

  after(() => stage.clear());

  for (const [i, { what, why, failed }] of rows.entries()) {
    it(what, async () => {
      const server = `bad${i}`;
      const sentence = inTop(why);
      if (failed) {
        equal((await probe.until(server, 'failed')).why, sentence);
        deepEqual((await probe.standing(server)).state, { kind: 'failed', why: sentence });
      } else {
        const refusal = `"${server}" cannot be started. ${sentence}`;
        equal((await probe.until(server, 'not started')).why, refusal);
        const { state, fault } = await probe.standing(server);
        deepEqual({ state, fault }, { state: { kind: 'stopped' }, fault: sentence });
        await rejects(probe.run(`start ${server}`), { message: refusal });
      }
      equal(probe.pidOf(server), -1);
      await assertUntouched(probe, folder);
    });
  }

  it('a program that vanishes and comes back: what was consented to is not forgotten', async () => {
    const program = await stage.makeFile('program', `#!${process.execPath}\n`, 0o755);
    const { args: script } = filesystem();
    const more = await stage.start(
      { fs: { command: program, args: script } },
      { folders: [folder], grants: { fs: [folder] } },
    );
    await more.run('stop fs');
    await rename(program, `${program}.away`);
    await rejects(more.run('start fs'), {
      message: `"fs" cannot be started. The command "${program}" does not exist. Install it or correct "command".`,
    });
    deepEqual((await more.standing('fs')).exposed, []);
    await rename(`${program}.away`, program);
    await more.run('start fs');
    deepEqual((await more.standing('fs')).exposed, [uri(folder)]);
    await assertGranted(more, 'fs', folder);
  });

  function inTop(text: string): string {
    return text.replaceAll('TOP', top);
  }
});
