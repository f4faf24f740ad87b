import { deepEqual, equal } from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { mkdir, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Catalog } from '../../../src/core/roots/catalog';
import { FolderLooks, type LookTimes } from '../../../src/node/folders/folderLooks';
import { statFolder } from '../../../src/node/folders/statFolder';
import { systemClock } from '../../../src/node/systemClock';
import { entry, sights } from '../roots/catalogBench';
import { Surroundings } from '../stores/surroundings';

const anHour = 3_600_000;

/** Nothing but the word of the system makes a look. */
const onlyTold: LookTimes = { fresh: anHour, settle: 1, unanswered: anHour, untold: anHour, told: anHour };

describe('FolderLooks: the disk is looked at when the system tells, or something is asked or called (rule 4)', () => {
  const surroundings = new Surroundings();
  // Neither looks nor watches keep a process alive; the tests do.
  let alive: NodeJS.Timeout;
  beforeEach(() => (alive = setInterval(() => undefined, anHour)));
  afterEach(() => clearInterval(alive));

  /** A directory with these in it, and a catalog that keeps count of its looks. */
  async function scene(...folders: readonly string[]) {
    const top = await surroundings.directory();
    for (const folder of folders) await mkdir(path.join(top, folder), { recursive: true });
    const looked: string[] = [];
    const catalog = surroundings.add(
      new Catalog((folder) => {
        looked.push(path.basename(folder));
        return statFolder(folder);
      }, systemClock),
    );
    const known = () =>
      JSON.stringify(
        catalog.candidates.map(({ availability: now }) => [now.kind, 'realPath' in now && now.realPath]),
      );
    /** What is known of the folders once that is another. */
    const next = () =>
      new Promise<readonly string[]>((resolve) => {
        const before = known();
        const listening = catalog.onDidChange((candidates) => {
          if (known() === before) return;
          listening.dispose();
          resolve(sights(candidates));
        });
      });
    /** Resolves once they are watched and were looked at. */
    const follow = async (of: readonly string[], times = onlyTold, isWanted = () => true) => {
      await catalog.setEntries(of.map((folder) => entry(path.resolve(top, folder))));
      const looks = surroundings.add(new FolderLooks(catalog, isWanted, times));
      while (isWanted() && looked.length < 2 * of.length) await delay(1);
      return looks;
    };
    return { at: (name: string) => path.join(top, name), catalog, looked, next, follow };
  }

  it('notices a folder that is removed', async () => {
    const { at, next, follow } = await scene('work/web', 'work/api');
    await follow(['work/web', 'work/api']);
    const seen = next();
    await rm(at('work/web'), { recursive: true });
    deepEqual(await seen, ['web: missing', 'api: available']);
  });

  it('notices a folder that is made, with all that holds it', async () => {
    const { at, next, follow } = await scene();
    await follow(['work/far/web']);
    const seen = next();
    await mkdir(at('work/far/web'), { recursive: true });
    deepEqual(await seen, ['web: available']);
  });

  it('notices that what holds a folder was renamed, and what is put in its place', async () => {
    const { at, next, follow } = await scene('a/b/c/web', 'another/b/c/web');
    await follow(['a/b/c/web']);
    const gone = next();
    await rename(at('a'), at('away'));
    deepEqual(await gone, ['web: missing']);
    const back = next();
    await rename(at('another'), at('a'));
    deepEqual(await back, ['web: available']);
    const again = next();
    await rename(at('a/b'), at('a/moved'));
    deepEqual(await again, ['web: missing']);
  });

  it('goes on with what was put in the place of what holds a folder, however fast', async () => {
    const { at, next, follow } = await scene('a/b/c/web', 'another/b/c/web', 'work');
    await follow(['a/b/c/web', 'mark']);
    const seen = next();
    renameSync(at('a'), at('away'));
    renameSync(at('another'), at('a'));
    await mkdir(at('mark'));
    deepEqual(await seen, ['web: available', 'mark: available']);
    const gone = next();
    await rename(at('a/b'), at('work/b'));
    deepEqual(await gone, ['web: missing', 'mark: available']);
  });

  it('notices a link on the way that is turned, and what becomes of where it leads', async () => {
    const { at, catalog, next, follow } = await scene('one/web', 'two/web');
    await symlink('one', at('link'));
    await follow(['link/web']);
    const real = () =>
      catalog.candidates.flatMap(({ availability: now }) => ('realPath' in now ? now.realPath : []));
    const turned = next();
    await symlink('two', at('other'));
    await rename(at('other'), at('link'));
    await turned;
    deepEqual(real(), [at('two/web')]);
    const seen = next();
    await rename(at('two'), at('three'));
    deepEqual(await seen, ['web: missing']);
  });

  it('does not look for what happens in a folder, and beside those that hold it', async () => {
    const { at, looked, next, follow } = await scene('work/web');
    await follow(['work/web']);
    looked.length = 0;
    await mkdir(at('work/web/inside'));
    await mkdir(at('work/beside'));
    const seen = next();
    await rm(at('work/web'), { recursive: true });
    deepEqual([await seen, looked], [['web: missing'], ['web']]);
  });

  it('looks now and then where the system does not tell', async function () {
    if (process.platform !== 'linux') this.skip(); // Elsewhere there is no such file system without a mount.
    const { catalog, looked, follow } = await scene();
    await follow(['/proc/self/fdinfo'], { ...onlyTold, untold: 1 });
    const before = looked.length;
    while (looked.length < before + 3) await delay(1);
    deepEqual(sights(catalog.candidates), ['fdinfo: available']);
  }).timeout(20_000);

  it('looks again before an answer when the last look is old, and not when it is fresh', async () => {
    const { looked, follow } = await scene('web');
    const looks = await follow(['web']);
    await looks.beforeAnswer();
    const before = looked.length;
    deepEqual([looks.beforeAnswer(), looked.length], [undefined, before]);
    const old = await (await scene('web')).follow(['web'], { ...onlyTold, fresh: 0 });
    const [one, two] = [old.beforeAnswer(), old.beforeAnswer()];
    equal(one, two);
    await one;
  });

  it('looks anew for an answer after the system told of something, however fresh the last look is', async () => {
    const { at, catalog, follow } = await scene('web');
    const looks = await follow(['web'], { ...onlyTold, settle: 100 });
    await looks.beforeAnswer();
    await rm(at('web'), { recursive: true });
    // The word of the system comes with the next turn of the event loop.
    await delay(1);
    await looks.beforeAnswer();
    deepEqual(sights(catalog.candidates), ['web: missing']);
  });

  it('leaves the disk alone while nobody wants it, and after its end', async () => {
    const { at, looked, next, follow } = await scene('web', 'work');
    let wanted = false;
    const looks = await follow(['web'], onlyTold, () => wanted);
    looked.length = 0;
    await rename(at('web'), at('work/web'));
    await delay(20);
    deepEqual(looked, []);
    const seen = next();
    wanted = true;
    looks.follow();
    deepEqual(await seen, ['web: missing']);
    looks.dispose();
    looked.length = 0;
    await rename(at('work/web'), at('web'));
    await delay(20);
    deepEqual([looked, looks.beforeAnswer()], [[], undefined]);
  });
});
