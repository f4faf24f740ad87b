import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Decision, Withdrawal } from '../../../src/core/consent/decision';
import { DecisionFiles } from '../../../src/node/stores/decisionFiles';
import { PrivateFolder } from '../../../src/node/stores/privateFolder';
import { Child } from './child';
import { allow, deny, KeptLog, Surroundings, testSigner, withdraw } from '../../unit/stores/surroundings';

describe('Decisions under fire', function () {
  this.timeout(120_000);
  const surroundings = new Surroundings();
  const open = async (storage: PrivateFolder, log = new KeptLog()) =>
    surroundings.add(await DecisionFiles.open({ storage, signer: testSigner, log }));
  const start = async (
    storage: string,
    records: readonly (Decision | Withdrawal)[],
    mode = 'write',
    launcher: readonly string[] = [],
  ) => {
    const file = path.join(await surroundings.directory(), 'decisions.json');
    await writeFile(file, JSON.stringify(records));
    const child = new Child('decide', [storage, file, mode], launcher);
    surroundings.onEnd(() => child.kill());
    return child;
  };
  const byFolder = (decisions: readonly Decision[]) =>
    decisions
      .toSorted((a, b) => a.folder.localeCompare(b.folder))
      .map(({ folder, verdict }) => `${folder} ${verdict}`);

  it('of two windows deciding at once about the same folders end alike in both', async () => {
    const storage = await surroundings.storage();
    const folders = Array.from({ length: 150 }, (_, index) => `/work/${index}`);
    const children = [
      await start(
        storage.path,
        folders.map((folder) => allow('s', folder)),
        'report',
      ),
      await start(
        storage.path,
        folders.map((folder) => deny('s', folder)),
        'report',
      ),
    ];
    for (const child of children) {
      for (const [index] of folders.entries()) assert.equal(await child.expectLine(), String(index));
    }
    for (const child of children) child.say('report');
    const [one, two] = await Promise.all(
      children.map(async (child) => JSON.parse(await child.expectLine()) as readonly Decision[]),
    );
    const log = new KeptLog();
    const { standing } = await open(storage, log);
    assert.ok(one !== undefined && two !== undefined);
    assert.deepEqual(
      byFolder(standing).map((line) => line.split(' ')[0]),
      folders.toSorted((a, b) => a.localeCompare(b)),
    );
    assert.deepEqual(
      [byFolder(one), byFolder(two), log.warnings],
      [byFolder(standing), byFolder(standing), []],
    );
  });

  it('are seen without a gap while another window replaces them', async () => {
    const storage = await surroundings.storage();
    const store = await open(storage);
    await store.write([allow('s', '/a', 0)]);
    const child = await start(
      storage.path,
      Array.from({ length: 300 }, (_, index) => allow('s', '/a', index + 1)),
    );
    const seen = new Set<number>();
    for (let last = 0; last < 300;) {
      await store.refresh();
      assert.equal(store.standing.length, 1);
      last = store.standing[0]?.decidedAt ?? 0;
      seen.add(last);
    }
    assert.ok(seen.size > 1);
    assert.deepEqual(
      [...seen],
      [...seen].toSorted((a, b) => a - b),
    );
    assert.deepEqual(await child.ended(), { code: 0, stderr: '' });
  });

  for (const killAfter of [1, 120, 333]) {
    it(`survive SIGKILL in the middle of 500, after ${killAfter}: none that was acknowledged is lost, none is half`, async () => {
      const storage = await surroundings.storage();
      const records = Array.from({ length: 500 }, (_, index) => {
        const make = [allow, deny, withdraw][index % 3] ?? allow;
        return make('s', `/work/${index % 50}`, index);
      });
      const child = await start(storage.path, records);
      let acknowledged = 0;
      while (acknowledged < killAfter) {
        assert.equal(await child.expectLine(), String(acknowledged));
        acknowledged += 1;
      }
      await child.kill();
      acknowledged += (await child.rest()).length;
      assert.ok(acknowledged < 500, 'it was killed in the middle');

      const log = new KeptLog();
      const { standing } = await open(storage, log);
      const whatStandsAfter = (count: number) => {
        const last = new Map(records.slice(0, count).map((record) => [record.folder, record]));
        return byFolder([...last.values()].filter((record) => record.verdict !== 'undecided'));
      };
      // The one that was being written may have reached the disk, or not.
      const possible = [whatStandsAfter(acknowledged), whatStandsAfter(acknowledged + 1)];
      assert.ok(
        possible.some((each) => JSON.stringify(each) === JSON.stringify(byFolder(standing))),
        JSON.stringify([byFolder(standing), ...possible]),
      );
      assert.deepEqual(log.warnings, []);
    });
  }

  it('that no longer fit a full disk are refused with a remedy; the others stand', async function () {
    const disk = await mountSmallDisk();
    if (disk === undefined) {
      console.log(
        '      not run: needs the right to mount a disk; the next one has the same refusal from a limit',
      );
      this.skip();
    }
    const { storage, fill, free } = disk;
    const store = await open(storage);
    await store.write([allow('s', '/kept'), allow('s', '/other')]);
    await fill();
    await assert.rejects(store.write([deny('s', '/kept', 2), allow('s', '/new', 2)]), {
      name: 'UserError',
      message:
        '2 of 2 decisions could not be saved. The disk is full or its quota is used up. Free some space, then try again.',
    });
    const before = byFolder([allow('s', '/kept'), allow('s', '/other')]);
    const log = new KeptLog();
    assert.deepEqual(
      [byFolder(store.standing), byFolder((await open(storage, log)).standing)],
      [before, before],
    );
    assert.deepEqual([log.warnings, (await readdir(path.join(storage.path, 'decisions'))).length], [[], 2]);
    await free();
    await store.write([deny('s', '/kept', 2)]);
    assert.deepEqual(
      byFolder((await open(storage)).standing),
      byFolder([deny('s', '/kept'), allow('s', '/other')]),
    );
  });

  it('that were cut short by a limit leave nothing half behind', async () => {
    const storage = await surroundings.storage();
    const long = `/${'long/'.repeat(300)}`;
    const child = await start(storage.path, [allow('s', '/short'), allow('s', long)], 'write', [
      'bash',
      '-c',
      'ulimit -f 1; exec "$@"',
      'bash',
    ]);
    assert.equal(await child.expectLine(), '0');
    const { stderr, code } = await child.ended();
    assert.match(stderr, /UserError: The decision could not be saved\. The disk is full/);
    assert.equal(code, 1);
    const log = new KeptLog();
    assert.deepEqual([byFolder((await open(storage, log)).standing), log.warnings], [['/short allow'], []]);
    assert.equal((await readdir(path.join(storage.path, 'decisions'))).length, 1);
  });

  it('of which some cannot be written stand for the rest', async () => {
    const storage = await surroundings.storage();
    const store = await open(storage);
    const tooLong = allow('s', `/${'b'.repeat(300_000)}`);
    await assert.rejects(store.write([allow('s', '/a'), tooLong, allow('s', '/c')]), {
      name: 'UserError',
      message: /^1 of 3 decisions could not be saved\./,
    });
    const expected = ['/a allow', '/c allow'];
    assert.deepEqual(
      [byFolder(store.standing), byFolder((await open(storage)).standing)],
      [expected, expected],
    );
  });

  it('number 10,000 and are all there', async () => {
    const storage = await surroundings.storage();
    const store = await open(storage);
    const decisions = Array.from({ length: 10_000 }, (_, index) =>
      allow(`s${index % 100}`, `/work/${index}`, index),
    );
    await store.write(decisions);
    assert.equal(store.standing.length, 10_000);
    assert.deepEqual((await open(storage)).standing, decisions);
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
