import assert from 'node:assert/strict';
import {
  chmod,
  copyFile,
  lstat,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import type { Decision, Withdrawal } from '../../../src/core/consent/decision';
import { DecisionFiles } from '../../../src/node/stores/decisionFiles';
import type { PrivateFolder } from '../../../src/node/stores/privateFolder';
import { Signer } from '../../../src/node/stores/signature';
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

describe('Decisions on disk', function () {
  this.timeout(20_000);
  const surroundings = new Surroundings();
  let storage: PrivateFolder;
  let log: KeptLog;
  beforeEach(async () => {
    storage = await surroundings.storage();
    log = new KeptLog();
  });

  const open = async (signer = testSigner) =>
    surroundings.add(await DecisionFiles.open({ storage, signer, log }));
  const folder = () => path.join(storage.path, 'decisions');
  const files = async () => (await readdir(folder())).sort().map((name) => path.join(folder(), name));
  const onlyFile = async () => {
    const [file, ...others] = await files();
    assert.ok(file !== undefined && others.length === 0);
    return file;
  };
  const decisionsFile = async (decisions: readonly Decision[]) => {
    const file = path.join(await surroundings.directory(), 'decisions.json');
    await writeFile(file, JSON.stringify(decisions));
    return file;
  };
  /** Writes a decision and gives the file that holds it. */
  const saved = async (store: DecisionFiles, record: Decision | Withdrawal) => {
    const before = await files();
    await store.write([record]);
    const [file] = (await files()).filter((name) => !before.includes(name));
    assert.ok(file !== undefined);
    return file;
  };
  /** The name that another record about the same pair would have, so many places on. */
  const laterName = (file: string, by: number) =>
    file.replace(/-(\d{12})-/, (_, place: string) => `-${String(Number(place) + by).padStart(12, '0')}-`);

  it('stand, in the order of deciding, and still do for the next window', async () => {
    const store = await open();
    const decided = [allow('s1', '/work/b', 3), deny('s1', '/work/a', 1), allow('s2', '/work/"ä\n', 2)];
    await store.write(decided);
    const expected = decided.toSorted((a, b) => a.decidedAt - b.decidedAt);
    assert.deepEqual([store.standing, (await open()).standing], [expected, expected]);
  });

  it('keep which directory a grant is for, and stand as before where they do not say', async () => {
    const store = await open();
    const bound = { ...allow('s1', '/work/a', 1), identity: { device: '66', inode: '131' } };
    await store.write([bound, allow('s1', '/work/b', 2)]);
    assert.deepEqual((await open()).standing, [bound, allow('s1', '/work/b', 2)]);
  });

  it('are written again only where the same word is still the last', async () => {
    const [store, another] = [await open(), await open()];
    const said = ['a', 'b', 'c', 'd'].map((name, i) => allow('s1', `/work/${name}`, i + 1));
    await store.write(said);
    await another.write([withdraw('s1', '/work/b', 8), deny('s1', '/work/c', 9), allow('s1', '/work/d', 10)]);
    const identity = { device: '66', inode: '131' };
    await store.writeAgain([...said, allow('s1', '/work/never', 7)].map((each) => ({ ...each, identity })));
    const expected = [
      { ...allow('s1', '/work/a', 1), identity },
      deny('s1', '/work/c', 9),
      allow('s1', '/work/d', 10),
    ];
    assert.deepEqual([store.standing, (await open()).standing], [expected, expected]);
  });

  it('lose against what another window takes away at the same moment, when they are written again', async () => {
    for (let turn = 1; turn <= 20; turn += 1) {
      const [store, another] = [await open(), await open()];
      const granted = allow(`s${turn}`, '/work/a', 1);
      await store.write([granted]);
      const taken = turn % 2 === 0 ? withdraw(`s${turn}`, '/work/a', 2) : deny(`s${turn}`, '/work/a', 2);
      await Promise.all([
        another.write([taken]),
        store.writeAgain([{ ...granted, identity: { device: '66', inode: '131' } }]),
      ]);
      const left = (await open()).standing.filter(({ server }) => server === `s${turn}`);
      assert.deepEqual(
        left.map(({ verdict }) => verdict),
        turn % 2 === 0 ? [] : ['deny'],
      );
    }
  });

  it('are one small private file each, whose name tells nothing', async () => {
    await (await open()).write([allow('server', '/work/secret-project'), deny('server', '/work/b')]);
    const all = await files();
    assert.equal(all.length, 2);
    assert.equal((await lstat(folder())).mode & 0o777, 0o700);
    for (const file of all) {
      const { mode, size } = await lstat(file);
      assert.equal(mode & 0o777, 0o600);
      assert.ok(size < 1000);
      assert.match(path.basename(file), /^[0-9a-f]{32}-\d{12}-[0-9a-f]{16}\.json$/);
    }
  });

  it('are replaced by the latest, also within one writing, and the older files go', async () => {
    const store = await open();
    await store.write([allow('s', '/a', 1)]);
    await store.write([deny('s', '/a', 2), withdraw('s', '/a', 3), deny('s', '/a', 4)]);
    assert.deepEqual([store.standing, (await files()).length], [[deny('s', '/a', 4)], 1]);
  });

  it('that were withdrawn leave a record, so that an old one put back beside it loses', async () => {
    const store = await open();
    const granted = await saved(store, allow('s', '/a'));
    const copy = path.join(await surroundings.directory(), 'copy');
    await copyFile(granted, copy);
    await store.write([withdraw('s', '/a', 2)]);
    assert.deepEqual([store.standing, (await files()).length], [[], 1]);
    await copyFile(copy, granted);
    await chmod(granted, 0o600);
    await store.refresh();
    assert.deepEqual([store.standing, (await open()).standing, (await files()).length], [[], [], 2]);
  });

  it('that cannot be believed are known by their name: another edited one, and one that is gone', async () => {
    const pairs = [allow('s', '/a'), deny('s', '/a/edited'), deny('s', '/a/deleted'), deny('s', '/a/fine')];
    const store = await open();
    const [, edited, deleted] = [
      await saved(store, allow('s', '/a')),
      await saved(store, deny('s', '/a/edited')),
      await saved(store, deny('s', '/a/deleted')),
      await saved(store, deny('s', '/a/fine')),
    ];
    const unreadable = (of: DecisionFiles) => pairs.map((pair) => of.unreadable.has(pair));
    const before = store.unreadable;
    assert.deepEqual([unreadable(store), store.unreadable === before], [[false, false, false, false], true]);
    await writeFile(edited, (await readFile(edited, 'utf8')).replace('deny', 'allow'));
    await rm(deleted);
    await store.refresh();
    assert.deepEqual(unreadable(store), [false, true, true, false]);
    assert.deepEqual(unreadable(await open()), [false, true, false, false]);
    const spoilt = store.unreadable;
    await store.write([allow('s', '/b')]);
    assert.ok(store.unreadable === spoilt);
    await store.write([deny('s', '/a/edited'), deny('s', '/a/deleted')]);
    assert.deepEqual(unreadable(store), [false, false, false, false]);
  });

  it('are not believed when the withdrawal was deleted and an older record put back, while this host lives', async () => {
    const store = await open();
    const granted = await saved(store, allow('s', '/a'));
    const text = await readFile(granted);
    const withdrawn = await saved(store, withdraw('s', '/a', 2));
    await rm(withdrawn);
    await store.refresh();
    assert.deepEqual(store.standing, []);
    await writeFile(granted, text, { mode: 0o600 });
    await store.refresh();
    assert.deepEqual(store.standing, []);
    await store.write([allow('s', '/a', 3)]);
    assert.deepEqual(store.standing, [allow('s', '/a', 3)]);
    assert.match(await onlyFile(), /-000000000003-/);
  });

  it('stand again once a file that vanished is back', async () => {
    const store = await open();
    const file = await saved(store, allow('s', '/a'));
    await rename(file, `${storage.path}/away`);
    await store.refresh();
    assert.deepEqual(store.standing, []);
    await rename(`${storage.path}/away`, file);
    await store.refresh();
    assert.deepEqual(store.standing, [allow('s', '/a')]);
  });

  const spoiled: Readonly<Record<string, (file: string, other: string) => Promise<unknown>>> = {
    'was edited': async (file) => writeFile(file, (await readFile(file, 'utf8')).replace('/a', '/b')),
    'was reformatted': async (file) =>
      writeFile(file, JSON.stringify(JSON.parse(await readFile(file, 'utf8')), null, 2)),
    'is torn': async (file) => truncate(file, 40),
    'is empty': async (file) => truncate(file, 0),
    'is not JSON': async (file) => writeFile(file, 'rubbish'),
    'is not text': async (file) => writeFile(file, Buffer.from([0xff, 0x00])),
    'is too large': async (file) => writeFile(file, ' '.repeat(300_000)),
    'is a copy of another': async (file, other) => copyFile(other, file),
    'is open to others': async (file) => chmod(file, 0o644),
    'is a link': async (file, other) => {
      await rename(file, other);
      await symlink(other, file);
    },
  };
  for (const [what, spoil] of Object.entries(spoiled)) {
    it(`grant nothing when the file ${what}; one warning names it; the others stand`, async () => {
      const store = await open();
      const file = await saved(store, allow('s', '/a'));
      const other = await saved(store, allow('s', '/other'));
      const spare = path.join(await surroundings.directory(), 'spare');
      await copyFile(other, spare);
      await spoil(file, spare);
      await store.refresh();
      await store.refresh();
      assert.deepEqual(
        [store.standing, (await open()).standing],
        [[allow('s', '/other')], [allow('s', '/other')]],
      );
      assert.equal(log.warnings.length, 2, 'one for each store');
      for (const line of log.warnings) assert.ok(line.includes(path.basename(file)), line);
    });
  }

  it('grant nothing when a record was copied to the name of another folder or server', async () => {
    const store = await open();
    const granted = await saved(store, allow('s', '/a'));
    const denied = await saved(store, deny('s', '/b'));
    await copyFile(granted, laterName(denied, 1));
    await store.refresh();
    assert.deepEqual(store.standing, [allow('s', '/a')]);
  });

  it('are undecided when the file of the latest one cannot be believed, though an older one could', async () => {
    const store = await open();
    const granted = await saved(store, allow('s', '/a'));
    await writeFile(laterName(granted, 1), '{"torn', { mode: 0o600 });
    await store.refresh();
    assert.deepEqual([store.standing, (await open()).standing], [[], []]);
    await store.write([allow('s', '/a', 2)]);
    assert.deepEqual([store.standing, (await files()).length], [[allow('s', '/a', 2)], 1]);
  });

  it('are undecided when a file that cannot be believed has the same place as the latest one', async () => {
    const store = await open();
    const granted = await saved(store, allow('s', '/a'));
    for (const chance of ['0'.repeat(16), 'f'.repeat(16)]) {
      const torn = granted.replace(/[0-9a-f]{16}\.json$/, `${chance}.json`);
      await writeFile(torn, '{"torn', { mode: 0o600 });
      await store.refresh();
      assert.deepEqual([store.standing, (await open()).standing], [[], []], chance);
      await rm(torn);
    }
  });

  it('are warned of once when a file stays as unfit as it was', async () => {
    const store = await open();
    const file = await saved(store, allow('s', '/a'));
    for (const text of ['rubbish', 'more rubbish', 'still more rubbish']) {
      await writeFile(file, text);
      await store.refresh();
    }
    assert.deepEqual([store.standing, log.warnings.length], [[], 1]);
  });

  it('stand when it is an older file that cannot be believed', async () => {
    const store = await open();
    const first = await saved(store, deny('s', '/a'));
    await store.write([allow('s', '/a', 2)]);
    await writeFile(first, '{"torn', { mode: 0o600 });
    await store.refresh();
    assert.deepEqual(
      [store.standing, (await open()).standing],
      [[allow('s', '/a', 2)], [allow('s', '/a', 2)]],
    );
  });

  it('of another installation are skipped', async () => {
    await (await open()).write([allow('s', '/a')]);
    assert.deepEqual((await open(new Signer(Buffer.alloc(32, 9)))).standing, []);
  });

  it('of two windows with one place in the order come to the more cautious, for both alike', async () => {
    const [one, two] = [await open(), await open()];
    const file = await saved(one, allow('s', '/a'));
    const text = await readFile(file);
    await rm(file);
    const denied = await saved(two, deny('s', '/a'));
    assert.equal(path.basename(denied).slice(0, 45), path.basename(file).slice(0, 45));
    await writeFile(file, text, { mode: 0o600 });
    await Promise.all([one.refresh(), two.refresh()]);
    const all = [one, two, await open()].map(({ standing }) => standing);
    assert.deepEqual(all, [[deny('s', '/a')], [deny('s', '/a')], [deny('s', '/a')]]);
  });

  it('pass over foreign files, with one warning whose text they cannot shape', async () => {
    await (await open()).write([allow('s', '/a')]);
    await writeFile(path.join(folder(), 'evil\n\u202ename'), '');
    const store = await open();
    await store.refresh();
    assert.deepEqual(
      [store.standing, log.warnings],
      [[allow('s', '/a')], [`Skipped in "${folder()}", grants nothing: "evil\\n\\u202ename" is foreign.`]],
    );
  });

  it('warn of many files in few lines', async () => {
    const store = await open();
    await store.write(Array.from({ length: 50 }, (_, index) => allow('s', `/${index}`)));
    await open(new Signer(Buffer.alloc(32, 9)));
    assert.deepEqual(
      [log.warnings.length, log.warnings.at(-1)],
      [21, `Skipped in "${folder()}", grants nothing: 30 more files.`],
    );
  });

  it('cannot be written beyond a file that claims the last place, and it is said which', async () => {
    const store = await open();
    const file = await saved(store, allow('s', '/a'));
    const last = file.replace(/-\d{12}-/, '-999999999999-');
    await writeFile(last, '', { mode: 0o600 });
    await assert.rejects(store.write([allow('s', '/a', 2)]), {
      name: 'UserError',
      message: `The file "${last}" stands in the way of a new record. Delete it, then try again.`,
    });
    assert.deepEqual(store.standing, []);
  });

  it('for the session are never written', async () => {
    const store = await open();
    await assert.rejects(store.write([allow('s', '/a'), forSession(allow('s', '/b'))]), TypeError);
    assert.deepEqual([store.standing, await files()], [[], []]);
  });

  it('fail to be written with a sentence and a remedy where the folder is a link, and change nothing', async () => {
    const store = await open();
    await store.write([allow('s', '/a')]);
    await rename(folder(), `${folder()}-moved`);
    await symlink(`${folder()}-moved`, folder());
    await assert.rejects(store.write([allow('s', '/b')]), {
      name: 'UserError',
      message: /is a symbolic link/,
    });
    assert.deepEqual([store.standing, (await readdir(`${folder()}-moved`)).length], [[allow('s', '/a')], 1]);
    await store.refresh();
    assert.deepEqual([store.standing, log.errors.length], [[], 1]);
  });

  it('do not open where the folder is a link', async () => {
    await symlink(await surroundings.directory(), folder());
    await assert.rejects(open(), { name: 'UserError', message: /is a symbolic link/ });
  });

  it('announce each change once, after it is true, and only changes', async () => {
    const store = await open();
    const heard: (readonly Decision[])[] = [];
    surroundings.add(store.onDidChange(() => heard.push(store.standing)));
    await store.write([allow('s', '/a')]);
    await store.refresh();
    await store.write([withdraw('s', '/a', 2)]);
    await store.refresh();
    assert.deepEqual(heard, [[allow('s', '/a')], []]);
  });

  it('are saved also when a listener fails', async () => {
    const store = await open();
    surroundings.add(
      store.onDidChange(() => {
        throw new Error('mine');
      }),
    );
    await store.write([allow('s', '/a')]);
    assert.deepEqual([store.standing.length, log.errors.length], [1, 1]);
  });

  it('of another window are heard of', async () => {
    const store = await open();
    const changed = new Promise<void>((resolve) => surroundings.add(store.onDidChange(resolve)));
    const child = new Child('decide', [storage.path, await decisionsFile([deny('s', '/a')])]);
    surroundings.onEnd(() => child.kill());
    await changed;
    assert.deepEqual(store.standing, [deny('s', '/a')]);
  });

  it('edited in place are noticed', async () => {
    const store = await open();
    const file = await saved(store, allow('s', '/a'));
    const changed = new Promise<void>((resolve) => surroundings.add(store.onDidChange(resolve)));
    await writeFile(file, (await readFile(file, 'utf8')).replace('allow', 'nevil'));
    await changed;
    assert.deepEqual(store.standing, []);
  });

  it('keep no process alive that listens to them', async () => {
    const child = new Child('decide', [storage.path, await decisionsFile([deny('s', '/a')]), 'listen']);
    surroundings.onEnd(() => child.kill());
    assert.deepEqual(await child.ended(), { code: 0, stderr: '' });
  });
});
