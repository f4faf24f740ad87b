import { deepEqual, equal, ok } from 'node:assert/strict';
import { copyFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { standingApprovals } from '../../../../src/core/approval/approval';
import { Ledger } from '../../../../src/core/consent/ledger';
import { DecisionFiles } from '../../../../src/node/stores/decisionFiles';
import type { HeadSecrets } from '../../../../src/node/stores/head/headPlaces';
import { PrivateFolder } from '../../../../src/node/stores/privateFolder';
import { systemClock } from '../../../../src/node/systemClock';
import { approval } from '../../approval/fakeApprovals';
import { server } from '../../consent/fakes';
import { allow, deny, Surroundings, testSigner, withdraw } from '../surroundings';
import { HeadStage, type OpenedStore } from './headStage';

describe('The head of a store', function () {
  this.timeout(20_000);
  const surroundings = new Surroundings();
  let stage: HeadStage;
  beforeEach(async () => (stage = await HeadStage.make(surroundings)));

  const write = (...records: Parameters<OpenedStore['decisions']['write']>[0]) =>
    stage.use(({ decisions }) => decisions.write(records));
  const changed = ({ decisions, approvals, switches, sharing }: OpenedStore) =>
    [decisions.signed, approvals, switches, sharing.signed].map(({ changedOutside }) => changedOutside);
  const covering = ({ decisions }: OpenedStore, folder: string) => {
    const ledger = surroundings.add(new Ledger(decisions, systemClock, path));
    return ledger.nearest(allow('s', folder))?.verdict;
  };

  for (const keptIn of ['secrets', 'file'] as const) {
    describe(`kept in ${keptIn === 'file' ? 'a file' : 'the secrets'}`, () => {
      beforeEach(() => (stage.keptIn = keptIn));

      it('leaves alone what nobody touched', async () => {
        const records = [allow('s', '/web'), deny('s', '/web/inner'), allow('s', '/old')];
        await write(...records);
        await write(withdraw('s', '/old', 2));
        const store = await stage.open();
        deepEqual(new Set(store.decisions.standing), new Set(records.slice(0, 2)));
        deepEqual(changed(store), [0, 0, 0, 0]);
      });

      it('keeps a denial inside an allowed folder whose file is deleted from being covered by that folder', async () => {
        await write(allow('s', '/web'));
        const [file = ''] = await stage.added('decisions', () => write(deny('s', '/web/inner')));
        await rm(file);
        const store = await stage.open();
        deepEqual([covering(store, '/web'), covering(store, '/web/inner')], ['allow', undefined]);
        deepEqual(changed(store), [1, 0, 0, 0]);
      });

      it('believes no older grant that is put back, with its withdrawal deleted', async () => {
        await write(allow('s', '/web'));
        const putBack = await stage.keepFiles('decisions');
        await write(withdraw('s', '/web', 2));
        await putBack();
        const store = await stage.open();
        deepEqual([store.decisions.standing, changed(store)], [[], [1, 0, 0, 0]]);
      });

      it('believes no older approval that is put back', async () => {
        await stage.use(({ approvals }) => approvals.write([approval('a')]));
        const putBack = await stage.keepFiles('approvals');
        await stage.use(({ approvals }) => approvals.write([approval('b', { approvedAt: 2000 })]));
        await putBack();
        const store = await stage.open();
        deepEqual([standingApprovals(store.approvals), changed(store)], [[], [0, 1, 0, 0]]);
      });

      it('knows a switch as unreadable whose last word is deleted', async () => {
        const off = { server: server('a'), feature: 'elicitation', to: 'off', changedAt: 1 } as const;
        await stage.use(({ switches }) => switches.write([off]));
        for (const file of await stage.files('switches')) await rm(file);
        const store = await stage.open();
        equal(store.switches.latest({ server: server('a'), feature: 'elicitation' }), 'unreadable');
        deepEqual(changed(store), [0, 0, 1, 0]);
      });

      it('turns sharing off where its record is deleted or put back, and nothing else does', async () => {
        await stage.use(({ sharing }) => sharing.set(true));
        const putBack = await stage.keepFiles('sharing');
        await stage.use(({ sharing }) => sharing.set(false));
        await putBack();
        equal((await stage.open()).sharing.on, false);
        for (const file of await stage.files('sharing')) await rm(file);
        equal((await stage.open()).sharing.on, false);
        await stage.use(({ sharing }) => sharing.set(true));
        await write(allow('s', '/web'));
        for (const file of await stage.files()) await rm(file);
        equal((await stage.open()).sharing.on, true);
      });

      it('counts nothing that is there while it is gone itself, and sharing as off', async () => {
        await write(allow('s', '/web'));
        await rm(path.join(stage.storage, 'store.json'));
        if (keptIn === 'file') await rm(path.join(stage.storage, 'head'), { recursive: true });
        else for (const name of await stage.secrets.keys()) await stage.secrets.delete(name);
        const store = await stage.open();
        deepEqual([store.decisions.standing, store.sharing.on, store.head.wasLost], [[], false, true]);
        deepEqual(changed(store), [1, 0, 0, 1]);
        await store.decisions.write([allow('s', '/web', 2)]);
        await store.sharing.set(true);
        const next = await stage.open();
        deepEqual([next.decisions.standing, next.sharing.on], [[allow('s', '/web', 2)], true]);
        deepEqual([next.head.wasLost, changed(next)], [false, [0, 0, 0, 0]]);
      });
    });
  }

  it('is found again where the id of the folder is deleted', async () => {
    await write(allow('s', '/web'), deny('s', '/web/inner'));
    await rm(path.join(stage.storage, 'store.json'));
    const store = await stage.open();
    deepEqual([store.decisions.standing.length, store.head.wasLost], [2, false]);
  });

  it('knows all that was restored as older, where the whole folder is, with its id', async () => {
    await write(allow('s', '/web'));
    const putBack = await stage.keepFiles();
    await write(withdraw('s', '/web', 2));
    await stage.use(({ sharing }) => sharing.set(false));
    await putBack();
    const store = await stage.open();
    deepEqual([store.decisions.standing, store.sharing.on], [[], false]);
  });

  it('knows all that was decided as missing, where the whole folder is deleted', async () => {
    await write(allow('s', '/web'));
    await stage.use(({ sharing }) => sharing.set(false));
    await rm(stage.storage, { recursive: true });
    const store = await stage.open();
    deepEqual([store.decisions.standing, store.sharing.on, changed(store)], [[], false, [1, 0, 0, 1]]);
  });

  it('is one for each folder: another one under the same secrets is neither disturbed nor believed here', async () => {
    const other = await HeadStage.make(surroundings);
    other.secrets = stage.secrets;
    await write(allow('s', '/web'));
    await write(withdraw('s', '/web', 2));
    await other.use(({ decisions }) => decisions.write([allow('s', '/web', 3), allow('s', '/other', 3)]));
    deepEqual((await other.open()).decisions.standing.length, 2);
    deepEqual((await stage.open()).decisions.standing, []);
    for (const file of await other.files())
      await copyFile(file, path.join(stage.storage, 'decisions', path.basename(file)));
    deepEqual((await stage.open()).decisions.standing, []);
  });

  it('lets the user see once what was changed, and then brings nothing back when it is put back', async () => {
    await write(allow('s', '/web'));
    const putBack = await stage.keepFiles('decisions');
    for (const file of await stage.files()) await rm(file);
    const store = await stage.open();
    deepEqual(changed(store), [1, 0, 0, 0]);
    await store.decisions.signed.acknowledge();
    deepEqual(changed(store), [0, 0, 0, 0]);
    store.close();
    await putBack();
    const next = await stage.open();
    deepEqual([next.decisions.standing, changed(next)], [[], [0, 0, 0, 0]]);
    await next.decisions.write([allow('s', '/web', 2)]);
    deepEqual((await stage.open()).decisions.standing, [allow('s', '/web', 2)]);
  });

  describe('over records of a version that kept none', () => {
    const writeAsBefore = async (...records: Parameters<OpenedStore['decisions']['write']>[0]) => {
      const storage = await PrivateFolder.open(stage.storage, stage.log);
      const files = await DecisionFiles.open({ storage, signer: testSigner, log: stage.log });
      await files.write(records);
      files.dispose();
    };

    it('takes them as they are, once: put back later they are older', async () => {
      await writeAsBefore(allow('s', '/web'), deny('s', '/web/inner'));
      const putBack = await stage.keepFiles();
      await stage.use(async ({ decisions }) => {
        equal(decisions.standing.length, 2);
        await decisions.write([withdraw('s', '/web', 2)]);
      });
      await putBack();
      const store = await stage.open();
      deepEqual([store.decisions.standing, store.head.wasLost], [[deny('s', '/web/inner')], false]);
      deepEqual(changed(store), [1, 0, 0, 0]);
    });

    it('believes what such a version goes on to say beside it, and nothing that is older than it', async () => {
      await stage.use(async () => undefined);
      await writeAsBefore(allow('s', '/before', 1), allow('s', '/after', Date.now() + 60_000));
      deepEqual(
        (await stage.open()).decisions.standing.map(({ folder }) => folder),
        ['/after'],
      );
    });
  });

  describe('and an end of the host', () => {
    it('between a grant and its head keep the grant, and the next host catches up', async () => {
      await write(deny('s', '/web'));
      const asBefore = await stage.keepSecrets();
      await write(allow('s', '/web', 2));
      await asBefore();
      await stage.use(async ({ decisions }) => deepEqual(decisions.standing, [allow('s', '/web', 2)]));
      for (const file of await stage.files()) await rm(file);
      deepEqual(changed(await stage.open()), [1, 0, 0, 0]);
    });

    it('between the head and its revocation leave what was revoked undecided', async () => {
      await write(allow('s', '/web'));
      const putBack = await stage.keepFiles('decisions');
      await write(withdraw('s', '/web', 2));
      // The head was first: without the record, the files are those of before.
      await putBack();
      const store = await stage.open();
      deepEqual([store.decisions.standing, store.decisions.unreadable.has(allow('s', '/web'))], [[], true]);
    });
  });

  it('says ahead what takes away, and after its record what gives', async () => {
    const order: string[] = [];
    const { secrets } = stage;
    const store = await stage.open({
      secrets: {
        get: (name) => secrets.get(name),
        store: async (name, value) => {
          order.push(`head, ${(await stage.files()).length} records`);
          await secrets.store(name, value);
        },
      },
    });
    order.length = 0;
    await store.decisions.write([allow('s', '/web')]);
    await store.decisions.write([deny('s', '/other')]);
    deepEqual(order, ['head, 1 records', 'head, 1 records']);
  });

  it('keeps no revocation from being written where secrets cannot be written, nor a grant', async () => {
    await write(allow('s', '/web'));
    const store = await stage.open({
      secrets: { ...stage.secrets, store: async () => Promise.reject(new Error('locked')) },
    });
    await store.decisions.write([withdraw('s', '/web', 2)]);
    await store.decisions.write([allow('s', '/other', 3)]);
    store.close();
    deepEqual((await stage.open()).decisions.standing, [allow('s', '/other', 3)]);
    ok(stage.log.warnings.some((line) => line.includes('locked')));
  });

  it('loses nothing where two windows read it before either writes', async () => {
    const [here, there] = [await stage.open(), await stage.open()];
    await Promise.all([
      here.decisions.write([deny('s', '/a'), allow('s', '/b')]),
      there.decisions.write([deny('s', '/c'), allow('s', '/d')]),
    ]);
    await Promise.all([here.decisions.refresh(), there.decisions.refresh()]);
    here.close();
    there.close();
    for (const file of await stage.files()) await rm(file);
    deepEqual(changed(await stage.open()), [4, 0, 0, 0]);
  });

  it('is merged where another window wrote meanwhile, also where nobody tells of that', async () => {
    const { secrets } = stage;
    const silent: HeadSecrets = {
      get: (name) => secrets.get(name),
      store: (name, value) => secrets.store(name, value),
    };
    const [here, there] = [await stage.open({ secrets: silent }), await stage.open({ secrets: silent })];
    for (const [index, each] of [here, there].entries()) {
      const decisions = each.head.of('decisions');
      // Of one part: the beginning says which.
      const subject = `${'0'.repeat(31)}${index}`;
      decisions.marks.set(subject, { sequence: 1, caution: 0, chance: '' });
      await decisions.publish();
    }
    equal((await stage.open({ secrets: silent })).head.of('decisions').marks.size, 2);
  });

  it('is the same in a window that is open, as soon as another one raised it', async () => {
    const here = await stage.open();
    await here.decisions.write([allow('s', '/web')]);
    const putBack = await stage.keepFiles('decisions');
    await stage.use(({ decisions }) => decisions.write([withdraw('s', '/web', 2)]));
    await putBack();
    await here.decisions.refresh();
    deepEqual(here.decisions.standing, []);
  });

  it('is made of secrets of a bounded size each, also for ten thousand decisions', async () => {
    const decisions = (await stage.open()).head.of('decisions');
    const { marks } = decisions;
    const subjects = Array.from({ length: 10_000 }, (_, i) => testSigner.nameFor(['decision', 's', `/${i}`]));
    for (const subject of subjects) marks.set(subject, { sequence: 1, caution: 0, chance: 'abcdef' });
    await decisions.publish();
    const sizes = await Promise.all(
      (await stage.secrets.keys()).map(async (name) => (await stage.secrets.get(name))?.length ?? 0),
    );
    ok(Math.max(...sizes) < 48 * 1024, `${Math.max(...sizes)} characters`);
    deepEqual((await stage.open()).head.of('decisions').marks, marks);
  });

  it('lets no mixture of earlier states of the files allow what was not allowed at the end', async () => {
    const folders = ['/web', '/web/inner', '/other'];
    let seed = 20261122;
    const pick = (below: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
    for (let run = 0; run < 5; run++) {
      const own = await HeadStage.make(surroundings);
      const last = new Map<string, string>();
      const kept: (readonly [file: string, copy: string])[] = [];
      const copies = await surroundings.directory();
      for (let word = 1; word <= 6; word++) {
        const folder = folders[pick(folders.length)] ?? '/web';
        const make = [allow, deny, withdraw][pick(3)] ?? allow;
        const record = make('s', folder, word);
        await own.use(({ decisions }) => decisions.write([record]));
        last.set(folder, record.verdict);
        for (const file of await own.files()) {
          const copy = path.join(copies, path.basename(file));
          await copyFile(file, copy);
          kept.push([file, copy]);
        }
      }
      for (const file of await own.files()) await rm(file);
      for (const [file, copy] of kept) if (pick(2) === 0) await copyFile(copy, file);
      const store = await own.open();
      for (const { folder, verdict } of store.decisions.standing)
        deepEqual([run, folder, verdict], [run, folder, last.get(folder)]);
      for (const folder of folders) {
        const seen = covering(store, folder);
        const allowed = folder === '/web/inner' ? (last.get(folder) ?? last.get('/web')) : last.get(folder);
        const isOpen = allowed === 'allow' || (allowed === 'undecided' && last.get('/web') === 'allow');
        ok(seen !== 'allow' || isOpen, `run ${run}: ${folder} is allowed by what was put back`);
      }
      store.close();
    }
  }).timeout(60_000);
});
