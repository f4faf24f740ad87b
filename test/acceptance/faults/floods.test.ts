import { deepEqual, equal, ok } from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Host } from '../../../src/node/host/host';
import { openHost, Subject, textOf } from '../openHost';
import { fixture, uri } from '../servers';
import { Stage } from '../stage';

const mebibyte = 1024 * 1024;

interface Flood {
  readonly sent: number;
  readonly answered: number;
  readonly answers: readonly string[];
}

describe('faults: who says too much is heard to the end, and keeps nobody else waiting', () => {
  const stage = new Stage();
  let [a, b]: [string, string] = ['', ''];
  let host: Host | undefined;
  const logged: string[] = [];

  beforeEach(async () => {
    [a, b] = [await stage.makeFolder('a'), await stage.makeFolder('b')];
    logged.length = 0;
  });

  afterEach(async () => {
    await host?.close();
    host = undefined;
    await stage.clear();
  });

  async function start(behaviour: string): Promise<{ bad: Subject; good: Subject }> {
    const say = (line: string) => void logged.push(line);
    const log = { debug: say, info: say, warn: say, error: say };
    host = await openHost(stage, { bad: fixture(behaviour), good: fixture() }, [a, b], { log });
    const [bad, good] = [new Subject(host, 'bad'), new Subject(host, 'good')];
    await bad.decide(a, 'allow');
    await good.start();
    return { bad, good };
  }

  /** Calls the good server again and again until the other is done; fails unless it answered meanwhile. */
  async function meanwhile<T>(good: Subject, other: Promise<T>): Promise<T> {
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    let calls = 0;
    const state = { isDone: false };
    const done = other.finally(() => (state.isDone = true));
    // Whatever comes of it is thrown below.
    done.catch(() => {});
    for (; !state.isDone; calls += 1)
      equal(textOf(await good.client.callTool('echo', { text: 'here' })), 'here');
    delay.disable();
    const milliseconds = [delay.percentile(50), delay.percentile(99), delay.max].map((each) =>
      (each / 1e6).toFixed(0),
    );
    console.log(
      `      ${calls} calls meanwhile; delay of the event loop in ms, p50, p99, max: ${milliseconds.join(', ')}`,
    );
    ok(calls > 1, 'the other server was kept waiting');
    return done;
  }

  async function floodOf(bad: Subject): Promise<Flood> {
    return JSON.parse(textOf(await bad.client.callTool('flood', {}))) as Flood;
  }

  /** Resolves once each of its questions was answered. */
  async function answeredAll(bad: Subject): Promise<Flood> {
    for (let flood = await floodOf(bad); ; flood = await floodOf(bad)) {
      if (flood.answered === 10_000) return flood;
    }
  }

  const rootsOf = (...folders: readonly string[]) =>
    JSON.stringify({
      roots: folders.map((folder) => ({ uri: uri(folder), name: folder.slice(folder.lastIndexOf('/') + 1) })),
    });

  it('10,000 roots/list at once, each answered truly', async () => {
    const { bad, good } = await start('flood-roots-list=10000');
    const flood = await meanwhile(
      good,
      bad.start().then(() => answeredAll(bad)),
    );
    deepEqual(flood, { sent: 10_000, answered: 10_000, answers: [rootsOf(a)] });
  });

  it('10,000 roots/list during which another folder is granted: first the one list, then the other', async () => {
    const { bad, good } = await start('flood-roots-list=10000');
    const granted = bad.next('answered').then(() => bad.decide(b, 'allow'));
    const flood = await meanwhile(
      good,
      bad.start().then(() => answeredAll(bad)),
    );
    await granted;
    equal(flood.answered, 10_000);
    const expected = [rootsOf(a), rootsOf(a, b)];
    deepEqual(
      flood.answers.filter((each) => !expected.includes(each)),
      [],
    );
    equal(bad.server.sync?.kind, 'in sync');
  });

  it('10,000 roots/list during which its folder is withdrawn: its successor hears of none', async () => {
    const { bad, good } = await start('flood-roots-list=10000');
    const withdrawn = bad.next('answered').then(() => bad.withdraw(a));
    const replaced = bad.next('replaced');
    const flood = await meanwhile(
      good,
      bad
        .start()
        .then(() => replaced)
        .then(() => answeredAll(bad)),
    );
    await withdrawn;
    deepEqual(flood, { sent: 10_000, answered: 10_000, answers: [rootsOf()] });
  });

  it('an answer of 50 MB in one line', async () => {
    const { bad, good } = await start(`huge-line=${50 * mebibyte}`);
    await bad.start();
    const answer = await meanwhile(good, bad.client.callTool('echo', { text: 'x' }));
    equal(/^x+$/.test(textOf(answer)), true);
    ok(textOf(answer).length > 50 * mebibyte - 200);
  });

  it('100 MB on stderr, of which the log keeps what a reader can read', async () => {
    const { bad, good } = await start('stderr=100000000');
    const before = process.memoryUsage().rss;
    await meanwhile(good, bad.start());
    const grown = (process.memoryUsage().rss - before) / mebibyte;
    console.log(`      ${logged.length} lines logged; the process grew by ${grown.toFixed(0)} MiB`);
    equal(bad.server.state.kind, 'running');
    await bad.server.stop();
    ok(logged.length < 100_000, `${logged.length} of 1,000,000 lines were logged`);
    equal(
      logged.filter((line) => /^\(\d+ more lines came too fast and were left out\)$/.test(line)).length > 0,
      true,
    );
  });
});
