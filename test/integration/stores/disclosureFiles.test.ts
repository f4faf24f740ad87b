import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFile,
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  rm,
  statfs,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import type { DisclosureEvent } from '../../../src/core/record/disclosure';
import { PrivateFolder } from '../../../src/node/stores/privateFolder';
import { Child } from './child';
import { answeredEntry, DisclosureBench, storyOf } from './disclosureBench';
import { KeptLog, Surroundings } from '../../unit/stores/surroundings';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe('DisclosureFiles: the record on disk', function () {
  this.timeout(60_000);
  const surroundings = new Surroundings();
  const bench = async (options = {}) =>
    new DisclosureBench(surroundings, await surroundings.storage(), options);

  const events: readonly DisclosureEvent[] = [
    { event: 'spawned', pid: 7, cwd: '/w/\u202eweb', told: ['file:///w/web'] },
    { event: 'initialised', protocolVersion: '2025-11-25', serverInfo: 'git 1' },
    { event: 'asked' },
    { event: 'answered', uris: ['file:///w/a%20b', 'file:///w/%C3%BC'] },
    { event: 'list_changed' },
    { event: 'held', method: 'tools/call' },
    { event: 'released', count: 2 },
    { event: 'replaced', why: 'a folder that it knew was withdrawn' },
    { event: 'refused', why: 'roots are not declared to it' },
    { event: 'called', tool: 'read_file' },
    { event: 'sampled', model: 'large', inputTokens: 3, outputTokens: 4 },
    { event: 'sampling refused', why: 'no model' },
    { event: 'elicited', how: 'form', outcome: 'accept' },
    { event: 'elicited', how: 'address', outcome: 'decline' },
    { event: 'failed', why: 'no answer' },
    { event: 'exited', how: 'code 0' },
    { event: 'connected', address: 'https://a.example/mcp', told: ['file:///w/web'] },
    { event: 'not untold', uris: ['file:///w/web'] },
    { event: 'decided', folder: '/w/web', verdict: 'allow', duration: 'session' },
    { event: 'withdrawn', folder: '/w/web' },
    { event: 'approved' },
    { event: 'approval taken back' },
  ];

  it('gives back every kind of event as it was, whoever was at the other end', async () => {
    const { files, ...own } = await bench();
    const entries = events.map((what, i) =>
      answeredEntry(i + 1, {
        what,
        ...(i === 3 && { who: { client: 'another editor' }, times: 10_000, until: 5000 }),
        ...(i > 17 && { session: undefined }),
      }),
    );
    for (const entry of entries) files.add(entry);
    const { entries: kept, ...rest } = await files.read();
    assert.deepEqual(
      kept,
      entries.map((entry) => ({ ...entry, window: files.window })),
    );
    assert.deepEqual(rest, { gaps: [], ended: new Set(), passedOver: 0 });
    assert.deepEqual(own.log.warnings, []);
  });

  it('is JSON lines in a folder of mode 0700 below a keyed hash of the workspace, each file of mode 0600', async () => {
    const own = await bench();
    await own.write(answeredEntry(1));
    const folder = await own.folder();
    const [name = ''] = await own.names();
    assert.match(path.basename(folder), /^[0-9a-f]{32}$/);
    assert.match(name, /^[0-9a-f]{16}-000001\.jsonl$/);
    const modes = [folder, path.dirname(folder), path.join(folder, name)].map(async (each) =>
      ((await lstat(each)).mode & 0o777).toString(8),
    );
    assert.deepEqual(await Promise.all(modes), ['700', '700', '600']);
    const lines = (await own.text()).trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as { event: string }).event),
      ['window', 'answered'],
    );
  });

  it('of several windows and earlier runs is merged by time; another workspace has its own', async () => {
    const storage = await surroundings.storage();
    const [one, two] = [
      new DisclosureBench(surroundings, storage),
      new DisclosureBench(surroundings, storage),
    ];
    await one.write(answeredEntry(1, { at: 10 }), answeredEntry(2, { at: 30 }));
    await two.write(answeredEntry(1, { at: 20 }), answeredEntry(2, { at: 40 }));
    const { entries } = await new DisclosureBench(surroundings, storage).files.read();
    assert.deepEqual(
      entries.map(({ at, window }) => [at, window]),
      [
        [10, one.files.window],
        [20, two.files.window],
        [30, one.files.window],
        [40, two.files.window],
      ],
    );
    const other = new DisclosureBench(surroundings, storage, { workspace: 'another' });
    assert.deepEqual(await other.story(), ['', 0]);
  });

  it('says which windows are over: nothing of theirs runs any more', async () => {
    const storage = await surroundings.storage();
    const own = new DisclosureBench(surroundings, storage);
    await own.write(answeredEntry(1));
    const child = new Child('record', [storage.path, 'web and api', '10', 'wait']);
    surroundings.onEnd(() => child.kill());
    assert.deepEqual([await child.expectLine(), await child.expectLine()], ['10', 'waiting']);
    assert.deepEqual((await own.files.read()).ended, new Set());
    await child.kill();
    const { entries, ended } = await own.files.read();
    assert.equal(entries.length, 11);
    const other = new Set(entries.map(({ window }) => window));
    other.delete(own.files.window);
    assert.deepEqual(ended, other);
  });

  it('keeps one entry for what was counted further', async () => {
    const own = await bench();
    await own.write(answeredEntry(1), answeredEntry(2));
    await own.write(answeredEntry(1, { times: 700, until: 9000 }));
    const { entries } = await own.files.read();
    assert.deepEqual(
      entries.map(({ place, times, until }) => [place, times, until]),
      [
        [1, 700, 9000],
        [2, 1, 1002],
      ],
    );
  });

  it('is written in order, however fast it comes', async () => {
    const own = await bench();
    const entries = range(1, 3000).map((place) => answeredEntry(place));
    for (const entry of entries) own.files.add(entry);
    await own.files.flush();
    assert.deepEqual(
      [...(await own.text()).matchAll(/"place":(\d+)/g)].map(([, place]) => Number(place)),
      range(1, 3000),
    );
  });

  it('drops a torn last line on reading and counts foreign, edited and unreadable ones', async () => {
    const storage = await surroundings.storage();
    const own = new DisclosureBench(surroundings, storage);
    await own.write(...range(1, 4).map((place) => answeredEntry(place)));
    const [name = ''] = await own.names();
    const file = path.join(await own.folder(), name);
    const lines = (await readFile(file, 'utf8')).split('\n');
    const edited = lines[2]?.replace('file:///w/2', 'file:///w/x') ?? '';
    const foreign = '{"event":"answered","uris":[]}';
    const text = [lines[0], lines[1], edited, 'no JSON \u00ff', foreign, '', lines[3], lines[4]].join('\n');
    // Torn within a character of several bytes.
    await writeFile(
      file,
      Buffer.concat([Buffer.from(`${text}\n${lines[4]?.slice(0, 40)}`), Buffer.from([0xe2])]),
    );
    const reader = new DisclosureBench(surroundings, storage);
    assert.deepEqual(await reader.story(), ['1 3 4', 4]);
    // A file that was copied to another name says nothing.
    await writeFile(path.join(await own.folder(), `${'0'.repeat(16)}-000001.jsonl`), text, { mode: 0o600 });
    assert.deepEqual((await reader.story())[0], '1 3 4');
    await appendFile(path.join(await own.folder(), 'notes.txt'), 'not of the record');
    assert.deepEqual((await reader.story())[0], '1 3 4');
  });

  for (const [what, spoil] of [
    ['open to others', (file: string) => chmod(file, 0o644)],
    [
      'a link',
      async (file: string) => {
        const elsewhere = `${file}.elsewhere`;
        await writeFile(elsewhere, await readFile(file), { mode: 0o600 });
        await rm(file);
        await symlink(elsewhere, file);
      },
    ],
    ['of any length', (file: string) => truncate(file, 17 * 1024 * 1024)],
  ] as const) {
    it(`passes over a file that is ${what}, and says so`, async () => {
      const storage = await surroundings.storage();
      const [one, two] = [
        new DisclosureBench(surroundings, storage),
        new DisclosureBench(surroundings, storage),
      ];
      await one.write(answeredEntry(1));
      await two.write(answeredEntry(2));
      await spoil(
        path.join(
          await one.folder(),
          (await one.names()).find((name) => name.startsWith(one.files.window)) ?? '',
        ),
      );
      assert.deepEqual(await two.story(), ['2', 1]);
      assert.equal(two.log.warnings.length, 1);
    });
  }

  it('writes through no link that is put in the place of its file', async () => {
    const own = await bench();
    await own.write(answeredEntry(1));
    const file = path.join(await own.folder(), (await own.names())[0] ?? '');
    const bait = path.join(await surroundings.directory(), 'bait');
    await writeFile(bait, '', { mode: 0o600 });
    await rm(file);
    await symlink(bait, file);
    await own.write(answeredEntry(2));
    assert.equal(await readFile(bait, 'utf8'), '');
    assert.match(own.files.trouble?.why ?? '', /is a symbolic link/);
  });

  it('keeps nothing in a folder that is a link, says so once, and goes on when it is a folder again', async () => {
    const storage = await surroundings.storage();
    const elsewhere = await surroundings.directory();
    const link = path.join(storage.path, 'record');
    await symlink(elsewhere, link);
    const own = new DisclosureBench(surroundings, storage);
    await own.write(answeredEntry(1));
    await own.write(answeredEntry(2));
    assert.deepEqual(await readdir(elsewhere), []);
    assert.deepEqual(own.files.trouble?.since, 1001);
    assert.equal(own.log.warnings.length, 1);
    assert.match(
      own.log.warnings[0] ?? '',
      /is incomplete since 1970-01-01T00:00:01\.001Z\. .* is a symbolic link/,
    );
    await rm(link);
    await own.write(answeredEntry(3));
    assert.deepEqual([own.files.trouble, await own.story()], [undefined, ['1 2 3', 0]]);
  });
});

