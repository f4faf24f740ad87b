import { deepEqual, equal } from 'node:assert/strict';
import path from 'node:path';
import { addressContains, containsWritten } from '../../../src/core/roots/containment';

type Case = readonly [directory: string, at: string, holds: boolean];

describe('containsWritten: a written path lies in a written folder', () => {
  const posix: readonly Case[] = [
    ['/w/web', '/w/web', true],
    ['/w/web/', '/w/web', true],
    ['/w/web', '/w/web/', true],
    ['/w/web', '/w/web/..data', true],
    ['/w/web', '/w/web/a/../b', true],
    ['/w/web', '/w//web/a', true],
    ['/', '/w', true],
    ['/w/web', '/w/web/../api', false],
    ['/w/web', '/w/website', false],
    ['/w/web', '/W/Web/a', false],
    ['/w/web', 'a', false],
    ['/', 'a', false],
    ['.', 'a', false],
    ['web', 'web/a', false],
  ];
  for (const [directory, at, holds] of posix) {
    it(`${at} in ${directory}: ${holds}`, () => equal(containsWritten(directory, at, path.posix), holds));
  }

  const windows: readonly Case[] = [
    ['C:\\w\\web', 'c:\\W\\WEB\\a', true],
    ['C:\\w\\web\\', 'C:/w/web/a', true],
    ['C:\\', 'c:\\a', true],
    ['\\\\nas\\team', '\\\\NAS\\Team\\a', true],
    ['C:\\w\\web', 'C:\\w\\website', false],
    ['C:\\w\\web', 'D:\\w\\web', false],
    ['C:\\w\\web', '\\w\\web', false],
    ['C:\\w\\web', 'C:a', false],
  ];
  for (const [directory, at, holds] of windows) {
    it(`${at} in ${directory}: ${holds}`, () => equal(containsWritten(directory, at, path.win32), holds));
  }
});

describe('addressContains', () => {
  it('takes whole names, and tells letters of one case from those of the other', () => {
    const addresses = [
      'file:///w/web',
      'file:///w/web/a',
      'file:///w/website',
      'file:///w/WEB/a',
      'file:///w',
    ];
    deepEqual(
      addresses.map((address) => addressContains('file:///w/web', address)),
      [true, true, false, false, false],
    );
  });
});
