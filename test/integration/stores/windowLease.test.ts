import assert from 'node:assert/strict';
import { watch } from 'node:fs';
import {
  chmod,
  copyFile,
  lstat,
  open as openFile,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import type { Fingerprint } from '../../../src/core/consent/decision';
import type { WindowState } from '../../../src/core/consent/windowLease';
import { leaseName, type LeaseName } from '../../../src/node/stores/leaseEstates';
import { inheritsNothing, leaseToFields, type LeaseRecord } from '../../../src/node/stores/leaseRecord';
import type { PrivateFolder } from '../../../src/node/stores/privateFolder';
import { identify, type ProcessIdentity } from '../../../src/node/stores/processIdentity';
import { Signer } from '../../../src/node/stores/signature';
import { leaseFolder } from '../../../src/node/stores/leaseFolder';
import {
  openWindowLease,
  type LeaseFile,
  type WindowLeaseOptions,
} from '../../../src/node/stores/windowLease';
import { Child } from './child';
import {
  allow,
  deny,
  forSession,
  KeptLog,
  Surroundings,
  testSigner,
  withdraw,
} from '../../unit/stores/surroundings';

const nothing: WindowState = { sessionDecisions: [], unkept: [], revoked: [], sampling: [], running: [] };
const state: WindowState = {
  sessionDecisions: [
    { ...forSession(allow('s', '/work/a')), identity: { device: '66', inode: '131' } },
    forSession(deny('s', '/work/b')),
  ],
  unkept: [withdraw('s', '/work/c', 4), deny('s', '/work/d')],
  revoked: [allow('s', '/work/e'), forSession(deny('s', '/work/f'))],
  sampling: ['s' as Fingerprint],
  running: ['user/filesystem'],
};
const other: WindowState = { ...nothing, running: ['other'] };

describe("A window's lease", function () {
  this.timeout(20_000);
  const surroundings = new Surroundings();
  let storage: PrivateFolder;
  let log: KeptLog;
  let here: ProcessIdentity;
  beforeEach(async () => {
    here = await identify(process.pid);
    storage = await surroundings.storage();
    log = new KeptLog();
  });

  const open = async (options: Partial<WindowLeaseOptions> = {}) =>
    surroundings.add(
      await openWindowLease({
        storage,
        signer: testSigner,
        log,
        workspace: 'workspace',
        patienceMilliseconds: 0,
        // Long ago: what a host takes to start is for its own test.
        startedAt: 0,
        ...options,
      }),
    );
  const claim = async (lease: LeaseFile) => {
    let claimed: WindowState | undefined;
    await lease.claim((left) => lease.keep((claimed = left)));
    return claimed;
  };
  const mine = testSigner.nameFor(['workspace', 'workspace']);
  const id = (digit: string) => digit.repeat(16);
  const name = (digit: string, takenBy?: string) =>
    leaseName(mine, id(digit), takenBy === undefined ? undefined : id(takenBy));
  const gone = (parts: Partial<LeaseRecord>): LeaseRecord => ({
    owner: { ...here, started: 'earlier' },
    refreshedAt: Date.now(),
    released: true,
    inherits: inheritsNothing,
    state: nothing,
    ...parts,
  });
  const write = async ({ file, signedAs }: LeaseName, record: LeaseRecord) => {
    await storage.child(leaseFolder);
    const text = testSigner.seal(`${leaseFolder}/${signedAs}`, leaseToFields(record));
    await writeFile(path.join(folder(), file), text, { mode: 0o600 });
  };
  const folder = () => path.join(storage.path, leaseFolder);
  const files = async () => (await readdir(folder())).filter((name) => name.endsWith('.json'));
  const hold = async (kept = state, workspace = 'workspace') => {
    const child = new Child('holdLease', [storage.path, workspace, JSON.stringify(kept)]);
    surroundings.onEnd(() => child.kill());
    assert.equal(await child.expectLine(), 'kept');
    return child;
  };
  const left = async (kept = state, workspace = 'workspace') => (await hold(kept, workspace)).kill();
  const onlyFile = async () => {
    const [name, ...others] = await files();
    assert.ok(name !== undefined && others.length === 0);
    return path.join(folder(), name);
  };

  it('is a private file that tells nothing of the workspace by its name', async () => {
    const lease = await open();
    lease.keep(state);
    await lease.settled();
    const file = await onlyFile();
    assert.equal((await lstat(file)).mode & 0o777, 0o600);
    assert.match(path.basename(file), /^[0-9a-f]{32}-[0-9a-f]{16}\.json$/);
  });

  it('is gone rather than old when what is true now cannot be written', async () => {
    const lease = await open();
    lease.keep(state);
    await lease.settled();
    const before = await files();
    lease.keep({ ...state, unkept: [withdraw('s', '/work/a', Number.NaN)] });
    await lease.settled();
    assert.deepEqual([before.length, await files()], [1, []]);
  });

  it('is taken over from a host that is gone, whole, and once', async () => {
    await left();
    assert.deepEqual(await claim(await open()), state);
    assert.equal(await claim(await open()), undefined);
  });

  it('is not taken over from a host that lives', async () => {
    await hold();
    assert.equal(await claim(await open()), undefined);
  });

  it('is not taken over by another workspace', async () => {
    await left();
    assert.equal(await claim(await open({ workspace: 'elsewhere' })), undefined);
    assert.deepEqual(await claim(await open()), state);
  });

  it('is taken over by one of many that claim it, in one process or several', async () => {
    for (let round = 0; round < 5; round++) {
      const fresh = await surroundings.storage();
      storage = fresh;
      await left();
      const leases = await Promise.all(Array.from({ length: 8 }, () => open()));
      const child = new Child('holdLease', [fresh.path, 'workspace', '', '3']);
      surroundings.onEnd(() => child.kill());
      const lines = async () => [
        await child.expectLine(),
        await child.expectLine(),
        await child.expectLine(),
      ];
      const [here, there] = await Promise.all([Promise.all(leases.map((lease) => claim(lease))), lines()]);
      const claimed = [...here, ...there.map((line) => JSON.parse(line) as WindowState | null)];
      assert.deepEqual(
        claimed.filter((each) => each !== undefined && each !== null),
        [state],
      );
    }
  });

  it('is waited for while the predecessor is still ending, as at a reload', async () => {
    const child = await hold();
    const claimed = claim(await open({ patienceMilliseconds: 15_000 }));
    await child.kill();
    assert.deepEqual(await claimed, state);
  });

  it('is taken over from a host that is dead but not collected by its parent', async () => {
    // The shell becomes `sleep`, which collects nobody; without input the host ends by itself.
    const launcher = ['bash', '-c', '"$@" & exec sleep 600', 'bash'];
    const child = new Child('holdLease', [storage.path, 'workspace', JSON.stringify(state)], launcher);
    surroundings.onEnd(() => child.kill());
    assert.equal(await child.expectLine(), 'kept');
    assert.deepEqual(await claim(await open({ patienceMilliseconds: 15_000 })), state);
  });

  it('is taken over at once from a host that released it, though its process still lives, and once', async () => {
    const before = await open();
    before.keep(state);
    await before.release();
    before.keep(other);
    await before.settled();
    assert.deepEqual(await claim(await open()), state);
    assert.equal(await claim(await open()), undefined);
  });

  it('is the freshest of those that were left', async () => {
    await left(other);
    await left(state);
    const [first, second] = [await claim(await open()), await claim(await open())];
    assert.deepEqual([first, second], [state, other]);
  });

  it('goes on to the next host when the one that took it over crashes at once', async () => {
    await left();
    const child = new Child('holdLease', [storage.path, 'workspace', '', '1']);
    surroundings.onEnd(() => child.kill());
    assert.deepEqual(JSON.parse(await child.expectLine()), state);
    await child.kill();
    assert.deepEqual(await claim(await open()), state);
  });

  it('is lost by no crash of the host that takes it over, and neither is what that one kept itself', async function () {
    this.timeout(120_000);
    const everything = { ...state, running: ['other', 'user/filesystem'] };
    for (let changes = 0, hasClaimed = false; !hasClaimed; changes++) {
      storage = await surroundings.storage();
      await write(name('1'), gone({ state }));
      const args = [storage.path, 'workspace', JSON.stringify(other), String(changes)];
      const child = new Child('crashWhileClaiming', args);
      surroundings.onEnd(() => child.kill());
      hasClaimed = (await child.line()) === 'claimed';
      await child.kill();
      const claimed = await claim(await open());
      assert.deepEqual(
        { ...claimed, running: claimed?.running.toSorted() },
        // The first change is that the taker's own words are kept.
        changes === 0 ? state : everything,
        `after ${changes} changes`,
      );
      assert.equal(await claim(await open()), undefined, `after ${changes} changes, again`);
    }
  });

  it('counts for nothing where another one includes it: what was taken back since stays so', async () => {
    await write(name('1', '2'), gone({ state }));
    await write(name('2'), gone({ state: other, inherits: { from: [id('1')], isDone: true } }));
    assert.deepEqual(await claim(await open()), other);
    assert.equal(await claim(await open()), undefined);
  });

  it('is found over several hosts that each ended while they took it over', async () => {
    await write(name('1', '2'), gone({ state }));
    await write(name('2', '3'), gone({ inherits: { from: [id('1')], isDone: false } }));
    await write(name('3'), gone({ inherits: { from: [id('2'), id('1')], isDone: false } }));
    assert.deepEqual(await claim(await open()), state);
    assert.equal(await claim(await open()), undefined);
  });

  it('is left alone while a host that lives is taking it over', async () => {
    const inherits = { from: [id('1')], isDone: false };
    await write(name('1'), gone({ state }));
    await write(name('2'), gone({ inherits, owner: here, released: false }));
    assert.equal(await claim(await open()), undefined);
  });

  it('is nobody else’s from before the host that takes it over has taken anything', async () => {
    for (const changes of [1, 2]) {
      storage = await surroundings.storage();
      await write(name('1'), gone({ state }));
      const args = [storage.path, 'workspace', JSON.stringify(nothing), String(changes), 'stall'];
      const child = new Child('crashWhileClaiming', args);
      surroundings.onEnd(() => child.kill());
      assert.equal(await child.expectLine(), 'stalled');
      assert.equal(await claim(await open()), undefined, `after ${changes} changes`);
      await child.kill();
      assert.deepEqual(await claim(await open()), state, `after ${changes} changes, once it is gone`);
    }
  });

  it('goes back to be taken over when its host is closed meanwhile', async () => {
    await left();
    const closing = await open();
    const claimed = claim(closing);
    await closing.release();
    const states = [await claimed, await claim(await open())];
    assert.deepEqual(states, [undefined, state]);
  });

  it('counts for nothing once it was not refreshed for a while, and is removed', async () => {
    await left();
    const file = await onlyFile();
    assert.equal(await claim(await open({ now: () => Date.now() + 15_001 })), undefined);
    assert.deepEqual(
      [(await files()).includes(path.basename(file)), await claim(await open())],
      [false, undefined],
    );
  });

  it('grows no older while the next host starts, for up to a minute', async () => {
    const seconds = 1_000;
    const claimed = async (begun: number, opened: number) => {
      storage = await surroundings.storage();
      await write(name('1'), gone({ state }));
      const left = Date.now();
      return claim(await open({ startedAt: left + begun * seconds, now: () => left + opened * seconds }));
    };
    assert.deepEqual(await claimed(14, 14 + 59), state);
    assert.equal(await claimed(14, 14 + 61), undefined);
    assert.equal(await claimed(16, 17), undefined);
    // Of a host that went on beside this one: shortly, as at a reload, and longer, as another window.
    assert.deepEqual(await claimed(-5, 16), state);
    assert.equal(await claimed(-7, 16), undefined);
  });

  it('counts for nothing when it says that it was refreshed in the future', async () => {
    await left();
    assert.equal(await claim(await open({ now: () => Date.now() - 60_000 })), undefined);
  });

  it('stays fresh while its host lives', async () => {
    let now = 1_000_000;
    const lease = await open({ refreshMilliseconds: 5, now: () => now });
    lease.keep(state);
    await lease.settled();
    const file = await onlyFile();
    now += 60_000;
    const refreshed = async () =>
      (JSON.parse(await readFile(file, 'utf8')) as { refreshedAt: number }).refreshedAt;
    const changes = watch(folder());
    surroundings.onEnd(() => changes.close());
    while ((await refreshed()) < now) await new Promise((resolve) => changes.once('change', resolve));
    assert.equal(await refreshed(), now);
  });

  it('is refreshed in the file that it has, and in another one when that was removed', async () => {
    let now = 1_000_000;
    const lease = await open({ refreshMilliseconds: 5, now: () => now });
    lease.keep(state);
    await lease.settled();
    const file = await onlyFile();
    const refreshed = async () => {
      now += 1;
      for (;;) {
        const text = await readFile(file, 'utf8').catch(() => '');
        if (text.includes(`"refreshedAt":${now}`)) return (await stat(file)).ino;
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    };
    const first = (await stat(file)).ino;
    assert.deepEqual([await refreshed(), await refreshed()], [first, first]);
    // The number of a file that nobody has open could be given again.
    const held = await openFile(file);
    surroundings.onEnd(() => held.close());
    await rm(file);
    assert.notEqual(await refreshed(), first);
  });

  it('says what was kept last', async () => {
    const lease = await open();
    for (const each of [state, other, { ...other, running: ['last'] }]) lease.keep(each);
    await lease.release();
    assert.deepEqual(await claim(await open()), { ...other, running: ['last'] });
  });

  it('leaves no file when there is nothing to remember', async () => {
    const lease = await open();
    lease.keep(state);
    await lease.settled();
    lease.keep(nothing);
    await lease.settled();
    assert.deepEqual(await readdir(folder()), []);
  });

  for (const [what, spoil] of Object.entries<(file: string) => Promise<unknown>>({
    'was edited': async (file) => writeFile(file, (await readFile(file, 'utf8')).replace('/work/a', '/work')),
    'is torn': async (file) => writeFile(file, (await readFile(file, 'utf8')).slice(0, 100)),
    'was copied to another name': async (file) =>
      rename(file, file.replace(/[0-9a-f]{16}\.json/, `${'0'.repeat(16)}.json`)),
    'is open to others': (file) => chmod(file, 0o644),
    'is a link': async (file) => {
      await rename(file, `${storage.path}/elsewhere`);
      await symlink(`${storage.path}/elsewhere`, file);
    },
  })) {
    it(`gives nothing when its file ${what}`, async () => {
      await left();
      await spoil(await onlyFile());
      assert.equal(await claim(await open()), undefined);
    });
  }

  it('of another workspace gives nothing under the name of this one', async () => {
    await left(state, 'elsewhere');
    const file = await onlyFile();
    await copyFile(file, path.join(folder(), path.basename(file).replace(/^[0-9a-f]{32}/, mine)));
    assert.equal(await claim(await open()), undefined);
  });

  it('of another installation gives nothing', async () => {
    await left();
    assert.equal(await claim(await open({ signer: new Signer(Buffer.alloc(32, 9)) })), undefined);
  });

  it('of a machine or container whose processes cannot be seen is not taken over', async () => {
    const owner = { machine: 'another', pid: 1, started: '1' };
    await write(name('1'), gone({ owner, released: false, state }));
    assert.equal(await claim(await open()), undefined);
  });

  it('of a process whose number was given to another one since is taken over', async () => {
    await write(name('1'), gone({ released: false, state }));
    assert.deepEqual(await claim(await open()), process.platform === 'linux' ? state : undefined);
  });

  it('that cannot be written or read costs one warning and no error', async () => {
    const lease = await open();
    await rename(folder(), `${folder()}-moved`);
    await symlink(`${folder()}-moved`, folder());
    lease.keep(state);
    lease.keep(other);
    await lease.settled();
    assert.equal(await claim(lease), undefined);
    assert.deepEqual([log.warnings.length, await readdir(`${folder()}-moved`)], [1, []]);
  });

  it('keeps no process alive', async () => {
    const child = new Child('holdLease', [storage.path, 'workspace', JSON.stringify(state)]);
    surroundings.onEnd(() => child.kill());
    assert.equal(await child.expectLine(), 'kept');
    child.endInput();
    assert.deepEqual(await child.ended(), { code: 0, stderr: '' });
  });
});