describe('DisclosureFiles: the record does not grow without end', function () {
  this.timeout(60_000);
  const surroundings = new Surroundings();

  it('by size and number of files: the oldest of a window go, first words are in every file', async () => {
    const storage = await surroundings.storage();
    const own = new DisclosureBench(surroundings, storage, { fileBytes: 4000, ownFiles: 3 });
    own.firstWords.push(answeredEntry(1));
    for (const place of range(1, 200)) await own.write(answeredEntry(place));
    const names = await own.names();
    assert.equal(names.length, 3);
    const { entries, passedOver } = await own.files.read();
    const places = entries.map(({ place }) => place);
    assert.deepEqual([places[0], places.at(-1), passedOver], [1, 200, 0]);
    assert.deepEqual(places.slice(1), range(places[1] ?? 0, 200));
    assert.ok(places.length < 100 && places.length > 20, `${places.length} are left`);
  });

  it('by the number of files of all windows: those that were written last stay', async () => {
    const storage = await surroundings.storage();
    for (const at of range(1, 6)) {
      const window = new DisclosureBench(surroundings, storage, { allFiles: 4 });
      await window.write(answeredEntry(1, { at }));
    }
    const reader = new DisclosureBench(surroundings, storage);
    const { entries } = await reader.files.read();
    assert.deepEqual(entries.length, 4);
    assert.equal(entries.at(-1)?.at, 6);
  });

  it('begins a file that was removed with what must not be lost', async () => {
    const own = new DisclosureBench(surroundings, await surroundings.storage());
    own.firstWords.push(answeredEntry(1));
    await own.write(answeredEntry(1), answeredEntry(2));
    await rm(await own.folder(), { recursive: true });
    await own.write(answeredEntry(3));
    assert.deepEqual(await own.story(), ['1 3', 0]);
  });
});

