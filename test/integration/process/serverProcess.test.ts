import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { UserError } from '../../../src/core/errors';
import { serverEnvironment } from '../../../src/node/process/environment';
import { readProcessTable } from '../../../src/node/process/processTable';
import { ServerProcess, type Launch } from '../../../src/node/process/serverProcess';
import { fixtureServer } from '../../unit/process/checkout';

const patient = { closeStdinMs: 10_000, termMs: 10_000 };
const quick = { closeStdinMs: 100, termMs: 100 };

describe('a server process', function () {
  // Many processes are started and ended; on a busy machine that takes its time.
  this.timeout(60_000);

  let folder: string;
  const started: ServerProcess[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'server-process-'));
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((each) => each.stop(quick)));
  });
  after(() => rm(folder, { recursive: true }));

  const launch = (args: readonly string[], more: Partial<Launch> = {}): Launch => ({
    executable: process.execPath,
    args,
    cwd: folder,
    env: serverEnvironment({}, process.env, process.platform),
    ...more,
  });
  async function start(args: readonly string[], more: Partial<Launch> = {}): Promise<ServerProcess> {
    const server = await ServerProcess.start(launch(args, more));
    started.push(server);
    return server;
  }
  /** Starts the fixture and has it tell the pids of its family. */
  async function startFamily(behaviour: string): Promise<{ server: ServerProcess; pids: number[] }> {
    const server = await start([fixtureServer('misbehaving.mjs'), behaviour]);
    return { server, pids: [server.pid, ...(await callFamily(server))] };
  }

  it('gets its arguments as they are, its folder, its whole environment, and three pipes', async () => {
    const args = ['$(id)', '`id`', '; exit 1', 'a b', '"', "'", '', '*', '%PATH%', '\n'];
    const script = `process.stdin.on('data', (text) => {
      console.log(JSON.stringify([process.argv.slice(1), process.cwd(), process.env, String(text)]));
      console.error('and stderr');
    })`;
    const server = await start(['-e', script, '--', ...args], { env: { ONLY: 'this' } });
    server.stdin.write('ping');
    const [[line], [aside]] = await Promise.all([once(server.stdout, 'data'), once(server.stderr, 'data')]);
    const [argv, cwd, env, said] = JSON.parse(String(line));
    assert.deepEqual(
      [argv, cwd, env, said, String(aside)],
      [args, folder, { ONLY: 'this' }, 'ping', 'and stderr\n'],
    );
  });

  it('is not given ELECTRON_RUN_AS_NODE unless that is declared', async () => {
    const script = `console.log(String(process.env.ELECTRON_RUN_AS_NODE))`;
    const host = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
    const says = async (declared: Record<string, string>) => {
      const server = await start(['-e', script], {
        env: serverEnvironment(declared, host, process.platform),
      });
      return String((await once(server.stdout, 'data'))[0]);
    };
    assert.deepEqual([await says({}), await says({ ELECTRON_RUN_AS_NODE: '1' })], ['undefined\n', '1\n']);
  });

  it('says with a remedy why it could not be started', async () => {
    const say = (more: Partial<Launch>) =>
      ServerProcess.start(launch([], more)).then(
        () => assert.fail('started'),
        (thrown: unknown) => {
          assert.ok(thrown instanceof UserError);
          return thrown.message.replaceAll(folder, '');
        },
      );
    const script = join(folder, 'script');
    await writeFile(script, '#!/no/such/interpreter\n');
    await chmod(script, 0o755);
    const huge = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`HUGE${at}`, 'x'.repeat(100_000)]),
    );
    assert.deepEqual(
      [
        await say({ executable: join(folder, 'missing') }),
        await say({ executable: script }),
        await say({ executable: folder }),
        await say({ cwd: join(folder, 'gone') }),
        await say({ cwd: script }),
        await say({ env: huge }),
      ],
      [
        '"/missing" could not be started: it, or the interpreter named in its first line, is not there. Install it or correct "command".',
        '"/script" could not be started: it, or the interpreter named in its first line, is not there. Install it or correct "command".',
        '"" could not be started: permission denied. Check the permissions of the program and of the working directory.',
        'The working directory "/gone" is not there. Create it or correct "cwd".',
        'The working directory "/script" is not there. Create it or correct "cwd".',
        `"${process.execPath}" could not be started: its arguments and environment are too long. Shorten "args" or "env".`,
      ],
    );
  });

  it('ends in peace when its stdin is closed', async () => {
    const server = await start(['-e', `process.stdin.resume().on('end', () => process.exit(5))`]);
    assert.equal(await server.stop(patient), true);
    assert.deepEqual(await server.exited, { code: 5, signal: null });
  });

  it('sees its stdin close also while it leaves unread what was written to it', async () => {
    const script = `setTimeout(() => process.stdin.resume().on('end', () => process.exit(5)), 200); console.log()`;
    const server = await start(['-e', script]);
    server.stdin.write(Buffer.alloc(10_000_000));
    await once(server.stdout, 'data');
    assert.equal(await server.stop(patient), true);
    assert.deepEqual(await server.exited, { code: 5, signal: null });
  });

  it('gets SIGTERM when it does not, and SIGKILL when it ignores that too', async () => {
    const deaf = `setInterval(() => {}, 1000); console.log('ready')`;
    const stubborn = `process.on('SIGTERM', () => console.error('no')); ${deaf}`;
    const servers = [await start(['-e', deaf]), await start(['-e', stubborn])];
    await Promise.all(servers.map((server) => once(server.stdout, 'data')));
    await Promise.all(servers.map((server) => server.stop(quick)));
    assert.deepEqual(await Promise.all(servers.map((server) => server.exited)), [
      { code: null, signal: 'SIGTERM' },
      { code: null, signal: 'SIGKILL' },
    ]);
  });

  it('leaves none behind, in its group or in sessions of their own', async () => {
    const { server, pids } = await startFamily('grandchildren');
    assert.equal(pids.length, 5);
    assert.equal(await server.stop(quick), true);
    assert.deepEqual(await alive(pids), []);
  });

  it('leaves none behind also when all ignore EOF and SIGTERM', async () => {
    const { server, pids } = await startFamily('grandchildren,ignores-eof-and-term');
    assert.equal(await server.stop(quick), true);
    assert.deepEqual(await alive(pids), []);
  });

  it('leaves none behind when a shell wraps it and ignores everything', async () => {
    const trap = `trap '' TERM; "$0" "$1" "$2" <&0; while :; do sleep 60; done`;
    const inner = [process.execPath, fixtureServer('misbehaving.mjs'), 'grandchildren,ignores-eof-and-term'];
    const server = await start(['-c', trap, ...inner], { executable: '/bin/sh' });
    const pids = [server.pid, ...(await callFamily(server))];
    assert.equal(await server.stop(quick), true);
    assert.deepEqual(await alive(pids), []);
  });

  it('takes with it those of its group that it leaves behind when it ends by itself', async () => {
    const family = JSON.stringify(fixtureServer('family.mjs'));
    const script = `import(${family}).then(async ({ startChild }) => {
      console.log(JSON.stringify(await startChild({ depth: 1, ownSession: false, stubborn: true })));
      process.exit(4);
    })`;
    const server = await start(['-e', script]);
    const [line] = await once(server.stdout, 'data');
    const pids: number[] = JSON.parse(String(line));
    assert.deepEqual(await server.exited, { code: 4, signal: null });
    await server.gone;
    assert.deepEqual([pids.length, await alive(pids)], [2, []]);
  });

  it('can be stopped twice, and the shorter grace counts', async () => {
    const server = await start(['-e', `setInterval(() => {}, 1000)`]);
    const first = server.stop({ closeStdinMs: 600_000, termMs: 600_000 });
    assert.deepEqual([await server.stop(quick), await first, await server.stop(quick)], [true, true, true]);
  });

  it('is told to whoever watches, from its start until none is left', async () => {
    const told: string[] = [];
    const server = await ServerProcess.start(launch(['-e', '']), {
      watch: (pid) => told.push(`watch ${pid}`),
      unwatch: (pid) => told.push(`unwatch ${pid}`),
      busy: () => told.push('busy'),
    });
    await server.gone;
    assert.deepEqual(told, [`watch ${server.pid}`, `unwatch ${server.pid}`]);
  });

  it('may die while it is written to, without an exception', async () => {
    const server = await start(['-e', 'process.exit(0)']);
    const writes = Array.from(
      { length: 20 },
      () =>
        new Promise<boolean>((resolve) => {
          server.stdin.write(Buffer.alloc(100_000), (error) => resolve(error instanceof Error));
        }),
    );
    assert.ok((await Promise.all(writes)).includes(true));
    await server.gone;
  });
});

async function callFamily(server: ServerProcess): Promise<number[]> {
  server.stdin.write(
    `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'family' } })}\n`,
  );
  for await (const line of createInterface({ input: server.stdout }))
    return JSON.parse(JSON.parse(line).result.content[0].text);
  throw new Error('The fixture ended without an answer.');
}

async function alive(pids: readonly number[]): Promise<number[]> {
  const running = new Set((await readProcessTable()).map(({ pid }) => pid));
  return pids.filter((pid) => running.has(pid));
}
