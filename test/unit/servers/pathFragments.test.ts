import { deepEqual, equal } from 'node:assert/strict';
import path from 'node:path';
import { pathFragments } from '../../../src/core/servers/pathFragments';

const home = { posix: '/home/u', win32: 'C:\\Users\\u' };

function has(text: string, part: string, flavour: 'posix' | 'win32' = 'posix'): void {
  const found = pathFragments(text, home[flavour], path[flavour]);
  equal(found.includes(part), true, `${text}: ${found.join(' , ')}`);
}

describe('pathFragments: what a program could read as a path', () => {
  const cases: readonly (readonly [text: string, part: string])[] = [
    ['../api', '../api'],
    ['api', 'api'],
    ['../my api', '../my api'],
    ['--root=../api', '../api'],
    ['--map=a=../b', 'a=../b'],
    ['--map=a=../b', '../b'],
    ['root=/x/../api', '/x/../api'],
    ['-I../api', '../api'],
    ['-v../api:/data', '../api'],
    ['/a:../api:/b', '../api'],
    ['a,../api;../b', '../b'],
    ['/a:../my api:/b', '../my api'],
    ['ls ../api', '../api'],
    ['{"root":"../api"}', '../api'],
    ["['../api']", '../api'],
    ['@../list', '../list'],
    ['file:../api', '../api'],
    ['file:///x/link', '/x/link'],
    ['file:/x/link', '/x/link'],
    ['file://localhost/x/link', '/x/link'],
    ['file:///x/l%69nk', '/x/link'],
    ['..%2Fapi', '../api'],
    ['~', '/home/u'],
    ['~/api', '/home/u/api'],
    ['--root=~/api', '/home/u/api'],
    ['a:~/api', '/home/u/api'],
  ];
  for (const [text, part] of cases) it(`${part} in ${text}`, () => has(text, part));

  const windows: readonly (readonly [text: string, part: string])[] = [
    ['..\\api', '..\\api'],
    ['--root=C:\\x\\link', 'C:\\x\\link'],
    ['C:\\a;..\\api', '..\\api'],
    ['root:..\\api', '..\\api'],
    ['file:///C:/x/link', 'C:\\x\\link'],
    ['~\\api', 'C:\\Users\\u\\api'],
  ];
  for (const [text, part] of windows) it(`on Windows, ${part} in ${text}`, () => has(text, part, 'win32'));

  it('takes no share and no device of Windows: a look would touch another machine', () => {
    deepEqual(pathFragments('\\\\host\\share', home.win32, path.win32), []);
    deepEqual(pathFragments('//host/share', home.win32, path.win32), []);
  });

  it('takes nothing that no system takes for a path', () => {
    deepEqual(pathFragments('', home.posix, path.posix), []);
    deepEqual(pathFragments('a\0b', home.posix, path.posix), []);
    deepEqual(pathFragments('a'.repeat(40_000), home.posix, path.posix), []);
  });
});
