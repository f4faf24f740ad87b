import { deepEqual } from 'node:assert/strict';
import path from 'node:path';
import { whyBroad } from '../../../src/core/roots/broadFolder';
import { asRealPath } from '../../../src/core/roots/realPath';

describe('whyBroad: what wants a second confirmation (rule 4)', () => {
  const disk = 'It is a whole disk.';
  const home = 'It is your home directory.';
  const aroundHome = 'Your home directory lies in it.';
  const aroundWorkspace = 'Your workspace lies in it.';
  const posix: readonly (readonly [string, string | undefined])[] = [
    ['/', disk],
    ['/home', aroundHome],
    ['/home/u', home],
    ['/home/u/src', undefined],
    ['/work', aroundWorkspace],
    ['/work/shop', aroundWorkspace],
    ['/work/shop/web', undefined],
    ['/work/shop/web/src', undefined],
    ['/work/sho', undefined],
    ['/wor', undefined],
    ['/work/shop/we', undefined],
  ];
  for (const [folder, why] of posix) {
    it(`${folder}: ${why ?? 'no'}`, () => {
      const workspace = [asRealPath('/work/shop/web'), asRealPath('/opt/..data')];
      deepEqual(whyBroad(asRealPath(folder), asRealPath('/home/u'), workspace, path.posix), why);
    });
  }

  it('counts a workspace folder whose name begins with two dots as inside', () => {
    deepEqual(
      whyBroad(asRealPath('/opt'), undefined, [asRealPath('/opt/..data')], path.posix),
      aroundWorkspace,
    );
  });

  const windows: readonly (readonly [string, string | undefined])[] = [
    ['C:\\', disk],
    ['D:\\', disk],
    ['\\\\nas\\team\\', disk],
    ['C:\\Users', aroundHome],
    ['C:\\Users\\u', home],
    ['D:\\work', aroundWorkspace],
    ['D:\\work\\web', undefined],
    ['E:\\work', undefined],
    ['C:\\Users\\u\\src', undefined],
  ];
  for (const [folder, why] of windows) {
    it(`${folder}: ${why ?? 'no'}`, () => {
      const workspace = [asRealPath('D:\\work\\web')];
      deepEqual(whyBroad(asRealPath(folder), asRealPath('C:\\Users\\u'), workspace, path.win32), why);
    });
  }
});
