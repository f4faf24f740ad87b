import { deepEqual, equal } from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { wayTo } from '../../../src/node/watching/wayTo';
import { Surroundings } from '../stores/surroundings';

describe('wayTo: the directories whose changes decide where a path leads', () => {
  const surroundings = new Surroundings();

  /** Those below this directory, with the names in them. */
  function below(top: string, of: string): object {
    const places = [...(wayTo(path.join(top, of)) ?? [])].filter(
      ([at]) => at === top || at.startsWith(`${top}/`),
    );
    return Object.fromEntries(places.map(([at, names]) => [path.relative(top, at), [...names]]));
  }

  before(function () {
    if (process.platform === 'win32') this.skip(); // There, nothing is watched.
  });

  it('are those that hold a folder, and the folder itself', async () => {
    const top = await surroundings.directory();
    await mkdir(path.join(top, 'a/b'), { recursive: true });
    deepEqual(below(top, 'a/b'), { '': ['a'], a: ['b'], 'a/b': [] });
  });

  it('are those of each link too, and of where it leads', async () => {
    const top = await surroundings.directory();
    await mkdir(path.join(top, 'real/b'), { recursive: true });
    await mkdir(path.join(top, 'links'));
    await symlink('../real', path.join(top, 'links/one'));
    await symlink(path.join(top, 'links/one'), path.join(top, 'two'));
    const places = { '': ['two', 'links', 'real'], links: ['one'], real: ['b'], 'real/b': [] };
    deepEqual(below(top, 'two/b'), places);
  });

  it('end where nothing is yet, at a file, and in a ring of links', async () => {
    const top = await surroundings.directory();
    await writeFile(path.join(top, 'file'), '');
    await symlink('ring', path.join(top, 'ring'));
    const ways = ['none/b', 'file/b', 'ring/b'].map((each) => below(top, each));
    deepEqual(ways, [{ '': ['none'] }, { '': ['file'] }, { '': ['ring'] }]);
  });

  it('are not the root and what lies in it, but where they hold the folder itself', async () => {
    const top = await surroundings.directory();
    const atTop = [...(wayTo(path.join(top, 'a')) ?? [])].filter(([at]) => at.split('/').length < 3);
    deepEqual([atTop, wayTo('/no such folder')], [[], new Map([['/', new Set(['no such folder'])]])]);
  });

  it('are unknown where others than this machine change things', function () {
    if (process.platform !== 'linux') this.skip(); // Elsewhere there is no such file system without a mount.
    equal(wayTo('/proc/self'), undefined);
  });
});
