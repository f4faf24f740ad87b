import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../../src/core/errors';
import { readPrivateFile, UnfitFile } from '../../../src/node/stores/privateFile';
import { PrivateFolder } from '../../../src/node/stores/privateFolder';
import { Child } from './child';
import { KeptLog, Surroundings } from '../../unit/stores/surroundings';

const isRoot = process.getuid?.() === 0;
const nobody = 65534;

describe('A private folder', function () {
  this.timeout(20_000);
  const surroundings = new Surroundings();
  const modeOf = async (file: string) => (await lstat(file)).mode & 0o777;

  it('is made where it is missing, open to us alone', async () => {
    const directory = path.join(await surroundings.directory(), 'made', 'storage');
    const folder = await PrivateFolder.open(directory, new KeptLog());
    assert.deepEqual([folder.path, await modeOf(directory), await folder.names()], [directory, 0o700, []]);
  });

  it('is closed to others where it was open, and it is said', async () => {
    const directory = await surroundings.directory();
    await chmod(directory, 0o755);
    const log = new KeptLog();
    await PrivateFolder.open(directory, log);
    assert.deepEqual(
      [await modeOf(directory), log.warnings],
      [0o700, [`"${directory}" was open to other accounts. It is now open to yours only.`]],
    );
  });

  it('is no link, but may lie behind one', async () => {
    const directory = await surroundings.directory();
    const real = path.join(directory, 'real');
    const link = path.join(directory, 'link');
    await mkdir(real);
    await symlink(real, link);
    await assert.rejects(PrivateFolder.open(link, new KeptLog()), {
      name: 'UserError',
      message: `"${link}" is a symbolic link. MCP Roots keeps decisions only in a real folder: replace the link by a folder.`,
    });
    assert.deepEqual(await readdir(real), []);
    assert.equal(
      (await PrivateFolder.open(path.join(link, 'inside'), new KeptLog())).path,
      path.join(real, 'inside'),
    );
  });

  it('is no link to nothing, and no file', async () => {
    const directory = await surroundings.directory();
    await symlink(path.join(directory, 'nowhere'), path.join(directory, 'link'));
    await writeFile(path.join(directory, 'file'), '');
    for (const name of ['link', 'file', 'file/inside']) {
      await assert.rejects(PrivateFolder.open(path.join(directory, name), new KeptLog()), UserError, name);
    }
    assert.deepEqual((await readdir(directory)).sort(), ['file', 'link']);
  });

  it('belongs to no other account', async () => {
    const directory = isRoot ? await surroundings.directory() : '/usr';
    if (isRoot) await chown(directory, nobody, nobody);
    await assert.rejects(PrivateFolder.open(directory, new KeptLog()), {
      name: 'UserError',
      message: `"${directory}" belongs to another account. Give it to the account that runs VS Code, or move it away.`,
    });
  });

  it('is refused when it cannot be read or made', async () => {
    const closed = await surroundings.directory();
    const storage = path.join(closed, 'storage');
    await mkdir(storage);
    if (isRoot) await chown(closed, nobody, nobody);
    if (isRoot) await chown(storage, nobody, nobody);
    await chmod(storage, 0o000);
    assert.deepEqual(JSON.parse(await new Child('useFolder', [storage]).expectLine()), {
      plain: `Error: EACCES: permission denied, scandir '${storage}'`,
      open: `UserError: The folder "${storage}", where MCP Roots keeps decisions, cannot be used. Access was denied. Make it readable and writable for your account, then try again.`,
    });
    await chmod(storage, 0o700);
    await chmod(closed, 0o500);
    const inside = path.join(closed, 'new');
    assert.match(
      await new Child('useFolder', [inside]).expectLine(),
      /"open":"UserError: .*Access was denied\./,
    );
    await chmod(closed, 0o700);
  });

  it('is refused once it was replaced by a link, for listing and for writing', async () => {
    const folder = await surroundings.storage();
    await rename(folder.path, `${folder.path}-before`);
    await symlink(`${folder.path}-before`, folder.path);
    await assert.rejects(folder.names(), /is a symbolic link/);
    await assert.rejects(folder.replace('a', 'text'), /is a symbolic link/);
    assert.deepEqual(await readdir(`${folder.path}-before`), []);
  });

  it('is empty once it was removed, and made again to write', async () => {
    const folder = await surroundings.storage();
    await rm(folder.path, { recursive: true });
    assert.deepEqual(await folder.names(), []);
    await folder.replace('a', 'text');
    assert.deepEqual([await folder.names(), await modeOf(folder.path)], [['a'], 0o700]);
  });

  it('holds files that are ours alone', async () => {
    const folder = await surroundings.storage();
    await folder.replace('a', 'first');
    await folder.replace('a', 'second ä');
    assert.deepEqual(
      [
        (await folder.read('a', 100)).text,
        await modeOf(path.join(folder.path, 'a')),
        await readdir(folder.path),
      ],
      ['second ä', 0o600, ['a']],
    );
  });

  it('follows no link when it writes', async () => {
    const folder = await surroundings.storage();
    const outside = path.join(await surroundings.directory(), 'outside');
    await writeFile(outside, 'untouched');
    await symlink(outside, path.join(folder.path, 'a'));
    await folder.replace('a', 'text');
    assert.deepEqual(
      [
        await readFile(outside, 'utf8'),
        (await folder.read('a', 100)).text,
        await folder.create('a', 'other'),
      ],
      ['untouched', 'text', false],
    );
  });

  it('reads nothing but files that we alone can have written', async () => {
    const folder = await surroundings.storage();
    const inside = (name: string) => path.join(folder.path, name);
    const outside = path.join(await surroundings.directory(), 'outside');
    await writeFile(outside, 'text', { mode: 0o600 });
    await symlink(outside, inside('link'));
    await symlink(inside('nothing'), inside('dangling'));
    await mkdir(inside('folder'));
    execFileSync('mkfifo', ['-m', '600', inside('pipe')]);
    await folder.replace('open', 'text');
    await chmod(inside('open'), 0o640);
    await folder.replace('large', 'x'.repeat(101));
    await writeFile(inside('bytes'), Buffer.from([0xff, 0xfe]), { mode: 0o600 });
    const reasons = [];
    for (const name of ['link', 'dangling', 'folder', 'pipe', 'open', 'large', 'bytes']) {
      const reason: unknown = await folder.read(name, 100).catch((error: unknown) => error);
      assert.ok(reason instanceof UnfitFile, name);
      reasons.push(reason.message);
    }
    assert.deepEqual(reasons, [
      'is a symbolic link',
      'is a symbolic link',
      'is not a regular file',
      'is not a regular file',
      'is open to other accounts (mode 640)',
      'is larger than 100 bytes',
      'is not text',
    ]);
    await assert.rejects(folder.read('missing', 100), { code: 'ENOENT' });
  });

  it('reads no file of another account', async () => {
    const file = isRoot ? path.join(await surroundings.directory(), 'a') : '/etc/passwd';
    if (isRoot) await writeFile(file, 'text', { mode: 0o600 });
    if (isRoot) await chown(file, nobody, nobody);
    await assert.rejects(readPrivateFile(file, 1e6), {
      name: 'UnfitFile',
      message: 'belongs to another account',
    });
  });

  it('lets one of many create a file', async () => {
    const folder = await surroundings.storage();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => ({
        index,
        isFirst: await folder.create('a', `text ${index}`),
      })),
    );
    const first = outcomes.filter(({ isFirst }) => isFirst);
    assert.deepEqual(
      [(await folder.read('a', 100)).text],
      first.map(({ index }) => `text ${index}`),
    );
    assert.deepEqual(await readdir(folder.path), ['a']);
  });

  it('lets one of many take a file by renaming it', async () => {
    const folder = await surroundings.storage();
    await folder.replace('a', 'text');
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => folder.move('a', `b${index}`)),
    );
    assert.equal(outcomes.filter(Boolean).length, 1);
  });

  it('neither lists what is being written nor keeps what a crash left of it', async () => {
    const directory = path.join(await surroundings.directory(), 'storage');
    const folder = await PrivateFolder.open(directory, new KeptLog());
    await writeFile(path.join(directory, 'a.1.tmp'), 'ha');
    await writeFile(path.join(directory, 'b.2.tmp'), 'ha');
    await utimes(path.join(directory, 'b.2.tmp'), 1, 1);
    assert.deepEqual(await folder.names(), []);
    await PrivateFolder.open(directory, new KeptLog());
    assert.deepEqual(await readdir(directory), ['a.1.tmp']);
  });
});
