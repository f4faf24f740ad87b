import { deepEqual, equal } from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { contains, judge, type Operation, type PinnedRoot } from '../../../src/core/roots/containment';
import { asRealPath } from '../../../src/core/roots/realPath';
import { nodeDisk } from '../../../src/node/paths/nodeDisk';
import { pinRoot } from '../../../src/node/paths/pinRoot';
import { listAllowed, listJudgedDirectory, readJudgedFile } from '../../../src/node/paths/readJudged';
import { openAllowed } from '../../../src/node/paths/openAllowed';
import { readCases } from '../../containment/caseFile';
import { runCase } from '../../containment/runCase';

describe('containment', () => {
  let top: string;
  let roots: readonly PinnedRoot[];

  beforeEach(async () => {
    top = realpathSync.native(mkdtempSync(join(tmpdir(), 'containment-')));
    for (const directory of ['app/sub', 'lib', 'outside/deep'])
      mkdirSync(join(top, directory), { recursive: true });
    writeFileSync(join(top, 'app/a.txt'), 'A');
    writeFileSync(join(top, 'app/sub/s.txt'), 'IN');
    writeFileSync(join(top, 'outside/s.txt'), 'OUT');
    roots = await pinned('app');
  });

  afterEach(() => rmSync(top, { recursive: true, force: true }));

  async function pinned(...directories: string[]): Promise<readonly PinnedRoot[]> {
    const pins = await Promise.all(directories.map((each) => pinRoot(join(top, each))));
    return pins.flatMap((pin) => pin ?? []);
  }

  async function verdict(path: string, operation: Operation, among = roots): Promise<string> {
    const judgement = await judge(`${top}/${path}`, operation, among, nodeDisk);
    if (judgement.verdict === 'deny') return judgement.reason;
    return `allow ${judgement.realPath.slice(top.length)} ${judgement.entry?.kind ?? 'nothing'}`;
  }

  async function allowed(path: string, operation: Operation) {
    const judgement = await judge(join(top, path), operation, roots, nodeDisk);
    if (judgement.verdict === 'deny') throw new Error(judgement.reason);
    return judgement;
  }

  describe('keeps the contract', () => {
    for (const each of readCases('test/containment/cases.json')) {
      it(each.id, async function test() {
        const result = await runCase(each);
        if (result.kind === 'not run') this.skip();
        deepEqual(result, { kind: 'passed' });
      });
    }
  });

  it('says the same of what is outside, whether it exists or not and whatever it is', async () => {
    mkdirSync(join(top, 'closed'), { mode: 0 });
    const places = [
      'outside/s.txt',
      'outside/none',
      'outside/s.txt/x',
      'outside',
      'closed/x',
      'outside/none/x/y',
      '',
    ];
    const answers = await Promise.all(places.map((place) => verdict(place, 'read')));
    deepEqual(new Set(answers), new Set(['outside']));
  });

  it('reads and writes regular files, lists directories, and takes a place where nothing is yet', async () => {
    deepEqual(
      await Promise.all([
        verdict('app/a.txt', 'read'),
        verdict('app/a.txt', 'write'),
        verdict('app/a.txt', 'list'),
        verdict('app/sub', 'read'),
        verdict('app/sub/', 'list'),
        verdict('app', 'list'),
        verdict('app/new', 'write'),
        verdict('app/new/deep/file', 'write'),
        verdict('app/new/', 'write'),
        verdict('app/new/', 'list'),
        verdict('app/sub', 'inspect'),
        verdict('app/a.txt', 'inspect'),
      ]),
      [
        'allow /app/a.txt file',
        'allow /app/a.txt file',
        'not a directory',
        'not a regular file',
        'allow /app/sub directory',
        'allow /app directory',
        'allow /app/new nothing',
        'allow /app/new/deep/file nothing',
        'not a regular file',
        'allow /app/new nothing',
        'allow /app/sub directory',
        'allow /app/a.txt file',
      ],
    );
  });

  it('holds a single file as exactly that file, whichever lies there, and nothing in what is put in its place', async () => {
    const single = await pinned('app/a.txt');
    const judged = (path: string, operation: Operation) => verdict(path, operation, single);
    mkdirSync(join(top, 'app/a.txt.d'));
    const places = ['app', 'app/a.txt.d', 'app/sub/s.txt', 'app/a.txt/x', 'app/new'];
    deepEqual(
      new Set(await Promise.all(places.map((place) => judged(place, 'inspect')))),
      new Set(['outside']),
    );
    deepEqual(
      await Promise.all([
        judged('app/a.txt', 'read'),
        judged('app/a.txt', 'write'),
        judged('app/a.txt', 'list'),
      ]),
      ['allow /app/a.txt file', 'allow /app/a.txt file', 'not a directory'],
    );
    writeFileSync(join(top, 'app/saved'), 'anew');
    renameSync(join(top, 'app/saved'), join(top, 'app/a.txt'));
    equal(await judged('app/a.txt', 'read'), 'allow /app/a.txt file');
    rmSync(join(top, 'app/a.txt'));
    equal(await judged('app/a.txt', 'write'), 'root is gone');
    symlinkSync('../outside/s.txt', join(top, 'app/a.txt'));
    equal(await judged('app/a.txt', 'read'), 'outside');
    rmSync(join(top, 'app/a.txt'));
    mkdirSync(join(top, 'app/a.txt'));
    deepEqual(await Promise.all([judged('app/a.txt', 'list'), judged('app/a.txt/x', 'write')]), [
      'root was replaced',
      'outside',
    ]);
  });

  it('reads and writes no socket, pipe or device', async () => {
    const listener = createServer().listen(join(top, 'app/socket'));
    try {
      await once(listener, 'listening');
      deepEqual(await Promise.all([verdict('app/socket', 'read'), verdict('app/socket', 'write')]), [
        'not a regular file',
        'not a regular file',
      ]);
    } finally {
      listener.close();
    }
  });

  it('follows a dangling link to where it would make something', async () => {
    symlinkSync('sub/new.txt', join(top, 'app/inside'));
    symlinkSync('../outside/new.txt', join(top, 'app/out'));
    symlinkSync('inside', join(top, 'app/chain'));
    symlinkSync(join(top, 'app/none'), join(top, 'outside/back'));
    deepEqual(
      await Promise.all(
        ['app/inside', 'app/out', 'app/chain', 'outside/back/x'].map((path) => verdict(path, 'write')),
      ),
      [
        'allow /app/sub/new.txt nothing',
        'outside',
        'allow /app/sub/new.txt nothing',
        'allow /app/none/x nothing',
      ],
    );
  });

  it('does not guess what .. means behind a name that is missing', async () => {
    equal(await verdict('app/none/../a.txt', 'read'), 'outside');
  });

  it('allows by any root that still is what was granted', async () => {
    const both = await pinned('app', 'app/sub');
    renameSync(join(top, 'app/sub'), join(top, 'moved'));
    renameSync(join(top, 'outside'), join(top, 'app/sub'));
    equal(await verdict('app/sub/s.txt', 'read', both), 'allow /app/sub/s.txt file');
    equal(await verdict('app/sub/s.txt', 'read', both.toReversed()), 'allow /app/sub/s.txt file');
    equal(await verdict('app/sub/s.txt', 'read', both.slice(1)), 'root was replaced');
  });

  it('says of a root that is gone that it is gone, and of one in whose place something lies that it was replaced', async () => {
    const roots = await pinned('app/sub');
    renameSync(join(top, 'app/sub'), join(top, 'away'));
    equal(await verdict('app/sub/s.txt', 'read', roots), 'root is gone');
    renameSync(join(top, 'outside'), join(top, 'app/sub'));
    equal(await verdict('app/sub/s.txt', 'read', roots), 'root was replaced');
  });

  it('compares name by name, also at the top of the disk', () => {
    const real = asRealPath;
    equal(contains(real('/'), real('/w'), 'posix'), true);
    equal(contains(real('/w/app'), real('/w/app'), 'posix'), true);
    equal(contains(real('/w/app'), real('/w/app-secret'), 'posix'), false);
    equal(contains(real('/w/app'), real('/w'), 'posix'), false);
    equal(contains(real('/w/app'), real('/w/APP/x'), 'posix'), false);
    equal(contains(real('C:\\Work'), real('c:\\Work\\x'), 'win32'), true);
    equal(contains(real('C:\\Work'), real('D:\\Work\\x'), 'win32'), false);
    equal(contains(real('\\\\nas\\team'), real('\\\\NAS\\team\\x'), 'win32'), true);
  });

  it('reads a file and lists a directory through what was judged', async () => {
    deepEqual(
      await readJudgedFile(
        join(top, 'app/a.txt'),
        () => roots,
        async (file) => String(await file.readFile()),
      ),
      {
        kind: 'done',
        value: 'A',
      },
    );
    const listing = await listJudgedDirectory(join(top, 'app'), () => roots, 10);
    deepEqual(
      listing.kind === 'done' && new Set(listing.value.entries.map(({ name, kind }) => `${kind} ${name}`)),
      new Set(['file a.txt', 'directory sub']),
    );
    deepEqual(
      await listJudgedDirectory(join(top, 'app'), () => roots, 1).then(
        (cut) => cut.kind === 'done' && cut.value.cut,
      ),
      true,
    );
    deepEqual(await listJudgedDirectory(join(top, 'outside'), () => roots, 10), {
      kind: 'denied',
      reason: 'outside',
    });
    deepEqual(
      await readJudgedFile(
        join(top, 'app/none'),
        () => roots,
        async () => 1,
      ),
      { kind: 'missing' },
    );
  });

  it('uses nothing that was swapped between judgement and opening', async () => {
    const file = await allowed('app/sub/s.txt', 'read');
    const directory = await allowed('app/sub', 'list');
    renameSync(join(top, 'app/sub'), join(top, 'app/kept'));
    symlinkSync(join(top, 'outside'), join(top, 'app/sub'));
    const read = await openAllowed(
      file,
      'read',
      () => roots,
      async (handle) => String(await handle.readFile()),
    );
    deepEqual(read, { kind: 'denied', reason: 'outside' });
    deepEqual(await listAllowed(directory, () => roots, 10), { kind: 'denied', reason: 'outside' });
  });

  it('uses nothing whose grant was withdrawn between judgement and opening', async () => {
    const file = await allowed('app/a.txt', 'read');
    deepEqual(
      await openAllowed(
        file,
        'read',
        () => [],
        async () => 'read',
      ),
      { kind: 'denied', reason: 'outside' },
    );
  });

  it('drops a root that is missing, relative or empty, and puts nothing in its place', async () => {
    deepEqual(await Promise.all([join(top, 'none'), 'app', '', '~'].map(pinRoot)), [
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
