import { deepEqual } from 'node:assert/strict';
import path from 'node:path';
import type { Availability, Candidate } from '../../../src/core/roots/candidate';
import { fileKey } from '../../../src/core/roots/grantable';
import { asRealPath } from '../../../src/core/roots/realPath';
import { noLeads, readFrom, type PathLeads } from '../../../src/core/servers/pathLeads';
import { namedFolders } from '../../../src/core/servers/namedFolders';
import { available, entry } from '../roots/catalogBench';

function candidate(at: string, availability: Availability = available(at)): Candidate {
  const name = at.split(/[\\/]/).at(-1) || at;
  return { ...entry(at, name), availability, aliases: [] };
}

function names(
  flavour: path.PlatformPath,
  text: string,
  ...candidates: readonly Candidate[]
): readonly string[] {
  return namedFolders([text], undefined, candidates, flavour).map(({ path: named }) => named);
}

describe('namedFolders: any way of naming a folder to a server needs its grant (rule 2)', () => {
  const web = candidate('/w/web');
  const named: readonly string[] = [
    '/w/web',
    '/w/web/',
    '/w/web/src/index.ts',
    '--root=/w/web',
    '--root /w/web --verbose',
    'A=/x:/w/web:/y',
    '["/w/web"]',
    "'/w/web'",
    'file:///w/web',
    'file:///w/web/src',
    'FILE:///w/web',
    'file://localhost/w/web',
    'file:///w/w%65b',
    '100% of file:///w/%77eb',
    '/w//web',
    '/w/./web',
    '/w/x/../web',
    '/w/api/../web/src',
    '/W/Web',
    '-I/w/web',
    '--include/w/web/src',
    '-v /w/web:/data',
    '/x /w/web',
    '~user@/w/web',
  ];
  for (const text of named)
    it(`names it: ${text}`, () => deepEqual(names(path.posix, text, web), ['/w/web']));

  const others: readonly string[] = [
    '',
    '/w',
    '/w/we',
    '/w/web2',
    '/w/web-old',
    '/w/web.bak/x',
    '/x/w/web',
    '-I/x/w/web',
    'src/w/web',
    'https://host/w/web',
    'web',
  ];
  for (const text of others) {
    it(`names another: ${text || '(nothing)'}`, () => deepEqual(names(path.posix, text, web), []));
  }

  it('names it also when the path leads out of it again', () => {
    deepEqual(names(path.posix, '/w/web/../api', web), ['/w/web']);
  });

  it('names a folder with an accent, composed or not', () => {
    const accent = candidate('/w/caf\u00e9');
    deepEqual(names(path.posix, '/w/cafe\u0301/x', accent), ['/w/caf\u00e9']);
  });

  it('names a folder by the real path and by every alias', () => {
    const link: Candidate = {
      ...candidate('/l/link', available('/w/web')),
      aliases: [entry('/m/other')],
    };
    for (const text of ['/l/link/x', '/w/web/x', '/m/other/x'])
      deepEqual(names(path.posix, text, link), ['/l/link'], text);
  });

  it('means the narrower of two candidates, unless the wider stands there too', () => {
    const wide = candidate('/w');
    deepEqual(names(path.posix, '/w/web/src', wide, web), ['/w/web']);
    deepEqual(names(path.posix, '/w/api', wide, web), ['/w']);
    deepEqual(names(path.posix, '/w/web /w', wide, web), ['/w', '/w/web']);
  });

  it('names the whole disk only by itself', () => {
    const disk = candidate('/');
    for (const text of ['/', '//', '--root=/', '-v /:/host', 'file:///'])
      deepEqual(names(path.posix, text, disk), ['/'], text);
    for (const text of ['/usr/bin', 'a/b', 'dist/', 'https://host/'])
      deepEqual(names(path.posix, text, disk), [], text);
  });

  it('looks through every text and lists folders in the order of the workspace', () => {
    const all = ['/w/a', '/w/b', '/w/c'].map((each) => candidate(each));
    deepEqual(
      namedFolders(['/w/c', '-x', '/w/a'], undefined, all, path.posix).map(({ name }) => name),
      ['a', 'c'],
    );
  });

  it('names a single file by its real path too, and the folder around it no more', () => {
    const file = asRealPath('/w/web/notes.md');
    const key = fileKey(file);
    const notes = candidate('/w/link.md', { kind: 'file', file, key });
    for (const text of ['/w/link.md', '-x=/w/web/notes.md', 'file:///w/web/notes.md']) {
      deepEqual(namedFolders([text], undefined, [web, notes], path.posix), [
        { name: 'link.md', path: '/w/link.md', grantable: key, moved: false },
      ]);
    }
    deepEqual(names(path.posix, '/w/web/notes.md.bak', web, notes), ['/w/web']);
  });

  it('says what of it can be granted', () => {
    const gone = candidate('/w/gone', { kind: 'missing' });
    const moved = candidate('/w/moved', {
      kind: 'moved',
      realPath: asRealPath('/w/moved'),
      identity: { device: 'd1', inode: 'i2' },
    });
    deepEqual(namedFolders(['/w/web /w/gone /w/moved'], undefined, [web, gone, moved], path.posix), [
      { name: 'web', path: '/w/web', grantable: asRealPath('/w/web'), moved: false },
      { name: 'gone', path: '/w/gone', grantable: undefined, moved: false },
      { name: 'moved', path: '/w/moved', grantable: asRealPath('/w/moved'), moved: true },
    ]);
  });
});

