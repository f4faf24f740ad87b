import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseStat, readProcessTable, readPs, startOf } from '../../../src/node/process/processTable';

describe('the process table', () => {
  it('has this process with its parent, group and start', async () => {
    const own = (await readProcessTable()).find(({ pid }) => pid === process.pid);
    assert.ok(own !== undefined);
    assert.equal(own.parent, process.ppid);
    if (process.platform === 'linux') assert.equal(own.startedAt, startOf(process.pid));
  });

  it('says the same by /proc and by ps', async function () {
    if (process.platform === 'win32') this.skip(); // There is no ps there, and no table.
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { detached: true });
    try {
      await once(child, 'spawn');
      const pick = (table: Awaited<ReturnType<typeof readPs>>) =>
        table.flatMap(({ pid, parent, group }) => (pid === child.pid ? [{ pid, parent, group }] : []));
      const expected = [{ pid: child.pid, parent: process.pid, group: child.pid }];
      assert.deepEqual([pick(await readProcessTable()), pick(await readPs())], [expected, expected]);
    } finally {
      child.stdin.end();
      await once(child, 'exit');
    }
  });

  it('counts the fields of /proc/<pid>/stat after the name, which a process chooses itself', () => {
    const rest = `S 7 8 9 ${Array.from({ length: 15 }, (_, at) => at).join(' ')} 4711 0`;
    assert.deepEqual(parseStat(`42 (evil) S 1 1 (x)) ${rest}`), {
      pid: 42,
      parent: 7,
      group: 8,
      session: 9,
      startedAt: '4711',
      dead: false,
    });
    assert.equal(parseStat(`42 (x) ${rest.replace('S', 'Z')}`)?.dead, true);
    assert.equal(parseStat(''), undefined);
  });
});
