import assert from 'node:assert/strict';
import { chmod, chown, copyFile, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PrivateFolder } from '../../../src/node/stores/privateFolder';
import { SharingSwitch } from '../../../src/node/stores/sharingSwitch';
import { Child } from './child';
import { KeptLog, Surroundings, testSigner } from '../../unit/stores/surroundings';

describe('The sharing switch', function () {
  this.timeout(20_000);
  const surroundings = new Surroundings();
  let storage: PrivateFolder;
  beforeEach(async () => {
    storage = await surroundings.storage();
  });

  const open = async (log = new KeptLog()) =>
    surroundings.add(await SharingSwitch.open({ storage, signer: testSigner, log }, () => 17));
  const folder = () => path.join(storage.path, 'sharing');
  const file = async () => {
    const [name, ...others] = await readdir(folder());
    assert.ok(name !== undefined && others.length === 0);
    return path.join(folder(), name);
  };

  it('is on until it was ever switched', async () => {
    assert.equal((await open()).on, true);
  });

  it('keeps its state over restarts and for all windows', async () => {
    const here = await open();
    const there = await open();
    const states = [];
    for (const on of [false, true, false]) {
      await here.set(on);
      await there.refresh();
      states.push([here.on, there.on, (await open()).on]);
    }
    assert.deepEqual(states, [
      [false, false, false],
      [true, true, true],
      [false, false, false],
    ]);
  });

  it('is heard of when it was switched here or in another window, once for each change', async () => {
    const here = await open();
    const there = await open();
    const heardHere: boolean[] = [];
    surroundings.add(here.onDidChange((on) => heardHere.push(on)));
    const heardThere = new Promise((resolve) => surroundings.add(there.onDidChange(resolve)));
    await here.set(false);
    assert.equal(await heardThere, false);
    await here.set(false);
    await here.set(true);
    assert.deepEqual(heardHere, [false, true]);
  });

  for (const [what, spoil] of Object.entries<(name: string) => Promise<unknown>>({
    'was edited': async (name) => writeFile(name, (await readFile(name, 'utf8')).replace('true', 'TRUE')),
    'is torn': (name) => writeFile(name, '{"on":'),
    'is open to others': (name) => chmod(name, 0o666),
    'is a link': async (name) => {
      await rename(name, `${storage.path}/elsewhere`);
      await symlink(`${storage.path}/elsewhere`, name);
    },
  })) {
    it(`is off when its file ${what}`, async () => {
      const before = await open();
      await before.set(true);
      await spoil(await file());
      await before.refresh();
      const after = await open();
      assert.deepEqual([before.on, after.on], [false, false]);
      await after.set(true);
      assert.deepEqual([after.on, (await open()).on], [true, true]);
    });
  }

  it('stays off when the record of that is deleted or an older one put back while a window lives', async () => {
    const sharing = await open();
    await sharing.set(true);
    const on = await file();
    await copyFile(on, `${storage.path}/copy`);
    await sharing.set(false);
    await rm(await file());
    await sharing.refresh();
    assert.equal(sharing.on, false);
    await copyFile(`${storage.path}/copy`, on);
    await sharing.refresh();
    assert.equal(sharing.on, false);
  });

  it('is off while its folder cannot be read, as an event says, and itself again after', async () => {
    const sharing = await open();
    const heard: boolean[] = [];
    surroundings.add(sharing.onDidChange((on) => heard.push(on)));
    await rename(folder(), `${folder()}-moved`);
    await symlink(`${folder()}-moved`, folder());
    await sharing.refresh();
    await rm(folder());
    await rename(`${folder()}-moved`, folder());
    await sharing.refresh();
    assert.deepEqual(heard, [false, true]);
  });

  it('is off here at once also when that cannot be stored, and on only once it is', async () => {
    const sharing = await open();
    await rename(folder(), `${folder()}-moved`);
    await symlink(`${folder()}-moved`, folder());
    await assert.rejects(sharing.set(false), {
      name: 'UserError',
      message: /is a symbolic link/,
    });
    await rm(folder());
    await rename(`${folder()}-moved`, folder());
    await sharing.refresh();
    assert.deepEqual([sharing.on, (await open()).on], [false, true]);
    await sharing.set(true);
    assert.equal(sharing.on, true);
  });

  it('is off for an account that may not read its file', async () => {
    await (await open()).set(true);
    const name = await file();
    await chmod(name, 0o000);
    if (process.getuid?.() === 0) {
      for (const each of [path.dirname(storage.path), storage.path, folder(), name])
        await chown(each, 65534, 65534);
    }
    const { plain, on, warnings } = JSON.parse(
      await new Child('readSharing', [storage.path, name]).expectLine(),
    ) as {
      readonly plain: string;
      readonly on: boolean;
      readonly warnings: readonly string[];
    };
    assert.deepEqual([plain, on, warnings.length], ['EACCES', false, 1]);
    assert.ok(warnings[0]?.includes(path.basename(name)));
  });
});
