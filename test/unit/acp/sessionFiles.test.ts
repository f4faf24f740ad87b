import { deepEqual, equal } from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { asRealPath } from '../../../src/core/roots/realPath';
import { SessionFiles } from '../../../src/node/stores/sessionFiles';
import type { PrivateFolder } from '../../../src/node/stores/privateFolder';
import { FakeClock, server } from '../consent/fakes';
import { KeptLog, Surroundings, testSigner } from '../stores/surroundings';

const agent = server('claude');
const record = {
  agent,
  sessionId: 'a/../b',
  cwd: asRealPath('/w/app'),
  additional: [asRealPath('/w/docs'), asRealPath('/w/lib')],
  sentAt: 1,
};

describe('The record of the sessions of agents', function () {
  this.timeout(20_000);
  const surroundings = new Surroundings();
  let clock: FakeClock;
  let storage: PrivateFolder;
  beforeEach(async () => {
    clock = new FakeClock();
    storage = await surroundings.storage();
  });

  const open = async () =>
    surroundings.add(await SessionFiles.open({ storage, signer: testSigner, log: new KeptLog() }, clock));

  it('gives back what was sent, in its order, to whoever opens it later', async () => {
    await (await open()).write(record);
    const files = await open();
    deepEqual(files.find(agent, 'a/../b'), record);
    deepEqual(files.of(agent), [record]);
  });

  it('knows no session of another agent, nor of an agent whose definition changed', async () => {
    const files = await open();
    await files.write(record);
    equal(files.find(server('other'), 'a/../b'), undefined);
    deepEqual(files.of(server('other')), []);
  });

  it('keeps what was sent last, and lists the session that was sent something last first', async () => {
    const files = await open();
    await files.write(record);
    await files.write({ ...record, sessionId: 'second', sentAt: 2 });
    const shorter = { ...record, additional: [], sentAt: 3 };
    await files.write(shorter);
    deepEqual(files.find(agent, 'a/../b'), shorter);
    deepEqual(
      files.of(agent).map(({ sessionId }) => sessionId),
      ['a/../b', 'second'],
    );
  });

  it('keeps the names of a session', async () => {
    const named = { ...record, name: 'Mine', title: 'Its' };
    await (await open()).write(named);
    deepEqual((await open()).find(agent, 'a/../b'), named);
  });

  it('knows a session no more that is forgotten, here and in another window, until it is told something again', async () => {
    const files = await open();
    await files.write(record);
    const other = await open();
    await files.forget(record);
    deepEqual([files.find(agent, 'a/../b'), files.of(agent)], [undefined, []]);
    await other.refresh();
    deepEqual([other.find(agent, 'a/../b'), other.of(agent)], [undefined, []]);
    deepEqual(await readdir(path.join(storage.path, 'sessions')), []);
    await files.write(record);
    deepEqual(files.find(agent, 'a/../b'), record);
  });

  it('does not keep what has outlived its time', async () => {
    const files = await open();
    await files.write(record);
    clock.time += 181 * 24 * 60 * 60 * 1000;
    const fresh = { ...record, sessionId: 'fresh', sentAt: clock.time };
    await files.write(fresh);
    deepEqual(files.of(agent), [fresh]);
    equal((await readdir(path.join(storage.path, 'sessions'))).length, 1);
  });

  it('does not believe a record that was edited: the session is not known then', async () => {
    await (await open()).write(record);
    const folder = path.join(storage.path, 'sessions');
    const [name = ''] = await readdir(folder);
    const text = await readFile(path.join(folder, name), 'utf8');
    await writeFile(path.join(folder, name), text.replace('/w/docs', '/etc'));
    equal((await open()).find(agent, 'a/../b'), undefined);
  });
});
