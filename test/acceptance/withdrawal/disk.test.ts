import { deepEqual, equal } from 'node:assert/strict';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readProcessTable } from '../../../src/node/process/processTable';
import type { Probe } from '../probeDriver';
import { fixture, uri } from '../servers';
import { Stage } from '../stage';
import { HungMount } from './hungMount';

const stage = new Stage();

describe('folders on disk while servers know them (rule 4)', () => {
  afterEach(() => stage.clear());

  it('are 200 that are watched without watching what they hold', async function () {
    if (process.platform !== 'linux') this.skip(); // Elsewhere the system does not tell what is watched.
    const folders = await Promise.all(Array.from({ length: 200 }, (_, i) => stage.makeFolder(`many/f${i}`)));
    await Promise.all(
      folders.map((folder) => mkdir(path.join(folder, 'deep', 'deeper'), { recursive: true })),
    );
    const probe = await stage.start({ all: fixture() }, { folders, grants: { all: folders } });
    await answered(probe, 'all', folders);
    const own = await Promise.all(
      folders.flatMap((folder) =>
        ['note.txt', 'deep', 'deep/deeper'].map((each) => inodeOf(path.join(folder, each))),
      ),
    );
    const watched = await watchedBy(probe.pid);
    deepEqual(
      own.filter((inode) => watched.has(inode)),
      [],
    );
    console.log(
      `      ${watched.size} watches of the host and its servers, none of anything in the 200 folders`,
    );

    const [gone = '', other = '', changed = ''] = [folders[3], folders[150], folders[77]];
    let mark = probe.mark();
    await writeFile(path.join(changed, 'deep', 'new.txt'), 'nothing that a root is about');
    await Promise.all([rename(gone, `${gone}.away`), rename(other, `${other}.away`)]);
    const left = folders.filter((folder) => folder !== gone && folder !== other);
    await answered(probe, 'all', left, mark);
    mark = probe.mark();
    await Promise.all([rename(`${gone}.away`, gone), rename(`${other}.away`, other)]);
    await answered(probe, 'all', folders, mark);
    deepEqual(probe.waits('all'), { held: 0, released: 0 });
  });

  it('are only announced to be gone when they vanish: requests are not held, the process stays', async () => {
    const [a, b] = [await stage.makeFolder('a'), await stage.makeFolder('b')];
    const probe = await stage.start({ it: fixture() }, { folders: [a, b], grants: { it: [a, b] } });
    await answered(probe, 'it', [a, b]);
    const [mark, pid] = [probe.mark(), probe.pidOf('it')];
    await rm(b, { recursive: true });
    await probe.until('it', 'list_changed', mark);
    equal(await probe.call('it', 'pid'), String(pid));
    await answered(probe, 'it', [a], mark);
    deepEqual(probe.story('it', mark), ['list_changed', 'asked', `answered ${uri(a)}`]);
    deepEqual(probe.waits('it', mark), { held: 0, released: 0 });
  });

  it('that are on a mount which hangs delay nobody, and come back with it', async function () {
    const [a, b] = [await stage.makeFolder('a'), await stage.makeFolder('b')];
    const mount = await stage.makeFolder('mount');
    const onMount = await Promise.all(Array.from({ length: 8 }, (_, i) => stage.makeFolder(`mount/f${i}`)));
    const folders = [a, ...onMount, b];
    const servers = { it: fixture(), later: fixture(), good: fixture() };
    const grants = { it: [a, ...onMount], good: [a], later: [] };
    const probe = await stage.start(servers, { folders, grants });
    await answered(probe, 'it', [a, ...onMount]);
    let mark = probe.mark();
    const hung = HungMount.over(mount);
    if (hung === undefined) {
      console.log('      not run: needs FUSE and the right to mount');
      this.skip();
    }
    try {
      await lookAgain(probe);
      await answered(probe, 'it', [a], mark);
      mark = probe.mark();
      await probe.run(`grant it ${b}`);
      await answered(probe, 'it', [a, b], mark);
      mark = probe.mark();
      await probe.run(`grant later ${b}`);
      await answered(probe, 'later', [b], mark);
      await probe.run(`revoke later ${b}`);
      await probe.run('stop good');
      mark = probe.mark();
      await probe.run('start good');
      await answered(probe, 'good', [a], mark);
      const { folders: found } = await probe.standing('it');
      deepEqual(
        found.filter(({ folder }) => onMount.includes(folder)).map(({ consent }) => consent),
        onMount.map(() => ({ kind: 'cannot be shared', why: 'the disk does not answer' })),
      );
      mark = probe.mark();
    } finally {
      hung.end();
    }
    await lookAgain(probe);
    await answered(probe, 'it', folders, mark);
  });
});

/** The system says nothing of a mount; a call has the disk looked at, unless that was done within a second. */
async function lookAgain(probe: Probe): Promise<void> {
  await delay(1500);
  await probe.call('it', 'pid');
}

/** Resolves once the server was told of exactly these folders. */
async function answered(probe: Probe, server: string, folders: readonly string[], mark = 0): Promise<void> {
  const wanted = JSON.stringify(folders.map(uri));
  await probe.next(
    (line) => line.server === server && line.event === 'answered' && JSON.stringify(line.uris) === wanted,
    mark,
  );
}

async function inodeOf(file: string): Promise<string> {
  return String((await stat(file, { bigint: true })).ino);
}

/** The inodes of everything that a process and its descendants watch. */
async function watchedBy(root: number): Promise<ReadonlySet<string>> {
  const table = await readProcessTable();
  const family = new Set([root]);
  for (const { pid, parent } of table) if (family.has(parent)) family.add(pid);
  const inodes = new Set<string>();
  for (const pid of family) {
    const fds = `/proc/${pid}/fdinfo`;
    for (const fd of await readdir(fds).catch(() => [])) {
      const info = await readFile(path.join(fds, fd), 'utf8').catch(() => '');
      for (const [, inode = ''] of info.matchAll(/^inotify wd:\S+ ino:(\S+)/gm)) {
        inodes.add(String(BigInt(`0x${inode}`)));
      }
    }
  }
  return inodes;
}
