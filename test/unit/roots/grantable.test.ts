import { deepEqual, equal } from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import { addressKey, fileKey, fileOf, grantableText, isFolder } from '../../../src/core/roots/grantable';
import { asRealPath } from '../../../src/core/roots/realPath';

describe('What consent is given for', () => {
  const isNoPath = (key: string) => {
    deepEqual(
      [posix.isAbsolute(key), win32.isAbsolute(key), posix.dirname(key), win32.dirname(key)],
      [false, false, '.', '.'],
    );
  };

  it('an address is kept under a key that is no path of any system, and lies in none', () => {
    for (const uri of ['https://api.example.com/v1?x=1#y', 'urn:a:b', 'x:C:\\a\\..\\b', 'https://a/%2F']) {
      const key = addressKey(uri);
      isNoPath(key);
      deepEqual([isFolder(key), fileOf(key), grantableText(key)], [false, undefined, uri]);
    }
  });

  it('so is a single file, and never under the key of a folder or an address', () => {
    for (const path of ['/w/notes.md', 'C:\\w\\notes.md', '/w/%2F', '/w/a b\u{1F600}']) {
      const key = fileKey(asRealPath(path));
      isNoPath(key);
      deepEqual([isFolder(key), fileOf(key), grantableText(key)], [false, path, path]);
      equal(addressKey(path) === String(key) || path === String(key), false);
    }
  });

  it('a folder is its real path, whatever it is called', () => {
    for (const path of ['/w/address:x', '/address:x', '/file:%2Fw', 'C:\\file:x']) {
      const folder = asRealPath(path);
      deepEqual([isFolder(folder), fileOf(folder), grantableText(folder)], [true, undefined, path]);
    }
  });
});
