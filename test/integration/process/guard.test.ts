import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../../../src/core/log';
import { Guard } from '../../../src/node/process/guard/guard';
import { readProcessTable, startOf } from '../../../src/node/process/processTable';
import { fixtureServer } from '../../unit/process/checkout';
import { looked } from './guardLooked';

const script = require.resolve('../../../src/node/process/guard/main');
const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

describe('the guard process', function () {
  // Many processes are started and ended; on a busy machine that takes its time.
  this.timeout(60_000);

  const children: ChildProcess[] = [];
  const guards: Guard[] = [];
  let suspects: number[] = [];

  afterEach(async () => {
    for (const guard of guards.splice(0)) guard.dispose();
    for (const child of children.splice(0)) child.kill('SIGKILL');
    for (const pid of await alive(suspects)) process.kill(pid, 'SIGKILL');
    suspects = [];
  });

  function guardWith(log: Log = silent): Guard {
    const guard = new Guard(script, log);
    guards.push(guard);
    return guard;
  }

  /** A host in a process of its own: starts fixture servers, tells all pids, and can then be treated badly. */
  async function startHost(behaviours: readonly string[]): Promise<Host> {
    const child = spawn(process.execPath, [require.resolve('./guardedHost'), script, ...behaviours], {
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: true,
    });
    children.push(child);
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    const { guard, servers }: { guard: number; servers: number[] } = JSON.parse(String(line));
    suspects.push(guard, ...servers);
    return { child, guard, servers };
  }

  it('ends every server and its whole family when the host is killed, and then itself', async () => {
    const host = await startHost(['grandchildren', 'grandchildren,ignores-eof-and-term']);
    assert.equal(host.servers.length, 10);
    host.child.kill('SIGKILL');
    await gone([host.guard, ...host.servers]);
  });

  it('outlives signals to the group of its host, and still ends the servers', async () => {
    for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) {
      const host = await startHost(['grandchildren,ignores-eof-and-term']);
      assert.ok(host.child.pid !== undefined);
      process.kill(-host.child.pid, signal);
      await gone([host.guard, ...host.servers]);
    }
  });

  it('does not keep its host alive, and goes when its host goes', async () => {
    const host = await startHost([]);
    host.child.stdin?.end();
    assert.deepEqual(await once(host.child, 'exit'), [0, null]);
    await gone([host.guard]);
  });

  it('is started again when it dies, and told everything', async () => {
    const host = await startHost(['grandchildren,ignores-eof-and-term']);
    process.kill(host.guard, 'SIGKILL');
    host.child.stdin?.write('guard\n');
    assert.ok(host.child.stdout !== null);
    const [line] = await once(createInterface({ input: host.child.stdout }), 'line');
    const successor = Number(line);
    suspects.push(successor);
    assert.notEqual(successor, host.guard);
    host.child.kill('SIGKILL');
    await gone([successor, ...host.servers]);
  });

  it('ends those whose parents died long before the host did', async () => {
    const guard = guardWith();
    const wrapper = spawn(process.execPath, [fixtureServer('family.mjs'), '1', 'true', 'true'], {
      detached: true,
    });
    children.push(wrapper);
    const [line] = await once(wrapper.stdout, 'data');
    const [orphan]: number[] = JSON.parse(String(line));
    assert.ok(wrapper.pid !== undefined && orphan !== undefined);
    suspects.push(orphan);
    guard.watch(wrapper.pid, startOf(wrapper.pid));
    await looked(guard);
    wrapper.kill('SIGKILL');
    await once(wrapper, 'exit');
    assert.deepEqual(await alive([orphan]), [orphan]);
    guard.unwatch(wrapper.pid);
    await gone([orphan]);
  });

  it('touches nobody who came to a watched pid later', async () => {
    const stranger = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { detached: true });
    children.push(stranger);
    await once(stranger, 'spawn');
    assert.ok(stranger.pid !== undefined);
    const guard = guardWith();
    guard.watch(stranger.pid, 'another start');
    const { pid } = guard;
    assert.ok(pid !== undefined);
    guard.dispose();
    await gone([pid]);
    assert.deepEqual(await alive([stranger.pid]), [stranger.pid]);
  });

  it('is not started before there is something to watch, nor again when there is nothing', async () => {
    const warnings: string[] = [];
    const guard = guardWith({ ...silent, warn: (line) => warnings.push(line) });
    assert.equal(guard.pid, undefined);
    guard.watch(2 ** 22, 'never');
    const { pid } = guard;
    assert.ok(pid !== undefined);
    guard.unwatch(2 ** 22);
    process.kill(pid, 'SIGKILL');
    await gone([pid]);
    while (guard.pid !== undefined) await delay(5);
    assert.deepEqual(warnings, []);
  });

  it('says in the log that it died and why, and does not spin when it cannot live', async () => {
    const warnings: string[] = [];
    const told = new Promise<void>((resolve) => {
      const guard = new Guard(`${script}.missing`, {
        ...silent,
        warn: (line) => {
          if (warnings.push(line) === 2) resolve();
        },
      });
      guards.push(guard);
      guard.watch(2 ** 22, 'never');
    });
    await told;
    assert.deepEqual(warnings, [
      'The guard process ended (code 1) and is started again.',
      'The guard process ended (code 1) and is started again.',
    ]);
  });
});

interface Host {
  readonly child: ChildProcess;
  readonly guard: number;
  /** The servers and all their descendants. */
  readonly servers: readonly number[];
}

/** Resolves when none of them runs; else the test runs into its time limit. */
async function gone(pids: readonly number[]): Promise<void> {
  while ((await alive(pids)).length > 0) await delay(10);
}

async function alive(pids: readonly number[]): Promise<number[]> {
  const running = new Set((await readProcessTable()).map(({ pid }) => pid));
  return pids.filter((pid) => running.has(pid));
}
