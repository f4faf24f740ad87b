import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Emitter } from '../../../src/core/event';
import { toDisposable } from '../../../src/core/lifecycle';
import { watchFolder, whileListened } from '../../../src/node/stores/folderWatch';
import { Surroundings } from './surroundings';

describe('Watching a folder', () => {
  const surroundings = new Surroundings();
  const anHour = 3_600_000;

  it('looks where something changed, by name', async () => {
    const directory = await surroundings.directory();
    const looks = new EventTarget();
    const seen = new Set<string>();
    surroundings.add(
      watchFolder(directory, anHour, async (changed) => {
        for (const name of changed) seen.add(name);
        await Promise.resolve();
        looks.dispatchEvent(new Event('look'));
      }),
    );
    const looked = once(looks, 'look');
    await writeFile(path.join(directory, 'a'), '');
    await looked;
    assert.deepEqual(seen, new Set(['a']));
  });

  it('goes on with the directory that is put in the place of the one that it began with', async () => {
    const directory = path.join(await surroundings.directory(), 'watched');
    await mkdir(directory);
    const looks = new EventTarget();
    const told = new Promise<readonly string[]>((resolve) => {
      surroundings.add(
        watchFolder(directory, 1, async (changed) => {
          if (changed.has('a')) resolve([...changed]);
          await Promise.resolve();
          looks.dispatchEvent(new Event('look'));
        }),
      );
    });
    surroundings.add(keepAlive());
    const moved = once(looks, 'look');
    await rename(directory, `${directory}-moved`);
    await moved;
    await mkdir(directory);
    const writing = setInterval(() => void writeFile(path.join(directory, 'a'), ''), 10);
    surroundings.onEnd(() => clearInterval(writing));
    assert.deepEqual(await told, ['a']);
  });

  it('looks again and again where the system tells of nothing, one look at a time', async () => {
    let looking = 0;
    let most = 0;
    let times = 0;
    const nowhere = path.join(await surroundings.directory(), 'nowhere');
    await new Promise<void>((resolve) => {
      surroundings.add(
        watchFolder(nowhere, 1, async () => {
          looking += 1;
          most = Math.max(most, looking);
          await new Promise((next) => setTimeout(next, 3));
          looking -= 1;
          times += 1;
          if (times === 5) resolve();
        }),
      );
      // The watcher keeps no process alive, so the test does.
      surroundings.add(keepAlive());
    });
    assert.equal(most, 1);
  });

  it('runs while anyone listens, and only then', () => {
    const running: string[] = [];
    const event = whileListened(new Emitter<void>().event, () => {
      running.push('started');
      return toDisposable(() => running.push('ended'));
    });
    const one = event(() => {});
    const two = event(() => {});
    one.dispose();
    one.dispose();
    running.push('one is gone');
    two.dispose();
    event(() => {}).dispose();
    assert.deepEqual(running, ['started', 'one is gone', 'ended', 'started', 'ended']);
  });

  function keepAlive() {
    const timer = setInterval(() => {}, anHour);
    return toDisposable(() => clearInterval(timer));
  }
});
