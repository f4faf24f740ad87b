import { deepEqual, equal } from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { everything, filesystem, fixture, uri } from './servers';
import { Stage } from './stage';

const stage = new Stage();

/** What server-everything shows of its roots. */
function shown(roots: readonly { readonly name: string; readonly uri: string }[]): string {
  const list = roots.map((root, i) => `${i + 1}. ${root.name}\n   URI: ${root.uri}`).join('\n\n');
  return `Current MCP Roots (${roots.length} total):\n\n${list}\n\n`;
}

describe('folders reach servers', () => {
  afterEach(() => stage.clear());

  const names = [
    'with spaces',
    ' leading space',
    'hash#tag',
    'question?mark',
    'per%cent',
    'twice%2520encoded',
    'Grüße 日本語 🙂',
    'decomposed u\u0308',
    "quote\"s 'and' `ticks`",
    'a;b&c=d+e,f@g!$(h)[i]{j}|k^l~',
    'back\\slash',
    '-dash',
    '日本',
  ];

  it('with any name, as addresses that a real server takes back to the same folder', async () => {
    const folders = await Promise.all(names.map((name) => stage.makeFolder(name)));
    const grants = { fs: folders, every: folders };
    const probe = await stage.start({ fs: filesystem(), every: everything() }, { folders, grants });
    await probe.untilLog('fs', `${names.length} valid directories`);
    for (const [i, folder] of folders.entries()) {
      const note = await probe.call('fs', 'read_text_file', { path: path.join(folder, 'note.txt') });
      equal(note, `the note of ${names[i]}`);
    }
    const addresses = folders.map(uri);
    deepEqual((await probe.standing('fs')).exposed, addresses);
    deepEqual((await probe.until('fs', 'answered')).uris, addresses);
    const text = await probe.call('every', 'get-roots-list');
    const expected = addresses.map((each, i) => ({ name: names[i]?.trim() ?? '', uri: each }));
    equal(text.slice(0, text.indexOf('Note: ')), shown(expected));
  });

  it('with line breaks and direction marks made harmless in the name and kept in the address', async () => {
    const odd = {
      'line\nbreak': 'line break',
      'right\u200fto\u200fleft': 'righttoleft',
      'over\u202eride': 'override',
      'bell\u0007': 'bell',
      'escape\u001b[2J': 'escape [2J',
      'trailing space ': 'trailing space',
    };
    const folders = await Promise.all(Object.keys(odd).map((name) => stage.makeFolder(name)));
    const grants = { every: folders, good: folders };
    const probe = await stage.start({ every: everything(), good: fixture() }, { folders, grants });
    const text = await probe.call('every', 'get-roots-list');
    const expected = Object.values(odd).map((name, i) => ({ name, uri: uri(folders[i] ?? '') }));
    equal(text.slice(0, text.indexOf('Note: ')), shown(expected));
    await probe.until('good', 'answered');
    for (const [i, name] of Object.keys(odd).entries()) {
      const note = path.join(folders[i] ?? '', 'note.txt');
      equal(await probe.call('good', 'read', { path: note }), `the note of ${name}`);
    }
  });

  it('of one name in one workspace under names that differ, counted only over what a server sees', async () => {
    const folders = await Promise.all(['x/app', 'y/app', 'z/app'].map((name) => stage.makeFolder(name)));
    const [x = '', y = '', z = ''] = folders;
    const grants = { every: [y], all: [x, y, z] };
    const probe = await stage.start({ every: everything(), all: everything() }, { folders, grants });
    const [one, all] = [
      await probe.call('every', 'get-roots-list'),
      await probe.call('all', 'get-roots-list'),
    ];
    equal(one.slice(0, one.indexOf('Note: ')), shown([{ name: 'app', uri: uri(y) }]));
    const numbered = [
      { name: 'app', uri: uri(x) },
      { name: 'app (2)', uri: uri(y) },
      { name: 'app (3)', uri: uri(z) },
    ];
    equal(all.slice(0, all.indexOf('Note: ')), shown(numbered));
  });

  it('once, by their real path, when several entries lead to one folder', async () => {
    const [real, other] = [await stage.makeFolder('places/real'), await stage.makeFolder('places/other')];
    const link = path.join(await stage.folder, 'link');
    const places = path.join(await stage.folder, 'the same places');
    await symlink(real, link);
    await symlink(path.dirname(real), places);
    const folders = [link, real, path.join(places, 'real'), path.join(places, 'other')];
    const probe = await stage.start({ fs: filesystem() }, { folders, grants: { fs: [link] } });
    await probe.untilLog('fs', '1 valid directories');
    equal(await probe.call('fs', 'list_allowed_directories'), `Allowed directories:\n${real}`);
    const standing = await probe.standing('fs');
    deepEqual(standing.exposed, [uri(real)]);
    deepEqual(standing.folders, [
      { folder: link, consent: { kind: 'allowed', duration: 'always' } },
      { folder: path.join(places, 'other'), consent: { kind: 'undecided' } },
    ]);
    const mark = probe.mark();
    await probe.run(`grant fs ${other}`);
    await probe.untilLog('fs', '2 valid directories', mark);
    deepEqual((await probe.standing('fs')).exposed, [uri(real), uri(other)]);
  });

  it('with those inside them that are candidates too, unless such a one is denied', async () => {
    const [outer, inner] = [await stage.makeFolder('outer'), await stage.makeFolder('outer/inner')];
    const [folders, grants] = [[outer, inner], { fs: [outer] }];
    const probe = await stage.start({ fs: filesystem() }, { folders, grants });
    await probe.untilLog('fs', '2 valid directories');
    deepEqual(probe.story('fs').slice(-1), [`answered ${uri(outer)} ${uri(inner)}`]);
    const mark = probe.mark();
    await probe.run(`deny fs ${inner}`);
    await probe.untilLog('fs', '1 valid directories', mark);
    deepEqual(probe.story('fs', mark), [
      'replaced: a folder that it knew was withdrawn',
      'exited',
      'spawned',
      'initialised',
      'asked',
      `answered ${uri(outer)}`,
    ]);
    deepEqual((await probe.standing('fs')).folders, [
      { folder: outer, consent: { kind: 'allowed', duration: 'always' } },
      { folder: inner, consent: { kind: 'denied', duration: 'always' } },
    ]);
  });

  it('as consented over a restart of the host', async () => {
    const [a, b] = [await stage.makeFolder('a'), await stage.makeFolder('b')];
    const storage = ['--storage', path.join(await stage.folder, 'storage')];
    const first = await stage.start({ fs: filesystem() }, { folders: [a, b], args: storage });
    await first.run(`grant fs ${a}`);
    await first.run(`deny fs ${b}`);
    await first.end();
    const second = await stage.start({ fs: filesystem() }, { folders: [a, b], args: storage });
    await second.untilLog('fs', '1 valid directories');
    deepEqual(second.story('fs'), ['spawned', 'initialised', 'asked', `answered ${uri(a)}`]);
    const { decisions } = await second.run('state');
    deepEqual(
      decisions?.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)),
      [
        { server: 'fs', folder: a, verdict: 'allow', duration: 'always' },
        { server: 'fs', folder: b, verdict: 'deny', duration: 'always' },
      ],
    );
  });

  it('of another definition of the same name only after another consent', async () => {
    const a = await stage.makeFolder('a');
    const args = ['--storage', path.join(await stage.folder, 'storage')];
    const first = await stage.start({ fs: filesystem() }, { folders: [a], args, grants: { fs: [a] } });
    await first.end();
    const edited = filesystem({ env: { EDITED: 'yes' } });
    const second = await stage.start({ fs: edited }, { folders: [a], args });
    await second.until('fs', 'answered');
    deepEqual(second.story('fs'), ['spawned', 'initialised', 'asked', 'answered']);
    deepEqual((await second.standing('fs')).waiting, [a]);
  });
});
