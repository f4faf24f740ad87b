import { deepEqual, equal, notEqual, rejects } from 'node:assert/strict';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EmptyFolders } from '../../../src/node/servers/emptyFolder';
import { PrivateFolder } from '../../../src/node/stores/privateFolder';
import { KeptLog, Surroundings } from '../stores/surroundings';

describe('The empty folder in which a server runs', () => {
  const surroundings = new Surroundings();

  async function emptyFolders(): Promise<EmptyFolders> {
    const storage = await PrivateFolder.open(`${await surroundings.directory()}/storage`, new KeptLog());
    return new EmptyFolders(storage, (words) => Buffer.from(words.join(' ')).toString('hex'));
  }

  it('is private, and another one for every server', async () => {
    const folders = await emptyFolders();
    const [one, other] = [await folders.take(['one']), await folders.take(['other'])];
    notEqual(one.path, other.path);
    deepEqual([(await stat(one.path)).mode & 0o777, await readdir(one.path)], [0o700, []]);
  });

  it('is used again, emptied, once what ran in it is gone', async () => {
    const folders = await emptyFolders();
    const first = await folders.take(['one']);
    await writeFile(path.join(first.path, 'left'), '');
    first.dispose();
    const second = await folders.take(['one']);
    deepEqual([second.path, await readdir(second.path)], [first.path, []]);
  });

  it('is not emptied while something runs in it: another process of the server has another one', async () => {
    const folders = await emptyFolders();
    const first = await folders.take(['one']);
    await writeFile(path.join(first.path, 'kept'), '');
    const [second, third] = await Promise.all([folders.take(['one']), folders.take(['one'])]);
    equal(new Set([first.path, second.path, third.path]).size, 3);
    deepEqual(await readdir(first.path), ['kept']);
    second.dispose();
    equal((await folders.take(['one'])).path, second.path);
  });

  it('is free again after it could not be made', async () => {
    const storage = await PrivateFolder.open(`${await surroundings.directory()}/storage`, new KeptLog());
    const folders = new EmptyFolders(storage, () => 'same');
    const all = path.join(storage.path, 'empty');
    await writeFile(all, 'in the way');
    await rejects(folders.take(['one']));
    await rm(all);
    equal((await folders.take(['one'])).path, path.join(all, 'same'));
  });
});
