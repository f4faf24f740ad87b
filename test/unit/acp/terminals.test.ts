import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import * as fc from 'fast-check';
import type { CommandAnswer } from '../../../src/core/acp/command';
import type { PinnedRoot } from '../../../src/core/roots/containment';
import { OutputTail } from '../../../src/node/acp/outputTail';
import { Terminals, type CommandWish } from '../../../src/node/acp/terminals';
import { pinRoot } from '../../../src/node/paths/pinRoot';
import { gone } from '../../acceptance/processes';
import { Surroundings } from '../stores/surroundings';

const node = process.execPath;
const unheard = new AbortController().signal;

describe('The programs that are run for a session of an agent', function () {
  this.timeout(60_000);
  const surroundings = new Surroundings();
  let [top, app]: string[] = [];
  let root: PinnedRoot;
  let roots: readonly PinnedRoot[];
  let asked: unknown[];
  let answer: () => CommandAnswer | Promise<CommandAnswer>;
  let watched: Set<number>;

  beforeEach(async () => {
    top = await surroundings.directory();
    app = path.join(top, 'app');
    for (const name of ['app/sub', 'outside']) await mkdir(path.join(top, name), { recursive: true });
    const pinned = await pinRoot(app);
    if (pinned === undefined) throw new Error('no root');
    root = pinned;
    roots = [pinned];
    asked = [];
    answer = () => 'once';
    watched = new Set();
  });

  function open(): Terminals {
    const terminals = new Terminals({
      cwd: root.realPath,
      roots: () => roots,
      ask: async (question) => {
        asked.push(question);
        return answer();
      },
      environment: (declared) => ({ PATH: process.env['PATH'] ?? '', ...declared }),
      guard: { watch: (pid) => void watched.add(pid), unwatch: (pid) => void watched.delete(pid) },
      say: () => {},
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

  it('are run only if the user lets them, who reads the program by its path', async () => {
    const terminals = open();
    answer = () => 'no';
    deepEqual(await terminals.create(wish('1', { command: 'node' }), unheard), {
      kind: 'refused',
      why: 'The user did not allow this program.',
    });
    const [question] = asked as {
      readonly commandLine: string;
      readonly cwd: string;
      readonly root: string;
    }[];
    match(question?.commandLine ?? '', /^\/.*node -e 1$/);
    deepEqual([question?.cwd, question?.root], [app, app]);
  });

  it('are asked about one by one, or once for the session', async () => {
    const terminals = open();
    await runs(terminals, wish(''));
    answer = () => 'session';
    await runs(terminals, wish(''));
    await runs(terminals, wish(''));
    equal(asked.length, 2);
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

  it('that cannot be found, or are named by a relative path, are refused in words', async () => {
    const terminals = open();
    const create = (command: string) => terminals.create(wish('', { command }), unheard);
    match(JSON.stringify(await create('no-such-program-here')), /was not found on PATH/);
    match(JSON.stringify(await create('./run.sh')), /is a relative path/);
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
