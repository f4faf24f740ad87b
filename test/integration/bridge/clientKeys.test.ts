import { deepEqual, equal, notDeepEqual } from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ClientKeys } from '../../../src/node/bridge/clientKeys';
import { keyFileText, type KeyFile } from '../../../src/node/bridge/keyFile';
import { SessionClients } from '../../../src/node/bridge/sessionClients';
import { answersInMemory } from '../../../src/node/inputs/answerSecrets';
import { StoreHead } from '../../../src/node/stores/head/storeHead';
import type { PrivateFolder } from '../../../src/node/stores/privateFolder';
import { KeptLog, Surroundings, testSigner } from '../../unit/stores/surroundings';

describe('The clients that the user let in', () => {
  const surroundings = new Surroundings();
  let storage: PrivateFolder;
  let secrets: ReturnType<typeof answersInMemory>;
  const log = new KeptLog();
  beforeEach(async () => {
    storage = await surroundings.storage();
    secrets = answersInMemory();
  });

  const open = async () => {
    const head = await StoreHead.open({ storage, signer: testSigner, keptIn: 'secrets', secrets, log });
    surroundings.add(head);
    return surroundings.add(await ClientKeys.open({ storage, signer: testSigner, log, head }));
  };
  const fileOf = (id: string) => path.join(storage.path, 'clients', `${id}.json`);
  const plant = async (file: KeyFile) => {
    await mkdir(path.dirname(fileOf(file.id)), { recursive: true, mode: 0o700 });
    await writeFile(fileOf(file.id), keyFileText(file), { mode: 0o600 });
  };
  const planted = (id: string, servers = ['git', 'db']): KeyFile => ({
    id,
    key: Buffer.alloc(32, 1),
    name: 'alice',
    servers,
    createdAt: 1,
  });
  const admissions = async () => {
    const folder = path.join(storage.path, 'admissions');
    return (await readdir(folder)).map((name) => path.join(folder, name));
  };

  it('are in with their key, name and servers, also in the next window', async () => {
    const keys = await open();
    const made = await keys.create({ name: 'alice', servers: ['git'] });
    deepEqual((await open()).keys, [made]);
    await keys.setServers(made.id, ['db']);
    deepEqual((await open()).keys, [{ ...made, servers: ['db'] }]);
  });

  for (const id of ['alice', 'vscode-chat']) {
    it(`are not in by a key file that somebody wrote: "${id}"`, async () => {
      await (await open()).create({ id, name: 'alice', servers: ['git'] });
      await plant(planted(id));
      const keys = await open();
      deepEqual([keys.keys, keys.unconfirmed, await keys.read(id)], [[], [], undefined]);
      await keys.create({ id, name: 'alice', servers: ['git'] });
      notDeepEqual((await keys.read(id))?.key, planted(id).key);
    });
  }

  it('are not in by a key file of which nothing was ever said', async () => {
    await open();
    await plant(planted('new'));
    const keys = await open();
    deepEqual([keys.keys, keys.unconfirmed, await keys.read('new')], [[], [], undefined]);
  });

  it('open no other servers because their file says so', async () => {
    const { id } = await (await open()).create({ name: 'alice', servers: ['git'] });
    const text = await readFile(fileOf(id), 'utf8');
    await writeFile(fileOf(id), text.replace('["git"]', '["git","db"]'));
    deepEqual((await (await open()).read(id))?.servers, ['git']);
  });

  it('are not in again by an old file that is put back, nor by the record put back with it', async () => {
    const keys = await open();
    const { id } = await keys.create({ name: 'alice', servers: ['git'] });
    const [record = ''] = await admissions();
    const [file, said] = [await readFile(fileOf(id)), await readFile(record)];
    await keys.revoke(id);
    await writeFile(fileOf(id), file, { mode: 0o600 });
    deepEqual([await (await open()).read(id), (await open()).keys], [undefined, []]);
    for (const each of await admissions()) await rm(each);
    await writeFile(record, said, { mode: 0o600 });
    const next = await open();
    deepEqual([await next.read(id), next.signed.changedOutside], [undefined, 1]);
  });

  it('open no more servers by an older record that is put back', async () => {
    const keys = await open();
    const { id } = await keys.create({ name: 'alice', servers: ['git', 'db'] });
    const [record = ''] = await admissions();
    const said = await readFile(record);
    await keys.setServers(id, ['git']);
    for (const each of await admissions()) await rm(each);
    await writeFile(record, said, { mode: 0o600 });
    equal(await (await open()).read(id), undefined);
  });

  it('are no sessions of an agent whose file somebody wrote anew, or put back as it was', async () => {
    const keys = await open();
    const clients = surroundings.add(new SessionClients(keys));
    const session = { grantee: {}, record: {} } as unknown as Parameters<SessionClients['admit']>[0];
    const id = await clients.admit(session, 'claude', ['git', 'db']);
    const [wide, known] = [await readFile(fileOf(id)), await keys.read(id)];
    if (known === undefined) throw new Error('the session is let in');
    await clients.narrow(id, ['git']);
    deepEqual((await keys.read(id))?.servers, ['git']);
    await writeFile(fileOf(id), wide);
    equal(await keys.read(id), undefined);
    await plant({ ...known, servers: ['git'], key: Buffer.alloc(32, 1) });
    equal(await keys.read(id), undefined);
    await plant(planted(id));
    equal(await keys.read(id), undefined);
  });

  describe('by a version that did not sign them', () => {
    beforeEach(() => plant(planted('old')));

    it('are in once the user has confirmed them by name, and not before', async () => {
      const keys = await open();
      deepEqual([keys.keys, keys.unconfirmed.map(({ name }) => name)], [[], ['alice']]);
      equal(await keys.read('old'), undefined);
      await keys.confirm(['old']);
      deepEqual([keys.keys.map(({ id }) => id), keys.unconfirmed], [['old'], []]);
      deepEqual((await (await open()).read('old'))?.key, planted('old').key);
    });

    it('are never in once they were removed instead, also when their file is put back', async () => {
      const keys = await open();
      await keys.revoke('old');
      await plant(planted('old'));
      const next = await open();
      await next.confirm(['old']);
      deepEqual([next.keys, next.unconfirmed], [[], []]);
    });

    it('are only those that were there, as they were', async () => {
      await open();
      await plant(planted('old', ['git', 'db', 'more']));
      await plant(planted('later'));
      const keys = await open();
      deepEqual(keys.unconfirmed, []);
      await keys.confirm(['old', 'later']);
      deepEqual(keys.keys, []);
    });
  });
});
