import { deepEqual } from 'node:assert/strict';
import { sweepFolders } from '../../../src/node/folders/folderSweep';
import { catalogOf, entry, FakeDisk, sights } from '../roots/catalogBench';

describe('sweepFolders: the disk is looked at again while a session lives (rule 4)', () => {
  it('notices a folder that vanished, without anyone asking', async () => {
    const disk = new FakeDisk('/w/web');
    const { catalog } = await catalogOf(disk, entry('/w/web'));
    const changed = new Promise<readonly string[]>((resolve) => {
      catalog.onDidChange((candidates) => resolve(sights(candidates)));
    });
    // The sweep itself keeps no process alive; this test does.
    const alive = setInterval(() => undefined, 1000);
    const sweep = sweepFolders(catalog, () => true);
    try {
      disk.folders.delete('/w/web');
      deepEqual(await changed, ['web: missing']);
    } finally {
      sweep.dispose();
      clearInterval(alive);
    }
  });

  it('leaves the disk alone while nobody wants it, and after its end', async () => {
    const disk = new FakeDisk('/w/web');
    const { catalog } = await catalogOf(disk, entry('/w/web'));
    disk.looks.length = 0;
    const asked: (() => void)[] = [];
    const twice = new Promise<void>((resolve) => asked.push(() => undefined, resolve));
    const sweep = sweepFolders(catalog, () => {
      asked.shift()?.();
      return false;
    });
    const alive = setInterval(() => undefined, 1000);
    try {
      await twice;
    } finally {
      sweep.dispose();
      clearInterval(alive);
    }
    deepEqual(disk.looks, []);
  }).timeout(10_000);
});
