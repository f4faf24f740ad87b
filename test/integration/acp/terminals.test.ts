import { deepEqual, equal } from 'node:assert/strict';
import { mkdir, rename, symlink, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as fc from 'fast-check';
import type { CommandAnswer } from '../../../src/core/acp/command';
import type { PinnedRoot } from '../../../src/core/roots/containment';
import { OutputTail } from '../../../src/node/acp/outputTail';
import type { RunningProgram } from '../../../src/node/acp/shownProgram';
import { Terminals, type CommandWish } from '../../../src/node/acp/terminals';
import { pinRoot } from '../../../src/node/paths/pinRoot';
import { gone } from '../../acceptance/processes';
import { Surroundings } from '../../unit/stores/surroundings';

const node = process.execPath;
const notRun = { kind: 'refused', why: 'The user did not allow this program, or it cannot be run.' };
const unheard = new AbortController().signal;

describe('The programs that are run for a session of an agent', function () {
  this.timeout(60_000);
  const surroundings = new Surroundings();
  let [top, app]: string[] = [];
  let root: PinnedRoot;
  let roots: readonly PinnedRoot[];
  let asked: unknown[];
  let answer: () => CommandAnswer | Promise<CommandAnswer>;
  let said: string[];
  let watched: Set<number>;
  let shown: RunningProgram[];
  /** Is called when a program is about to be started. */
  let beforeStart: () => void;

  beforeEach(async () => {
    top = await surroundings.directory();
    app = path.join(top, 'app');
    for (const name of ['app/sub', 'outside']) await mkdir(path.join(top, name), { recursive: true });
    const pinned = await pinRoot(app);
    if (pinned === undefined) throw new Error('no root');
    root = pinned;
    roots = [pinned];
    asked = [];
    said = [];
    answer = () => 'once';
    watched = new Set();
    shown = [];
    beforeStart = () => {};
  });

  function open(): Terminals {
    const terminals = new Terminals({
      cwd: root.realPath,
      roots: () => roots,
      ask: async (question) => {
        asked.push(question);
        return answer();
      },
      show: (program) => shown.push(program),
      environment: (declared) => {
        beforeStart();
        return { PATH: process.env['PATH'] ?? '', ...declared };
      },
      guard: {
        watch: (pid) => void watched.add(pid),
        unwatch: (pid) => void watched.delete(pid),
        busy: () => undefined,
      },
      say: (line) => said.push(line),
    });
    surroundings.onEnd(() => terminals.end());
    return terminals;
  }

  const wish = (script: string, more: Partial<CommandWish> = {}): CommandWish => ({
    command: node,
    args: ['-e', script],
    env: {},
    cwd: undefined,
    outputLimit: undefined,
    ...more,
  });
  const begin = async (terminals: Terminals, wanted: CommandWish): Promise<string> => {
    const created = await terminals.create(wanted, unheard);
    if (created.kind !== 'done') throw new Error(JSON.stringify(created));
    return created.value;
  };
  const runs = async (terminals: Terminals, wanted: CommandWish) => {
    const id = await begin(terminals, wanted);
    await terminals.waitForExit(id);
    const output = terminals.output(id);
    return output.kind === 'done' ? output.value : output;
  };
  const hangs = 'setInterval(() => {}, 1000)';

  it('begin in the working directory of the session, or in one inside, with what is declared and no more', async () => {
    const terminals = open();
    const script = 'console.log(process.cwd(), process.env.A, process.env.HOME)';
    const exit = { exitCode: 0, signal: null };
    deepEqual(await runs(terminals, wish(script, { env: { A: '1' } })), {
      output: `${app} 1 undefined\n`,
      truncated: false,
      exit,
    });
    const sub = path.join(app ?? '', 'sub');
    deepEqual(await runs(terminals, wish(script, { cwd: sub })), {
      output: `${sub} undefined undefined\n`,
      truncated: false,
      exit,
    });
  });

  it('have their arguments as they are: there is no shell', async () => {
    const args = ['-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--', '$HOME', '; echo x', '*'];
    const { output } = (await runs(open(), wish('', { args }))) as { readonly output: string };
    deepEqual(JSON.parse(output), ['$HOME', '; echo x', '*']);
  });

  it('do not begin outside, nor through a link to outside, and nobody is asked', async () => {
    const terminals = open();
    await symlink(path.join(top ?? '', 'outside'), path.join(app ?? '', 'link'));
    for (const cwd of [
      path.join(top ?? '', 'outside'),
      path.join(app ?? '', 'link'),
      path.join(top ?? '', 'none'),
    ]) {
      deepEqual(await terminals.create(wish('', { cwd }), unheard), {
        kind: 'refused',
        why: `Cannot run in "${cwd}": it is not inside a folder that is shared, or cannot be resolved.`,
      });
    }
    deepEqual(asked, []);
  });

  it('are run only if the user lets them, who reads the program as the agent names it', async () => {
    const terminals = open();
    answer = () => 'no';
    deepEqual(await terminals.create(wish('1', { command: 'node', env: { A: '1' } }), unheard), notRun);
    deepEqual(asked, [{ executable: 'node', args: ['-e', '1'], env: { A: '1' }, cwd: app, root: app }]);
    deepEqual(shown, []);
  });

  it('are asked about one by one, or once for the session as long as nothing of them is another', async () => {
    const terminals = open();
    await runs(terminals, wish('1'));
    answer = () => 'session';
    await runs(terminals, wish('1'));
    await runs(terminals, wish('1'));
    equal(asked.length, 2);
    await runs(terminals, wish('2'));
    await runs(terminals, wish('1', { env: { NODE_OPTIONS: '--no-warnings' } }));
    await runs(terminals, wish('1', { cwd: path.join(app ?? '', 'sub') }));
    equal(asked.length, 5);
    await runs(open(), wish('1'));
    equal(asked.length, 6);
  });

  it('are shown to the user, with all that they say as it comes and with how they end', async () => {
    const terminals = open();
    const script = "process.stdin.on('end', () => process.stdout.write('héé')).resume(); console.error('e')";
    await begin(terminals, wish(script));
    const [program] = shown;
    if (program === undefined) throw new Error('nothing was shown');
    const heard = [program.said()];
    program.onDidSay((text) => heard.push(text));
    deepEqual(await program.exit, { exitCode: 0, signal: null });
    deepEqual(Array.from(heard.join('')).toSorted(), Array.from('héée\n').toSorted());
    equal(program.said(), heard.join(''));
    equal(program.cwd, app);
  });

  it('are ended by the user who looks on, and the agent can still read what they said', async () => {
    const terminals = open();
    const id = await begin(terminals, wish(hangs));
    await shown[0]?.kill();
    deepEqual(await terminals.waitForExit(id), {
      kind: 'done',
      value: { exitCode: null, signal: 'SIGTERM' },
    });
    equal(terminals.output(id).kind, 'done');
    await gone([...watched]);
  });

  it('do not begin when the folder was withdrawn while the user was asked', async () => {
    answer = () => {
      roots = [];
      return 'once';
    };
    deepEqual(await open().create(wish(hangs), unheard), {
      kind: 'refused',
      why: `Cannot run in "${app}": it is not inside a folder that is shared, or cannot be resolved.`,
    });
    deepEqual([...watched], []);
  });

  it('end when their folder is withdrawn, and say how', async () => {
    const terminals = open();
    const id = await begin(terminals, wish(hangs));
    const pids = [...watched];
    equal(pids.length, 1);
    roots = [];
    terminals.refresh();
    const exit = await terminals.waitForExit(id);
    deepEqual(exit, { kind: 'done', value: { exitCode: null, signal: 'SIGTERM' } });
    await gone(pids);
  });

  it('end when they are killed, and can be read until they are released', async () => {
    const terminals = open();
    const id = await begin(terminals, wish(`console.log('up'); ${hangs}`));
    await terminals.kill(id);
    equal(terminals.output(id).kind, 'done');
    await terminals.release(id);
    deepEqual(terminals.output(id), { kind: 'refused', why: 'There is no such terminal.' });
  });

  it('end with the session, which starts none any more', async () => {
    const terminals = open();
    await begin(terminals, wish(hangs));
    await begin(terminals, wish(hangs));
    const pids = [...watched];
    await terminals.end();
    await gone(pids);
    equal((await terminals.create(wish(hangs), unheard)).kind, 'refused');
  });

  it('are so many at once and no more', async () => {
    const terminals = open();
    for (let count = 0; count < 16; count += 1) await begin(terminals, wish(''));
    deepEqual(await terminals.create(wish(''), unheard), {
      kind: 'refused',
      why: 'There are 16 terminals. Release one first.',
    });
  });

  it('are so many also where they are asked for at once', async () => {
    const terminals = open();
    const all = await Promise.all(Array.from({ length: 20 }, () => terminals.create(wish(hangs), unheard)));
    const why = 'There are 16 terminals. Release one first.';
    deepEqual(
      all.map((each) => (each.kind === 'done' ? 'runs' : each)),
      all.map((_, i) => (i < 16 ? 'runs' : { kind: 'refused', why })),
    );
    equal(asked.length, 16);
  });

  it('do not begin in a folder that became a link while the user was asked, wherever that leads', async () => {
    const sub = path.join(app ?? '', 'sub');
    await mkdir(path.join(app ?? '', 'other'));
    for (const target of [path.join(top ?? '', 'outside'), path.join(app ?? '', 'other')]) {
      answer = async () => {
        await rename(sub, path.join(top ?? '', 'before'));
        await symlink(target, sub);
        return 'once' as const;
      };
      deepEqual(await open().create(wish(hangs, { cwd: sub }), unheard), {
        kind: 'refused',
        why: `Cannot run in "${sub}": it is not inside a folder that is shared, or cannot be resolved.`,
      });
      await unlink(sub);
      await rename(path.join(top ?? '', 'before'), sub);
    }
    deepEqual([...watched], []);
  });

  it('do not begin in a folder that is withdrawn at the last moment', async () => {
    const terminals = open();
    beforeStart = () => (roots = []);
    equal((await terminals.create(wish(hangs), unheard)).kind, 'refused');
    deepEqual([shown, ...watched], [[]]);
  });

  it('do not begin where the user could not be asked, and what went wrong is not told', async () => {
    answer = () => Promise.reject(new Error('EACCES: /home/somebody/private'));
    deepEqual(await open().create(wish(hangs), unheard), notRun);
  });

  it('are kept of what they say only so much, whatever the agent wants', async () => {
    const script = "process.stdout.write('x'.repeat(3 * 1024 * 1024))";
    const { output, truncated } = (await runs(open(), wish(script, { outputLimit: 2 ** 30 }))) as {
      readonly output: string;
      readonly truncated: boolean;
    };
    deepEqual([output.length, truncated], [2 * 1024 * 1024, true]);
  });

  it('are not looked for before the user is asked, and the agent learns nothing of what is there', async () => {
    const terminals = open();
    const outside = path.join(top ?? '', 'outside');
    await writeFile(path.join(outside, 'plain'), '');
    const commands = [
      'no-such-program-here',
      './run.sh',
      outside,
      path.join(outside, 'plain'),
      path.join(outside, 'none'),
    ];
    for (const word of ['no', 'once'] as const) {
      answer = () => word;
      for (const command of commands)
        deepEqual(await terminals.create(wish('', { command }), unheard), notRun);
    }
    deepEqual(
      asked.map((each) => (each as { readonly executable: string }).executable),
      [...commands, ...commands],
    );
    deepEqual(
      said.map((line) => line.replaceAll(top ?? '', '')),
      [
        'does not run no-such-program-here: The command "no-such-program-here" was not found on PATH. Install it, correct "command", or give an absolute path.',
        'does not run ./run.sh: The command "./run.sh" is a relative path. Give an absolute path, or a bare name that is found on PATH.',
        'does not run /outside: The command "/outside" is a directory. Name the program inside it.',
        'does not run /outside/plain: The command "/outside/plain" is not executable. Make it executable, or name the program that runs it and put this path in "args".',
        'does not run /outside/none: The command "/outside/none" does not exist. Install it or correct "command".',
      ],
    );
  });

  it('are asked about again when their name has come to mean another file', async () => {
    const terminals = open();
    const folders = ['first', 'second'].map((name) => path.join(top ?? '', name));
    const searched = process.env['PATH'];
    surroundings.onEnd(() => void (process.env['PATH'] = searched));
    process.env['PATH'] = [...folders, searched].join(path.delimiter);
    const [first = '', second = ''] = folders;
    await mkdir(second);
    await symlink(node, path.join(second, 'tool'));
    answer = () => 'session';
    for (let count = 0; count < 2; count += 1) await runs(terminals, wish('1', { command: 'tool' }));
    equal(asked.length, 1);
    await mkdir(first);
    await symlink(node, path.join(first, 'tool'));
    await runs(terminals, wish('1', { command: 'tool' }));
    equal(asked.length, 2);
  });

  it('are not heard of any more once their folder is withdrawn, also when it comes back', async () => {
    const terminals = open();
    const script = `process.on('SIGTERM', () => { console.log('late'); process.exit(); }); console.log('up'); ${hangs}`;
    const id = await begin(terminals, wish(script));
    await new Promise<void>((resolve) => {
      if (shown[0]?.said() !== '') resolve();
      else shown[0].onDidSay(() => resolve());
    });
    roots = [];
    const withheld = { output: '', truncated: true };
    deepEqual(terminals.output(id), { kind: 'done', value: { ...withheld, exit: undefined } });
    terminals.refresh();
    roots = [root];
    const exit = await terminals.waitForExit(id);
    if (exit.kind !== 'done') throw new Error(exit.kind);
    deepEqual(terminals.output(id), { kind: 'done', value: { ...withheld, exit: exit.value } });
  });

  it('say what they said last, as much as the agent wants of it', async () => {
    const script = "process.stdout.write('é'.repeat(10))";
    const { output, truncated } = (await runs(open(), wish(script, { outputLimit: 5 }))) as {
      readonly output: string;
      readonly truncated: boolean;
    };
    deepEqual([output, truncated], ['éé', true]);
  });
});

describe('The end of an output', () => {
  it('is what was said last, in whole characters, within the limit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀') })),
        fc.integer({ min: 0, max: 12 }),
        (texts, limit) => {
          const tail = new OutputTail(limit);
          for (const text of texts) tail.add(Buffer.from(text));
          const all = texts.join('');
          const { output, truncated } = tail.output;
          const size = Buffer.byteLength(output);
          equal(all.endsWith(output), true);
          equal(size <= limit, true);
          equal(truncated, output !== all);
          // Not one character more would fit.
          const before = Array.from(all.slice(0, all.length - output.length)).at(-1) ?? '';
          equal(!truncated || size + Buffer.byteLength(before) > limit, true);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