describe('namedFolders: where paths lead', () => {
  const all = ['/w', '/w/web', '/w/api', '/home/u'].map((each) => candidate(each));
  const led = (leads: Partial<PathLeads>) =>
    namedFolders([], undefined, all, path.posix, { ...noLeads, ...leads }).map(({ path: named }) => named);

  it('counts like what is written', () => {
    deepEqual(led({ absolute: ['/w/api/src', '/x'] }), ['/w/api']);
    deepEqual(led({ from: '/w/web', relative: ['/w/api'] }), ['/w/api']);
  });

  it('says nothing of a relative path that stays where the program works', () => {
    deepEqual(led({ from: '/w/web', relative: ['/w/web', '/w/web/src'] }), []);
    deepEqual(led({ from: '/home/u/private/empty', relative: ['/home/u/private/empty/word'] }), []);
  });

  it('counts for a narrower folder inside it', () => {
    deepEqual(led({ from: '/w', relative: ['/w/other', '/w/api'] }), ['/w/api']);
  });

  it('counts for the folder that the program works in where the path is absolute', () => {
    deepEqual(led({ from: '/home/u/private', absolute: ['/home/u/x'] }), ['/home/u']);
  });

  it('is known of a relative path once its directory is', () => {
    const loose = { ...noLeads, loose: ['../api', 'src'] };
    deepEqual(readFrom(loose, '/w/web', path.posix), {
      ...loose,
      from: '/w/web',
      relative: ['/w/api', '/w/web/src'],
    });
    deepEqual(readFrom(loose, undefined, path.posix), loose);
    const known = { ...loose, from: '/w/x' };
    deepEqual(readFrom(known, '/w/web', path.posix), known);
  });
});

describe('namedFolders: on Windows', () => {
  const web = candidate('C:\\w\\web');
  const named: readonly string[] = [
    'C:\\w\\web',
    'c:\\W\\Web\\src',
    'C:/w/web',
    '--root=C:\\w\\web',
    '-IC:\\w\\web',
    'C:\\w\\api\\..\\web',
    'C:\\w\\.\\web',
    '\\\\?\\C:\\w\\web',
    'C:\\w\\web.',
    'C:\\w\\web. \\src',
    'C:\\w.\\web',
    'file:///C:/w/web',
    'file:///c%3A/w/web',
    'X;C:\\w\\web;Y',
  ];
  for (const text of named)
    it(`names it: ${text}`, () => deepEqual(names(path.win32, text, web), ['C:\\w\\web']));

  const others: readonly string[] = ['D:\\w\\web', 'C:\\w\\web2', 'C:\\w', 'C:\\w\\web.old', '\\w\\web'];
  for (const text of others) it(`names another: ${text}`, () => deepEqual(names(path.win32, text, web), []));

  it('names a folder of a share, and a whole drive', () => {
    const share = candidate('\\\\nas\\team\\x');
    deepEqual(names(path.win32, '//NAS/team/x/y', share), ['\\\\nas\\team\\x']);
    deepEqual(names(path.win32, 'file://nas/team/x/y', share), ['\\\\nas\\team\\x']);
    const drive = candidate('D:\\');
    deepEqual(names(path.win32, 'D:\\anything', drive), ['D:\\']);
  });
});

describe('namedFolders: the working directory needs a grant wherever it lies (rule 8)', () => {
  const cwd = (at: string, real = at) => ({ path: at, realPath: asRealPath(real) });

  it('is named besides the candidates', () => {
    deepEqual(namedFolders(['-x'], cwd('/srv/l', '/srv/data'), [candidate('/w/web')], path.posix), [
      { name: 'l', path: '/srv/l', grantable: asRealPath('/srv/data'), moved: false },
    ]);
  });

  it('is named once when it is a candidate', () => {
    deepEqual(
      namedFolders(['/w/web'], cwd('/w/web'), [candidate('/w/web')], path.posix).map(({ path: at }) => at),
      ['/w/web'],
    );
  });

  it('is named by itself also inside a candidate, since it may be refused there', () => {
    deepEqual(
      namedFolders(['/w/web/src'], cwd('/w/web/src'), [candidate('/w/web')], path.posix).map(
        ({ path: at }) => at,
      ),
      ['/w/web', '/w/web/src'],
    );
  });

  it('is moved with the candidate in which it lies (rule 5)', () => {
    const moved = candidate('/w/web', {
      kind: 'moved',
      realPath: asRealPath('/w/web'),
      identity: { device: 'd1', inode: 'i2' },
    });
    deepEqual(namedFolders([], cwd('/w/web/src'), [moved], path.posix), [
      { name: 'src', path: '/w/web/src', grantable: asRealPath('/w/web/src'), moved: true },
    ]);
  });
});
