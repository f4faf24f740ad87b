import { deepEqual, equal } from 'node:assert/strict';
import path from 'node:path';
import { bindGrants } from '../../../src/core/consent/bindGrants';
import { candidatesFor } from '../../../src/core/consent/candidatesFor';
import type { Decision } from '../../../src/core/consent/decision';
import { GrantedFolders } from '../../../src/core/consent/grantedFolders';
import { Ledger } from '../../../src/core/consent/ledger';
import { Revocation } from '../../../src/core/consent/revocation';
import { Catalog } from '../../../src/core/roots/catalog';
import { available, entry, FakeDisk, sights } from '../roots/catalogBench';
import { choice, decision, FakeClock, FakeStore, server } from './fakes';

const git = server('git');

function identity(inode: string, device = 'd1') {
  return { identity: { device, inode } };
}

/** One window over a disk and a store that others share with it. */
function openWindow(disk: FakeDisk, store: FakeStore) {
  const clock = new FakeClock();
  const ledger = new Ledger(store, clock, path.posix);
  const granted = new GrantedFolders(ledger, path.posix);
  const catalog = new Catalog(disk.look, disk.clock, (folder) => granted.around(folder));
  bindGrants(catalog, ledger, granted);
  const open = async (...paths: string[]) => {
    await catalog.setEntries(paths.map((each) => entry(each)));
    return { ledger, catalog };
  };
  return { ledger, catalog, open, stands: (by = git) => sights(candidatesFor(by, catalog, ledger)) };
}

const meant = (decisions: readonly Decision[]) =>
  decisions.map(({ server: by, folder, identity: of }) => `${by} ${folder} ${of?.device} ${of?.inode}`);

/** Until what was said is kept. */
const kept = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('A grant is for one directory (rule 5)', () => {
  it('is for the one that is seen first where it does not say, in this window at once and in all once it is kept', async () => {
    const store = new FakeStore(
      decision('/w/web', 'allow', 1),
      decision('/w/web', 'allow', 2, 'always', 'files'),
    );
    const { ledger, open, stands } = openWindow(new FakeDisk('/w/web'), store);
    const opening = open('/w/web');
    deepEqual(meant(ledger.decisions), [
      'git /w/web undefined undefined',
      'files /w/web undefined undefined',
    ]);
    await opening;
    const both = ['git /w/web d1 i1', 'files /w/web d1 i1'];
    deepEqual(meant(ledger.decisions), both);
    await kept();
    deepEqual(meant(store.standing), both);
    deepEqual(stands(), ['web: available']);
    deepEqual(
      store.standing.map(({ decidedAt }) => decidedAt),
      [1, 2],
    );
  });

  it('covers no other that lies there when a window opens', async () => {
    const store = new FakeStore({ ...decision('/w/web', 'allow', 1), ...identity('i0') });
    const { open, stands } = openWindow(new FakeDisk('/w/web'), store);
    await open('/w/web');
    deepEqual(stands(), ['web: moved']);
    await kept();
    deepEqual(store.writtenAgain, []);
  });

  it('covers no other that is put there, at once or after a vanishing, until the user decides about that one', async () => {
    for (const vanishing of [false, true]) {
      const disk = new FakeDisk('/w/web');
      const { ledger, catalog, open, stands } = openWindow(
        disk,
        new FakeStore(decision('/w/web', 'allow', 1)),
      );
      await open('/w/web');
      disk.folders.delete('/w/web');
      if (vanishing) await catalog.look();
      disk.folders.set('/w/web', available('/w/web', 'other', 'd1', 1));
      await catalog.look();
      deepEqual(stands(), ['web: moved']);
      await ledger.decide([{ ...choice('/w/web'), ...identity('other') }], 'always');
      deepEqual(stands(), ['web: available']);
    }
  });

  it('covers what the user was shown, not what was put there while the question was open', async () => {
    const disk = new FakeDisk('/w/web');
    const { ledger, catalog, open, stands } = openWindow(disk, new FakeStore());
    await open('/w/web');
    disk.folders.set('/w/web', available('/w/web', 'third'));
    await catalog.look();
    await ledger.decide([{ ...choice('/w/web'), ...identity('i1') }], 'session');
    deepEqual(stands(), ['web: moved']);
  });

  it('is asked about for one server only where another was granted the new one', async () => {
    const disk = new FakeDisk('/w/web');
    const store = new FakeStore(
      decision('/w/web', 'allow', 1),
      decision('/w/web', 'allow', 2, 'always', 'files'),
    );
    const { ledger, catalog, open, stands } = openWindow(disk, store);
    await open('/w/web');
    disk.folders.set('/w/web', available('/w/web', 'other'));
    await catalog.look();
    await ledger.decide([{ ...choice('/w/web'), ...identity('other') }], 'session');
    deepEqual([stands(), stands(server('files'))], [['web: available'], ['web: moved']]);
  });

  it('goes over to a directory that was made anew in its place, in every window and over restarts', async () => {
    const disk = new FakeDisk('/w/web');
    const store = new FakeStore(decision('/w/web', 'allow', 1));
    const first = openWindow(disk, store);
    await first.open('/w/web');
    disk.folders.delete('/w/web');
    await first.catalog.look();
    disk.folders.set('/w/web', available('/w/web', 'anew', 'd1', disk.time + 1));
    await first.catalog.look();
    deepEqual(first.stands(), ['web: available']);
    await kept();
    const second = openWindow(disk, store);
    await second.open('/w/web');
    deepEqual(second.stands(), ['web: available']);
    disk.folders.set('/w/web', available('/w/web', 'other'));
    await first.catalog.look();
    deepEqual(first.stands(), ['web: moved']);
  });

  it('goes over to the same place on another device, which two windows that see different ones keep once each', async () => {
    const [one, other] = [new FakeDisk('/w/web'), new FakeDisk()];
    other.folders.set('/w/web', available('/w/web', 'i7', 'd2'));
    const store = new FakeStore(decision('/w/web', 'allow', 1));
    const windows = [openWindow(one, store), openWindow(other, store)];
    for (const { open } of windows) await open('/w/web');
    for (let turn = 0; turn < 10; turn += 1) await kept();
    deepEqual(meant(store.writtenAgain), ['git /w/web d1 i1', 'git /w/web d2 i7']);
    deepEqual(
      windows.map(({ stands }) => stands()),
      [['web: available'], ['web: available']],
    );
  });

  it('is for the session in memory only', async () => {
    const store = new FakeStore();
    const { ledger, open } = openWindow(new FakeDisk('/w/web'), store);
    await open('/w/web');
    await ledger.decide([choice('/w/web')], 'session');
    deepEqual(meant(ledger.sessionDecisions), ['git /w/web d1 i1']);
    await kept();
    deepEqual(store.writtenAgain, []);
  });

  it('brings nothing back that another window took away meanwhile', async () => {
    const store = new FakeStore(decision('/w/web', 'allow', 1));
    const { ledger, open, stands } = openWindow(new FakeDisk('/w/web'), store);
    const opening = open('/w/web');
    store.unannounced({ ...choice('/w/web', 'deny'), duration: 'always', decidedAt: 2 });
    await opening;
    await kept();
    deepEqual(store.writtenAgain, []);
    deepEqual([ledger.nearest(choice('/w/web'))?.verdict, stands()], ['deny', ['web: available']]);
  });

  it('does not say which where the numbers of the disk are unstable', async () => {
    const disk = new FakeDisk();
    disk.folders.set('/w/web', { ...available('/w/web'), hasUnstableNumbers: true });
    const { ledger, catalog, open, stands } = openWindow(disk, new FakeStore(decision('/w/web', 'allow', 1)));
    await open('/w/web');
    disk.folders.set('/w/web', { ...available('/w/web', 'i2'), hasUnstableNumbers: true });
    await catalog.look();
    deepEqual([meant(ledger.decisions), stands()], [['git /w/web undefined undefined'], ['web: available']]);
  });

  it('is no refusal: a denied folder is denied whatever lies there', async () => {
    const store = new FakeStore(decision('/w/web', 'deny', 1));
    const { ledger, open, stands } = openWindow(new FakeDisk('/w/web'), store);
    await open('/w/web');
    deepEqual([meant(ledger.decisions), stands()], [['git /w/web undefined undefined'], ['web: available']]);
    equal(ledger.nearest(choice('/w/web'))?.verdict, 'deny');
  });

  it('comes back with what it was for when a revocation of everything is undone', async () => {
    const disk = new FakeDisk('/w/web');
    const { ledger, catalog, open, stands } = openWindow(disk, new FakeStore(decision('/w/web', 'allow', 1)));
    await open('/w/web');
    const revocation = new Revocation(ledger);
    await revocation.revokeAll();
    disk.folders.set('/w/web', available('/w/web', 'other'));
    await catalog.look();
    await revocation.undo();
    deepEqual(stands(), ['web: moved']);
  });
});

