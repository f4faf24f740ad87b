import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as fc from 'fast-check';
import { displayText } from '../../../src/core/text';
import { parseFileUri, toFileUri } from '../../../src/core/roots/fileUri';
import type { PathFlavour } from '../../../src/core/roots/pathSyntax';

describe('file: URIs', () => {
  const pairs: readonly (readonly [PathFlavour, string, string])[] = [
    ['posix', '/', 'file:///'],
    ['posix', '/home/u/my project', 'file:///home/u/my%20project'],
    ['posix', '/w/a#b%41?c', 'file:///w/a%23b%2541%3Fc'],
    ['posix', '/w/größe', 'file:///w/gr%C3%B6%C3%9Fe'],
    ['posix', '/w/a\nb\tc\\d', 'file:///w/a%0Ab%09c%5Cd'],
    ['posix', '/w/\u202eabc', 'file:///w/%E2%80%AEabc'],
    ['posix', '/w/app/', 'file:///w/app/'],
    ['posix', '/w/a\u000e', 'file:///w/a%0E'],
    ['win32', 'C:\\', 'file:///C:/'],
    ['win32', 'C:\\Work\\a b#%', 'file:///C:/Work/a%20b%23%25'],
    ['win32', '\\\\nas\\team\\proj', 'file://nas/team/proj'],
    ['win32', '\\\\wsl.localhost\\Ubuntu\\home', 'file://wsl.localhost/Ubuntu/home'],
  ];
  for (const [flavour, path, uri] of pairs) {
    it(`writes ${displayText(path)} as pathToFileURL does, and reads it back`, () => {
      equal(toFileUri(path, flavour), uri);
      deepEqual(parseFileUri(uri, flavour), { kind: 'path', path });
    });
  }

  const posixName = fc
    .string({ unit: 'binary', minLength: 1 })
    .filter((name) => !/[/\0]|^\.{1,2}$/u.test(name));

  it('bring every posix path back unchanged', () => {
    fc.assert(
      fc.property(fc.array(posixName, { minLength: 1, maxLength: 6 }), (names) => {
        const path = `/${names.join('/')}`;
        deepEqual(parseFileUri(toFileUri(path, 'posix') ?? '', 'posix'), { kind: 'path', path });
      }),
    );
  });

  const windowsName = fc
    .string({ unit: 'binary', minLength: 1 })
    .map((name) => `n${name.replace(/[\p{Cc}<>:"/\\|?*]/gu, '')}x`);

  it('bring every Windows path back unchanged', () => {
    fc.assert(
      fc.property(fc.array(windowsName, { minLength: 1, maxLength: 6 }), (names) => {
        const path = `D:\\${names.join('\\')}`;
        deepEqual(parseFileUri(toFileUri(path, 'win32') ?? '', 'win32'), { kind: 'path', path });
      }),
    );
  });

  const unwritable: readonly (readonly [PathFlavour, string, string])[] = [
    ['posix', 'a relative path', 'app'],
    ['posix', 'a path with ..', '/w/link/../app'],
    ['posix', 'a lone surrogate', '/w/\ud800'],
    ['win32', 'a rooted path without drive', '\\Work'],
    ['win32', 'a device path', '\\\\?\\C:\\Work'],
    ['win32', 'a host that no URI can name', '\\\\my nas\\team'],
  ];
  for (const [flavour, what, path] of unwritable) {
    it(`do not exist for ${what}`, () => equal(toFileUri(path, flavour), undefined));
  }

  const refused: readonly (readonly [string, string, PathFlavour, string])[] = [
    ['another scheme', 'https://example.com/a', 'posix', 'not a file: URI'],
    ['a bare path', '/home/u', 'posix', 'not a file: URI'],
    ['a remote folder of an editor', 'vscode-remote://wsl+ubuntu/home/u', 'posix', 'not a file: URI'],
    ['no slashes', 'file:/home/u', 'posix', 'not a file: URI'],
    ['a foreign host', 'file://evil.example/share', 'posix', 'names another host'],
    ['an encoded slash', 'file:///w/app%2Fsecret', 'posix', 'cannot be decoded'],
    ['an encoded backslash on Windows', 'file:///C:/app%5Csecret', 'win32', 'cannot be decoded'],
    ['half an escape', 'file:///w/100%', 'posix', 'cannot be decoded'],
    ['bytes that are not UTF-8', 'file:///w/%FF', 'posix', 'cannot be decoded'],
    ['an unencoded #, which would name the parent', 'file:///w/a#b', 'posix', 'cannot be decoded'],
    ['a query', 'file:///w/a?b', 'posix', 'cannot be decoded'],
    ['a raw line break', 'file:///w/a\nb', 'posix', 'cannot be decoded'],
    ['a backslash, which would become a slash', 'file:///w/a\\b', 'posix', 'cannot be decoded'],
    ['traversal', 'file:///w/app/../secret', 'posix', 'not an absolute path'],
    ['encoded traversal', 'file:///w/app/%2E%2e/secret', 'posix', 'not an absolute path'],
    ['an encoded zero', 'file:///w/a%00b', 'posix', 'not an absolute path'],
    ['no drive on Windows', 'file:///Work/App', 'win32', 'cannot be decoded'],
    ['a device name on Windows', 'file:///C:/Work/NUL', 'win32', 'not an absolute path'],
  ];
  for (const [what, uri, flavour, reason] of refused) {
    it(`are refused with a reason, not an exception: ${what}`, () => {
      deepEqual(parseFileUri(uri, flavour), { kind: 'refused', reason });
    });
  }

  it('are taken as others write them: localhost, an encoded drive colon, raw non-ASCII', () => {
    deepEqual(parseFileUri('file://localhost/w/app', 'posix'), { kind: 'path', path: '/w/app' });
    deepEqual(parseFileUri('file:///c%3A/temp', 'win32'), { kind: 'path', path: 'c:\\temp' });
    deepEqual(parseFileUri('file:///w/größe', 'posix'), { kind: 'path', path: '/w/größe' });
  });

  it('never throw, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom<PathFlavour>('posix', 'win32'),
        (text, flavour) => {
          parseFileUri(text, flavour);
          parseFileUri(`file://${text}`, flavour);
          toFileUri(text, flavour);
        },
      ),
    );
  });
});
