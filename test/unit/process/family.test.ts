import assert from 'node:assert/strict';
import { Family } from '../../../src/node/process/family';
import type { ProcessRecord } from '../../../src/node/process/processTable';

/** `pid parent group session start`, one process a line. */
function table(text: string): ProcessRecord[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, parent, group, session, startedAt = ''] = line.trim().split(/\s+/);
      return {
        pid: Number(pid),
        parent: Number(parent),
        group: Number(group),
        session: session === '-' ? undefined : Number(session),
        startedAt,
      };
    });
}

const living = (family: Family, text: string) => {
  const { members, groups } = family.update(table(text));
  const inOrder = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
  return { pids: inOrder(members.map(({ pid }) => pid)), groups: inOrder(groups) };
};

describe('the family of a server process', () => {
  it('is its descendants and the members of their groups and sessions, and nobody else', () => {
    assert.deepEqual(
      living(
        new Family(100, 'a'),
        `1   0   1   1   z
         50  1   50  50  z
         100 50  100 100 a
         101 100 100 100 b
         102 101 102 102 c
         103 102 103 102 d
         104 1   102 102 e
         105 1   100 100 f
         106 50  106 106 z
         107 50  50  50  z
         108 1   108 100 g
         109 101 50  50  h`,
      ),
      { pids: [100, 101, 102, 103, 104, 105, 108, 109], groups: [100, 102, 103, 108] },
    );
  });

  it('keeps members in sessions of their own whose parents have died since', () => {
    const family = new Family(100, 'a');
    const before = `100 50 100 100 a
                    101 100 100 100 b
                    102 101 102 102 c`;
    const after = `102 1 102 102 c
                   103 102 102 102 d
                   104 1 104 104 z`;
    assert.deepEqual(
      [living(family, before).pids, living(family, after).pids],
      [
        [100, 101, 102],
        [102, 103],
      ],
    );
  });

  it('keeps the group of a dead leader, as `ps` knows it without sessions', () => {
    assert.deepEqual(living(new Family(100, 'a'), `105 1 100 - f\n106 1 50 - z`), {
      pids: [105],
      groups: [100],
    });
  });

  it('never takes a process for a member that came to a used pid later', () => {
    const family = new Family(100, 'a');
    const before = `100 50 100 100 a\n101 100 101 101 b`;
    const reused = `100 1 100 100 later\n101 1 101 101 later\n102 101 101 101 z\n103 100 100 100 z`;
    assert.deepEqual([living(family, before).pids, living(family, reused).pids], [[100, 101], []]);
  });

  it('forgets a member once nothing bears its number, so that a later group of that number is a stranger', () => {
    const family = new Family(100, 'a');
    const before = `100 50 100 100 a\n101 100 101 101 b`;
    assert.deepEqual(
      [before, `100 50 100 100 a`, `100 50 100 100 a\n105 1 101 101 z`].map(
        (text) => living(family, text).pids,
      ),
      [[100, 101], [100], [100]],
    );
  });

  it('takes an unknown start from the first sight, but not once the process has ended', () => {
    const [seen, ended] = [new Family(100, undefined), new Family(100, undefined)];
    ended.rootEnded();
    const text = `100 1 100 100 a`;
    assert.deepEqual([living(seen, text).pids, living(ended, text).pids], [[100], []]);
    assert.deepEqual(living(seen, `100 1 100 100 later`).pids, []);
  });

  it('never contains this process or the first one, whatever the table says', () => {
    const own = process.pid;
    assert.deepEqual(
      living(
        new Family(100000, 'a'),
        `1 100000 1 1 z\n${own} 100000 ${own} ${own} z\n100000 1 100000 100000 a`,
      ),
      {
        pids: [100000],
        groups: [100000],
      },
    );
  });
});