describe('DisclosureFiles: under fire', function () {
  this.timeout(120_000);
  const surroundings = new Surroundings();

  for (const killAfter of [10, 250, 1200]) {
    it(`survives SIGKILL of its writer after ${killAfter}: nothing that was written is lost`, async () => {
      const storage = await surroundings.storage();
      const child = new Child('record', [storage.path, 'web and api', '5000']);
      surroundings.onEnd(() => child.kill());
      let written = 0;
      while (written < killAfter) written = Number(await child.expectLine());
      await child.kill();
      written = Number((await child.rest()).at(-1) ?? written);
      const { entries, passedOver } = await new DisclosureBench(surroundings, storage).files.read();
      assert.ok(written < 5000, 'it was killed in the middle');
      assert.ok(entries.length >= written, `${entries.length} of ${written}`);
      assert.deepEqual([entries.map(({ place }) => place), passedOver], [range(1, entries.length), 0]);
    });
  }

  it('on a full disk says so once, keeps what happens, and goes on when there is room', async function () {
    const disk = await mountSmallDisk();
    if (disk === undefined) {
      console.log(
        '      not run: needs the right to mount a disk; the next one has the same refusal from a limit',
      );
      this.skip();
    }
    const own = new DisclosureBench(surroundings, disk.storage);
    await own.write(answeredEntry(1));
    await disk.fill();
    const long = { what: { event: 'answered', uris: [`file:///w/${'x'.repeat(9000)}`] } } as const;
    await own.write(answeredEntry(2, long));
    await own.write(answeredEntry(3, long));
    assert.deepEqual(own.files.trouble, {
      since: 1002,
      why: 'The disk is full or its quota is used up. Free some space, then try again.',
      lost: 0,
    });
    assert.deepEqual((await own.files.read()).passedOver, 0);
    await disk.free();
    own.clock.pass(5000);
    await own.files.flush();
    assert.deepEqual([own.files.trouble, await own.story()], [undefined, ['1 2 3', 0]]);
    assert.deepEqual(own.log.warnings, [
      'The record of what servers were told is incomplete since 1970-01-01T00:00:01.002Z. The disk is full or its quota is used up. Free some space, then try again.',
    ]);
  });

  it('that a limit cuts short leaves no half line behind', async () => {
    const storage = await surroundings.storage();
    const child = new Child(
      'record',
      [storage.path, 'web and api', '2000'],
      ['bash', '-c', 'ulimit -f 64; exec "$@"', 'bash'],
    );
    const { stderr, code } = await child.ended();
    assert.match(
      stderr,
      /^The record of what servers were told is incomplete since .* The disk is full[^\n]*\n$/,
    );
    assert.equal(code, 0);
    const { entries, passedOver } = await new DisclosureBench(surroundings, storage).files.read();
    assert.deepEqual([entries.map(({ place }) => place), passedOver], [range(1, entries.length), 0]);
    assert.ok(entries.length > 0);
  });

  it('says how much is lost where more happens than can wait for room', async () => {
    const storage = await surroundings.storage();
    await writeFile(path.join(storage.path, 'record'), 'in the way');
    const own = new DisclosureBench(surroundings, storage);
    own.clock.time = 9000;
    await own.write(...range(1, 6000).map((place) => answeredEntry(place)));
    await rm(path.join(storage.path, 'record'));
    await own.files.flush();
    const record = await own.files.read();
    assert.deepEqual(storyOf(record), [range(1001, 6000).join(' '), 0]);
    assert.deepEqual(record.gaps, [{ from: 1001, until: 9000, lost: 1000 }]);
  });

  /** A disk of 64 kB, where we may mount one. */
  async function mountSmallDisk() {
    const disk = path.join(await surroundings.directory(), 'disk');
    await mkdir(disk);
    const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
    if (mount.status !== 0) return undefined;
    surroundings.onEnd(() => execFileSync('umount', [disk]));
    const ballast = path.join(disk, 'ballast');
    return {
      storage: await PrivateFolder.open(path.join(disk, 'storage'), new KeptLog()),
      fill: async () => {
        const { bavail, bsize } = await statfs(disk);
        await writeFile(ballast, Buffer.alloc(bavail * bsize));
      },
      free: () => rm(ballast),
    };
  }
});
