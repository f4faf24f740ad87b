import { deepEqual } from 'node:assert/strict';
import path from 'node:path';
import type { ExposedServer } from '../../../src/core/consent/exposing';
import { noExposure, type Exposure } from '../../../src/core/consent/exposure';
import { Ledger } from '../../../src/core/consent/ledger';
import { ServerExposure } from '../../../src/core/consent/serverExposure';
import { SharingState } from '../../../src/core/consent/sharingState';
import { available, catalogOf, entry, FakeDisk } from '../roots/catalogBench';
import { choice, decision, FakeClock, FakeStore, plainWriter, server } from './fakes';

const git: ExposedServer = { fingerprint: server('git'), declare: true, primary: undefined };

async function bench(...paths: readonly string[]) {
  const disk = new FakeDisk(...paths);
  const { catalog } = await catalogOf(disk, ...paths.map((each) => entry(each)));
  const store = new FakeStore();
  const ledger = new Ledger(store, new FakeClock(), path.posix);
  const sharingState = new SharingState();
  sharingState.turn({ sharing: true, trusted: true });
  const writer = { ...plainWriter };
  const exposure = new ServerExposure({ catalog, ledger, sharingState, writer });
  const announced: Exposure[] = [];
  exposure.onDidChange((next) => announced.push(next));
  exposure.follow(git);
  return { disk, catalog, store, ledger, sharingState, writer, exposure, announced };
}

function uris({ roots }: Exposure): readonly string[] {
  return roots.map(({ uri }) => uri);
}

describe('ServerExposure', () => {
  it('exposes nothing before it is told which server it is for, and after that server is gone', async () => {
    const { exposure, ledger } = await bench('/w/web');
    exposure.follow(undefined);
    await ledger.decide([choice('/w/web')], 'session');
    deepEqual(exposure.current, noExposure);
    exposure.follow(git);
    deepEqual(uris(exposure.current), ['file:///w/web']);
    exposure.follow(undefined);
    deepEqual(exposure.current, noExposure);
  });

  it('follows decisions, folders, disk, sharing and trust', async () => {
    const { exposure, announced, ledger, catalog, disk, sharingState } = await bench('/w/web', '/w/api');
    await ledger.decide([choice('/w/web'), choice('/w/api')], 'session');
    await catalog.setEntries([entry('/w/web')]);
    disk.folders.delete('/w/web');
    await catalog.look();
    disk.folders.set('/w/web', available('/w/web'));
    await catalog.look();
    sharingState.turn({ sharing: false });
    sharingState.turn({ sharing: true });
    sharingState.turn({ trusted: false });
    sharingState.turn({ trusted: true });
    await ledger.withdraw([choice('/w/web')]);
    deepEqual(announced.map(uris), [
      ['file:///w/web', 'file:///w/api'],
      ['file:///w/web'],
      [],
      ['file:///w/web'],
      [],
      ['file:///w/web'],
      [],
      ['file:///w/web'],
      [],
    ]);
    deepEqual(exposure.current, announced.at(-1));
  });

  it('fires only when the list of this server is really another', async () => {
    const { announced, ledger, catalog, sharingState, store, exposure } = await bench('/w/web', '/w/api');
    await ledger.decide([choice('/w/web')], 'always');
    announced.length = 0;
    await ledger.decide([choice('/w/api', 'allow', 'other')], 'session');
    await ledger.decide([choice('/w/api', 'deny')], 'session');
    await ledger.decide([choice('/w/web')], 'session');
    store.byAnother(decision('/w/web', 'allow', 9000));
    sharingState.turn({ sharing: true });
    await catalog.look();
    await catalog.setEntries([entry('/w/api'), entry('/w/web')]);
    exposure.follow(git);
    deepEqual(announced, []);
  });

  it('fires when what lapsed is withdrawn, although the list is the same', async () => {
    const { announced, ledger, catalog } = await bench('/w/web');
    await ledger.decide([choice('/w/web')], 'session');
    await catalog.setEntries([]);
    announced.length = 0;
    await ledger.withdraw([choice('/w/web')]);
    deepEqual(announced, [noExposure]);
  });

  it('exposes nothing when it cannot be decided (rule 1)', async () => {
    const { writer, exposure, announced, ledger, catalog } = await bench('/w/web', '/w/api');
    await ledger.decide([choice('/w/web'), choice('/w/api')], 'session');
    writer.name = () => {
      throw new Error('no name');
    };
    await catalog.setEntries([entry('/w/api'), entry('/w/web')]);
    deepEqual([exposure.current, announced.at(-1)], [noExposure, noExposure]);
  });

  it('knows from which entry a root comes also after the list stayed the same', async () => {
    const { disk, catalog, ledger, exposure } = await bench('/w/web');
    disk.folders.set('/l/web', available('/w/web'));
    await ledger.decide([choice('/w/web')], 'session');
    await catalog.setEntries([entry('/l/web'), entry('/w/web')]);
    await catalog.setEntries([entry('/l/web')]);
    disk.folders.delete('/l/web');
    await catalog.look();
    deepEqual(
      [...exposure.current.lapsed.values()].map(({ source, why }) => [source, why]),
      [['file:///l/web', 'vanished from disk']],
    );
  });

  it('exposes nothing while it cannot be decided what may be seen, and says so', async () => {
    const { exposure, announced, ledger, writer } = await bench('/w/web', '/w/api');
    await ledger.decide([choice('/w/web')], 'session');
    writer.uri = () => {
      throw new Error('a fault');
    };
    await ledger.decide([choice('/w/api')], 'session');
    deepEqual([exposure.current, exposure.fault], [noExposure, 'a fault']);
    writer.uri = (folder) => plainWriter.uri(folder);
    await ledger.withdraw([choice('/w/api')]);
    deepEqual([uris(exposure.current), exposure.fault], [['file:///w/web'], undefined]);
    deepEqual(announced.length, 3);
  });

  it('hears nothing after its end', async () => {
    const { exposure, announced, ledger } = await bench('/w/web');
    exposure.dispose();
    await ledger.decide([choice('/w/web')], 'session');
    deepEqual(announced, []);
    deepEqual(exposure.current, noExposure);
  });
});

describe('SharingState', () => {
  it('is off until both are known', () =>
    deepEqual(new SharingState().switches, { sharing: false, trusted: false }));

  it('announces both when one was turned, and nothing when none was', () => {
    const sharingState = new SharingState();
    const announced: object[] = [];
    sharingState.onDidChange((switches) => announced.push(switches));
    sharingState.turn({ sharing: true });
    sharingState.turn({ sharing: true });
    sharingState.turn({ trusted: true });
    sharingState.turn({});
    sharingState.turn({ sharing: false, trusted: false });
    deepEqual(announced, [
      { sharing: true, trusted: false },
      { sharing: true, trusted: true },
      { sharing: false, trusted: false },
    ]);
    deepEqual(sharingState.switches, { sharing: false, trusted: false });
  });
});
