import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'mocha';
import {
  isBeyondDrives,
  joinPath,
  resolveAgainst,
  sameVolume,
  spellingOf,
  splitLast,
  windowsVolume,
  type PathFlavour,
} from '../../../src/core/roots/pathSyntax';
import { displayText } from '../../../src/core/text';

function spelled(path: string, flavour: PathFlavour): string {
  const spelling = spellingOf(path, flavour);
  return spelling.kind === 'refused' ? spelling.reason : `${spelling.volume} ${spelling.path}`;
}

describe('isBeyondDrives', () => {
  it('knows a share and a device by their letters', () => {
    const beyond = [
      '\\\\host\\share\\x.exe',
      '//host/share',
      '\\/host',
      '\\\\?\\UNC\\host\\share',
      '\\??\\UNC\\h',
    ];
    deepEqual(beyond.filter(isBeyondDrives), beyond);
    deepEqual(['C:\\x.exe', 'C:/x', 'node', '\\x', '.\\x', ''].filter(isBeyondDrives), []);
  });
});

describe('spellingOf', () => {
  const table: readonly (readonly [PathFlavour, string, string])[] = [
    ['posix', '', 'empty'],
    ['posix', 'w/app', 'not absolute'],
    ['posix', './w', 'not absolute'],
    ['posix', '~/w', 'not absolute'],
    ['posix', '/w/a\0b', 'not well-formed'],
    ['posix', '/w/\ud800', 'not well-formed'],
    ['posix', '/w/link/../a//b/', '/ /w/link/../a//b/'],
    ['posix', '/w/con:', '/ /w/con:'],
    ['win32', '', 'empty'],
    ['win32', 'C:/w/link/../a//b', 'C:\\ C:\\w\\a\\b'],
    ['win32', '//nas/team/a/../b', '\\\\nas\\team\\ \\\\nas\\team\\b'],
    ['win32', 'C:a', 'not absolute'],
    ['win32', '\\a', 'not absolute'],
    ['win32', '\\\\nas', 'not absolute'],
    ['win32', '\u212a:\\a', 'not absolute'],
    ['win32', '\\\\?\\C:\\w', 'a device path'],
    ['win32', '//./C:/w', 'a device path'],
    ['win32', '\\\\.', 'a device path'],
    ['win32', '\\??\\C:\\w', 'a device path'],
    ['win32', '/??/C:/w', 'a device path'],
    ['win32', 'C:\\w\\a\u0001b', 'a reserved name'],
    ['win32', 'C:\\w\\a ', 'a reserved name'],
    ['win32', 'C:\\w.\\a', 'a reserved name'],
    ['win32', 'C:\\w\\a:b', 'a reserved name'],
    ['win32', 'C:\\w\\nul .txt', 'a reserved name'],
    ['win32', 'C:\\w\\conout$', 'a reserved name'],
    ['win32', 'C:\\w\\lpt9.a.b', 'a reserved name'],
    ['win32', '\\\\nas\\con\\a', 'a reserved name'],
    [
      'win32',
      'C:\\console\\nullable\\com10\\auxiliary.txt',
      'C:\\ C:\\console\\nullable\\com10\\auxiliary.txt',
    ],
  ];
  for (const [flavour, path, expected] of table) {
    it(`says of ${flavour} ${displayText(path) || 'nothing'}: ${displayText(expected)}`, () =>
      equal(spelled(path, flavour), expected));
  }

  it('refuses what is longer than any disk takes', () => {
    equal(spelled(`/${'a'.repeat(32_766)}`, 'posix').startsWith('/ /a'), true);
    equal(spelled(`/${'a'.repeat(32_767)}`, 'posix'), 'too long');
  });
});

describe('volumes', () => {
  it('know no letter case, but only that of ASCII', () => {
    equal(sameVolume('C:\\', 'c:\\'), true);
    equal(sameVolume('\\\\NAS\\Team\\', '\\\\nas\\tEAM\\'), true);
    equal(sameVolume('\\\\nas\\\u212a\\', '\\\\nas\\k\\'), false);
    equal(sameVolume('\\\\nas\\ß\\', '\\\\nas\\ẞ\\'), false);
  });

  it('are drives, or shares named by host and share', () => {
    deepEqual(['c:/a', '\\\\nas\\team\\a\\b', '//nas//team', '\\\\nas\\', 'a', 'C:'].map(windowsVolume), [
      'c:\\',
      '\\\\nas\\team\\',
      '\\\\nas\\team\\',
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('splitLast', () => {
  const table: readonly (readonly [PathFlavour, string, ReturnType<typeof splitLast>])[] = [
    ['posix', '/', undefined],
    ['posix', '/a', { above: '/', name: 'a' }],
    ['posix', '/a/b', { above: '/a', name: 'b' }],
    ['posix', '/a/b/', { above: '/a/b', name: '' }],
    ['win32', 'C:\\', undefined],
    ['win32', 'C:\\a', { above: 'C:\\', name: 'a' }],
    ['win32', '\\\\nas\\team\\', undefined],
    ['win32', '\\\\nas\\team\\a', { above: '\\\\nas\\team\\', name: 'a' }],
  ];
  for (const [flavour, path, expected] of table)
    it(`${flavour} ${path}`, () => deepEqual(splitLast(path, flavour), expected));
});

describe('resolveAgainst and joinPath', () => {
  const table: readonly (readonly [PathFlavour, string, string, string])[] = [
    ['posix', '/w', 'a/../b', '/w/a/../b'],
    ['posix', '/', 'a', '/a'],
    ['posix', '/w', '/a', '/a'],
    ['posix', '/w', '', ''],
    ['win32', 'C:\\w', 'a', 'C:\\w\\a'],
    ['win32', 'C:\\', 'a', 'C:\\a'],
    ['win32', 'C:\\w', 'D:\\a', 'D:\\a'],
    ['win32', 'C:\\w', 'D:a', 'D:a'],
    ['win32', 'C:\\w', '\\a', '\\a'],
    ['win32', 'C:\\w', '/a', '/a'],
  ];
  for (const [flavour, directory, path, expected] of table) {
    it(`puts "${path}" behind ${directory}: ${expected}`, () =>
      equal(resolveAgainst(directory, path, flavour), expected));
  }

  it('joins by one separator', () => {
    equal(joinPath('/w', 'a', 'posix'), '/w/a');
    equal(joinPath('/', 'a', 'posix'), '/a');
  });
});