describe('A grant of a folder around covers what lies inside the directory that was meant (rule 5)', () => {
  it('and nothing where another lies there instead', async () => {
    const disk = new FakeDisk('/w', '/w/web');
    const store = new FakeStore(decision('/w', 'allow', 1));
    const { catalog, open, stands } = openWindow(disk, store);
    await open('/w/web');
    deepEqual(stands(), ['web: available']);
    await kept();
    deepEqual(meant(store.standing), ['git /w d1 i1']);
    disk.folders.set('/w', available('/w', 'other'));
    await catalog.look();
    deepEqual(stands(), ['web: moved']);
    const later = openWindow(disk, store);
    await later.open('/w/web');
    deepEqual(later.stands(), ['web: moved']);
  });

  it('but not what is put there inside while a window looks on', async () => {
    const disk = new FakeDisk('/w', '/w/web');
    const { ledger, catalog, open, stands } = openWindow(disk, new FakeStore(decision('/w', 'allow', 1)));
    await open('/w/web');
    disk.folders.set('/w/web', available('/w/web', 'other'));
    await catalog.look();
    deepEqual(stands(), ['web: moved']);
    await ledger.decide([{ ...choice('/w/web'), ...identity('other') }], 'session');
    deepEqual(stands(), ['web: available']);
  });

  it('once that was looked at, which it is as soon as it is granted', async () => {
    const disk = new FakeDisk('/w', '/w/web');
    const { ledger, catalog, open, stands } = openWindow(disk, new FakeStore());
    await open('/w/web');
    const looked = new Promise<void>((resolve) => catalog.onDidChange(() => resolve()));
    await ledger.decide([{ ...choice('/w'), ...identity('i1') }], 'session');
    deepEqual(stands(), ['web: no answer']);
    await looked;
    deepEqual(stands(), ['web: available']);
  });
});
