import { deepEqual, equal, notDeepEqual, ok } from 'node:assert/strict';
import { closeSync, constants, openSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, open, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { execFile, execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FolderStat } from '../../../src/core/roots/folderStat';
import { statFolder } from '../../../src/node/folders/statFolder';
import { hasStableNumbers, isStableType } from '../../../src/node/folders/stableNumbers';
import { realPathOf } from '../../../src/node/folders/realPathOf';

const onPosix = process.platform !== 'win32';
const isSuperuser = process.getuid?.() === 0;

describe('statFolder: only an existing, readable directory can be exposed (rule 4)', () => {
  let top: string;

  beforeEach(async () => {
    top = await realpath(await mkdtemp(join(tmpdir(), 'folders-')));
    await mkdir(join(top, 'web'));
    await writeFile(join(top, 'file'), '');
  });

  afterEach(() => rm(top, { recursive: true, force: true }));

  function seen(stat: FolderStat): readonly unknown[] {
    return 'realPath' in stat ? [stat.kind, stat.realPath] : [stat.kind];
  }

  const look = async (...names: string[]) => seen(await statFolder(join(top, ...names)));

  it('finds a directory, by its real path', async () => {
    deepEqual(await look('web'), ['available', join(top, 'web')]);
    deepEqual(await look('web', '..', 'web'), ['available', join(top, 'web')]);
  });

  it('finds a directory behind links, by where they lead', async () => {
    await symlink(join(top, 'web'), join(top, 'one'), 'dir');
    await symlink(join(top, 'one'), join(top, 'two'), 'dir');
    deepEqual(await look('two'), ['available', join(top, 'web')]);
  });

  it('finds no directory where nothing is, where a link leads nowhere, or where a file stands in the way', async () => {
    await symlink(join(top, 'none'), join(top, 'dangling'), 'dir');
    deepEqual(
      [await look('none'), await look('none', 'below'), await look('dangling'), await look('file')],
      [['missing'], ['missing'], ['missing'], ['file']],
    );
    if (onPosix) deepEqual(await look('file', 'below'), ['not a directory']);
  });

  it('takes a loop of links and a name without an end for not readable', async function () {
    if (!onPosix) this.skip(); // Windows has other limits, and needs a privilege for links.
    await symlink(join(top, 'b'), join(top, 'a'));
    await symlink(join(top, 'a'), join(top, 'b'));
    deepEqual([await look('a'), await look('x'.repeat(5000))], [['not readable'], ['not readable']]);
  });

  it('takes a zero byte for not readable, and never throws', async () => {
    deepEqual(await look('web\0'), ['not readable']);
  });

  it('takes a directory that may not be listed, or not be reached, for not readable', async function () {
    if (!onPosix) this.skip(); // Modes mean something else on Windows.
    await chmod(top, 0o755);
    await mkdir(join(top, 'web', 'inner'));
    const closed = [
      ['unlisted', 0o311],
      ['unentered', 0o644],
      ['closed', 0o700],
    ] as const;
    for (const [name, mode] of closed) {
      await mkdir(join(top, name, 'inner'), { recursive: true });
      await chmod(join(top, name), mode);
    }
    const paths = ['web', 'unlisted', 'unentered', 'closed', 'closed/inner'].map((name) => join(top, name));
    const script = join(__dirname, 'children', 'lookUnprivileged.js');
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...paths]);
    for (const [name] of closed) await chmod(join(top, name), 0o700);
    const mine = isSuperuser ? 'not readable' : 'available';
    deepEqual(stdout.trim().split('\n'), ['available', 'not readable', 'not readable', mine, mine]);
  });

  it('knows a directory again, also after it was renamed, and knows another one in its place', async () => {
    const identity = async (name: string) => {
      const stat = await statFolder(join(top, name));
      return stat.kind === 'available' ? stat.identity : stat.kind;
    };
    const before = await identity('web');
    await rename(join(top, 'web'), join(top, 'old'));
    await mkdir(join(top, 'web'));
    deepEqual(await identity('old'), before);
    notDeepEqual(await identity('web'), before);
  });

  it('knows when a directory was made, which renaming does not change', async function () {
    const born = async (name: string) => {
      const stat = await statFolder(join(top, name));
      return stat.kind === 'available' ? stat.bornAt : undefined;
    };
    const before = await born('web');
    if (before === undefined) this.skip(); // This disk, or this kernel, does not tell.
    await writeFile(join(top, 'web', 'file'), '');
    await rename(join(top, 'web'), join(top, 'old'));
    const gone = Date.now();
    // The clock that stamps files is a coarse one.
    do await rm(join(top, 'web'), { recursive: true, force: true }).then(() => mkdir(join(top, 'web')));
    while (((await born('web')) ?? 0) <= gone);
    equal(await born('old'), before);
    ok(before <= gone);
  });

  it('goes by the path alone where the numbers of a disk are made up or come from a server', async () => {
    const made = { fuse: 0x65735546, ninep: 0x01021997, exfat: 0x2011bab0, fat: 0x4d44 };
    const served = { nfs: 0x6969, cifs: 0xff534d42 | 0, smb2: 0xfe534d42, ceph: 0x00c36400 };
    const kept = {
      ext: 0xef53,
      xfs: 0x58465342,
      btrfs: 0x9123683e | 0,
      tmpfs: 0x01021994,
      overlay: 0x794c7630,
    };
    const stable = (types: Readonly<Record<string, number>>) =>
      Object.keys(types).filter((name) => isStableType(types[name] ?? 0));
    deepEqual([stable(made), stable(served), stable(kept)], [[], [], Object.keys(kept)]);
    const stat = await statFolder(top);
    const isStable = stat.kind === 'available' && stat.hasUnstableNumbers !== true;
    equal(isStable, await hasStableNumbers(top));
    if (onPosix) equal(await hasStableNumbers(join(top, 'none')), false);
  });

  it('does not wait for a disk that does not answer, and looks again once it does', async function () {
    if (!onPosix) this.skip(); // Here the threads that ask the disk are held up by pipes without a writer.
    const pipes = Array.from({ length: 4 }, (_, i) => join(top, `pipe${i}`));
    execFileSync('mkfifo', pipes);
    const opened = pipes.map((pipe) => open(pipe, 'r'));
    const letGo = (pipe: string) => closeSync(openSync(pipe, constants.O_RDWR));
    try {
      // A look that waits all the same ends with the pipes, and fails by what it says then.
      const late = setTimeout(() => pipes.forEach(letGo), 10_000);
      deepEqual(await Promise.all([look('web'), look('web')]), [['no answer'], ['no answer']]);
      clearTimeout(late);
    } finally {
      pipes.forEach(letGo);
      for (const each of opened) await (await each).close();
    }
    deepEqual(await look('web'), ['available', join(top, 'web')]);
  });

  it('waits for a machine that is busy: the time in which no thread is free to ask does not count', async function () {
    if (!onPosix) this.skip(); // As above.
    const pipes = Array.from({ length: 4 }, (_, i) => join(top, `pipe${i}`));
    execFileSync('mkfifo', pipes);
    const opened = pipes.map((pipe) => open(pipe, 'r'));
    const letGo = (pipe: string) => closeSync(openSync(pipe, constants.O_RDWR));
    const busy = setTimeout(() => pipes.forEach(letGo), 300);
    try {
      deepEqual(await look('web'), ['available', join(top, 'web')]);
    } finally {
      clearTimeout(busy);
      pipes.forEach(letGo);
      for (const each of opened) await (await each).close();
    }
  });

  it('takes a folder whose name has no address for one that cannot be exposed', async function () {
    if (!onPosix) this.skip(); // Windows has no such names.
    await mkdir(Buffer.concat([Buffer.from(join(top, 'x')), Buffer.from([0xff])]));
    deepEqual(await look('x\ufffd'), ['missing']);
  });
});

describe('realPathOf', () => {
  it('resolves every link and rejects where nothing lies', async () => {
    const top = await realpath(await mkdtemp(join(tmpdir(), 'folders-')));
    try {
      await symlink(top, join(top, 'self'), 'dir');
      equal(await realPathOf(join(top, 'self', 'self')), top);
      const code = await realPathOf(join(top, 'none')).catch(
        (error: unknown) => (error as { code: string }).code,
      );
      equal(code, 'ENOENT');
    } finally {
      await rm(top, { recursive: true, force: true });
    }
  });
});
