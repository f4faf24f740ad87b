import { deepEqual, equal } from 'node:assert/strict';
import { afterLook, isStill, type FolderHistory } from '../../../src/core/roots/folderHistory';
import type { FolderStat } from '../../../src/core/roots/folderStat';
import { available } from './catalogBench';

const nothing: FolderStat = { kind: 'missing' };

/** One look each at 100, 200, 300 and so on, which takes 50. */
function seen(...stats: readonly FolderStat[]): FolderHistory | undefined {
  return stats.reduce<FolderHistory | undefined>((before, stat, i) => {
    const began = 100 * (i + 1);
    return afterLook(before, stat, { began, ended: began + 50 });
  }, undefined);
}

function web(inode: string, bornAt?: number, device = 'd1'): FolderStat {
  return available('/w/web', inode, device, bornAt);
}

/** Does a grant for this directory still cover what lies there? */
function covers(history: FolderHistory | undefined, inode = 'i1', decidedAt = 1, device = 'd1'): boolean {
  if (history?.folder === undefined) throw new Error('Nothing was seen');
  return isStill(history.folder, { identity: { device, inode }, decidedAt });
}

describe('The directory at a path is the one that was granted (rule 5)', () => {
  it('while it is the same', () => equal(covers(seen(web('i1'), web('i1'))), true));

  it('not when another was put in its place at once', () => {
    equal(covers(seen(web('i1'), web('i2'))), false);
    equal(covers(seen(web('i1'), web('i2'), web('i2'))), false);
  });

  it('not when another was put there after it had vanished', () => {
    equal(covers(seen(web('i1'), nothing, web('i2'))), false);
    equal(covers(seen(web('i1'), nothing, nothing, web('i2', 90))), false);
  });

  it('not when another lies there at the first look', () => equal(covers(seen(web('i2', 50))), false));

  it('when it comes back itself, in whatever way it was away', () => {
    equal(covers(seen(web('i1'), nothing, web('i1'))), true);
    equal(covers(seen(web('i1'), web('i2'), web('i1'))), true);
  });

  it('when it was made anew after it was seen gone', () => {
    equal(covers(seen(web('i1'), nothing, web('i2', 201))), true);
    equal(covers(seen(web('i1'), nothing, nothing, web('i2', 301))), true);
    equal(covers(seen(web('i1'), nothing, web('i2', 301), nothing, web('i3', 501))), true);
    equal(covers(seen(web('i1'), { kind: 'not a directory' }, web('i2', 201))), true);
  });

  it('also when its disk gives the last tick of a slow clock as its birth', () => {
    equal(covers(seen(web('i1'), nothing, web('i2', 191))), true);
    equal(covers(seen(nothing, web('i2', 91)), 'i1', 99), true);
  });

  it('not when nobody saw it gone, however new what lies there is', () => {
    equal(covers(seen(web('i1'), web('i2', 101))), false);
    equal(covers(seen(web('i1'), nothing, web('i1'), web('i2', 301))), false);
  });

  it('not when what lies there was made before it was seen gone', () => {
    equal(covers(seen(web('i1'), nothing, web('i2', 190))), false);
    equal(covers(seen(web('i1'), nothing, nothing, web('i2', 250))), false);
  });

  it('not when what lies there is said to be made in times to come', () => {
    equal(covers(seen(web('i1'), nothing, web('i2', 351))), false);
    equal(covers(seen(web('i1'), nothing, web('i2', 350))), true);
  });

  it('when it was made anew where nothing was at the first look, for grants from before', () => {
    equal(covers(seen(nothing, web('i2', 101)), 'i1', 99), true);
    equal(covers(seen(nothing, web('i2', 101)), 'i1', 100), false);
    equal(covers(seen(nothing, web('i2', 90)), 'i1', 89), false);
    equal(covers(seen(nothing, web('i2', 101), web('i3')), 'i1', 99), false);
  });

  it('not when the one that was made anew took the place of yet another', () => {
    equal(covers(seen(web('i1'), web('i2'), nothing, web('i3', 301))), false);
    equal(covers(seen(web('i1'), web('i2'), nothing, web('i3', 301)), 'i2'), true);
  });

  it('after a remount: the numbers of another device say nothing of it', () => {
    equal(covers(seen(web('i1'), web('i9', undefined, 'd2'))), true);
    equal(covers(seen(web('i9', undefined, 'd2'))), true);
    equal(covers(seen(web('i9', undefined, 'd2'), web('i8', undefined, 'd2')), 'i9', 1, 'd2'), false);
  });

  it('where the numbers of the disk are unstable, whatever they are', () => {
    const unstable = { ...available('/w/web', 'i2'), hasUnstableNumbers: true } as const;
    equal(covers(seen(unstable)), true);
    equal(covers(seen(web('i1'), unstable)), true);
  });

  for (const kind of ['no answer', 'not readable', 'no address'] as const) {
    it(`no more and no less when in between the disk said "${kind}"`, () => {
      equal(covers(seen(web('i1'), { kind }, web('i2', 250))), false);
      equal(covers(seen(web('i1'), nothing, { kind }, web('i2', 250))), true);
      deepEqual(seen(web('i1'), { kind }), seen(web('i1')));
    });
  }

  it('when the grant does not say which it is for', () => {
    const { folder } = seen(web('i1'), web('i2')) ?? {};
    equal(folder && isStill(folder, { decidedAt: 1 }), true);
  });
});

describe('What a window saw at a path', () => {
  it('knows that another was put in the place of one, and keeps knowing it', () => {
    const swaps = [
      seen(web('i1')),
      seen(web('i1'), web('i2')),
      seen(web('i1'), web('i2'), web('i1')),
      seen(web('i1'), nothing, web('i2', 201)),
      seen(web('i1'), web('i2'), nothing, web('i3', 301)),
      seen(web('i1'), web('i2'), web('i3', undefined, 'd2')),
    ];
    deepEqual(
      swaps.map((history) => history?.folder?.isSwapped),
      [false, true, true, false, true, true],
    );
  });

  it('is about another path when a link was turned, and says where it led', () => {
    const api = available('/w/api', 'i2');
    const turned = seen(web('i1'), nothing, api);
    equal(turned?.ledTo, '/w/web');
    equal(turned.folder?.isSwapped, false);
    equal(seen(web('i1'), api, nothing, api)?.ledTo, '/w/web');
  });

  it('has a bound, however often things are made anew', () => {
    const looks = Array.from({ length: 200 }, (_, i) => [web(`i${i}`, 200 * i + 50), nothing]).flat();
    const history = seen(...looks);
    equal(history?.folder?.formerly.length, 50);
    equal(covers(history, 'i198', 5000), true);
    equal(covers(history, 'i0', 5000), false);
  });
});
