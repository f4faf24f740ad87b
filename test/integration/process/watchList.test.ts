import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { busyLine, unwatchLine, watchLine, WatchList } from '../../../src/node/process/guard/watchList';
import { readProcessTable, startOf } from '../../../src/node/process/processTable';
import { fixtureServer } from '../../unit/process/checkout';

const anHour = 3_600_000;
/** One look at each start, and one at each word that something is called, if none of that was a moment ago. */
const hardlyEver = { busy: 0, shortest: anHour, longest: anHour, perMillisecondOfWork: 1, quiet: anHour };

describe('the watch list of the guard', function () {
  this.timeout(60_000);
  const started: (ChildProcess | number)[] = [];

  before(function () {
    if (process.platform === 'win32') this.skip(); // There is no table of processes.
  });

  afterEach(async () => {
    for (const each of started.splice(0)) {
      if (typeof each !== 'number') each.kill('SIGKILL');
      else if (await isAlive(each)) process.kill(each, 'SIGKILL');
    }
  });

  /**
   * A process whose child, in a session of its own, outlives it.
   * @param told what the list is told once both live
   * @returns whether the child is ended when the process is
   */
  async function endsChild(times: typeof hardlyEver, told: readonly string[], waiting = 0): Promise<boolean> {
    const list = new WatchList(times);
    const idle = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { detached: true });
    const wrapper = spawn(process.execPath, [fixtureServer('family.mjs'), '1', 'true', 'true'], {
      detached: true,
    });
    started.push(idle, wrapper);
    const { pid } = wrapper;
    assert.ok(pid !== undefined && idle.pid !== undefined);
    // Looked at before its child is there.
    list.obey(watchLine(pid, startOf(pid)).trim());
    await readProcessTable();
    const [line] = await once(wrapper.stdout, 'data');
    const [child]: number[] = JSON.parse(String(line));
    assert.ok(child !== undefined);
    started.push(child);
    for (const each of told) list.obey(each.trim());
    await readProcessTable();
    await delay(waiting);
    wrapper.kill('SIGKILL');
    await once(wrapper, 'exit');
    list.obey(unwatchLine(pid).trim());
    await list.endAll();
    return !(await isAlive(child));
  }

  it('finds who came since, when it is told that something is called', async () => {
    const ends = [await endsChild(hardlyEver, []), await endsChild(hardlyEver, [busyLine])];
    assert.deepEqual(ends, [false, true]);
  });

  it('looks often after a start, without being told', async () => {
    assert.equal(await endsChild({ ...hardlyEver, busy: anHour, shortest: 1, longest: 1 }, [], 500), true);
  });

  it('looks now and then when nothing is called', async () => {
    assert.equal(await endsChild({ ...hardlyEver, quiet: 1 }, [], 500), true);
  });
});

async function isAlive(pid: number): Promise<boolean> {
  return (await readProcessTable()).some((each) => each.pid === pid);
}
