import assert from 'node:assert/strict';
import { copyFile, lstat, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DecisionFiles } from '../../../src/node/stores/decisionFiles';
import { openInstallKey, type Secrets } from '../../../src/node/stores/installKey';
import type { PrivateFolder } from '../../../src/node/stores/privateFolder';
import type { ProcessIdentity } from '../../../src/node/stores/processIdentity';
import { Signer } from '../../../src/node/stores/signature';
import { Child } from './child';
import { allow, KeptLog, Surroundings } from '../../unit/stores/surroundings';

/** Secrets as an editor keeps them; a new object is one that lost them. */
class KeptSecrets implements Secrets {
  readonly kept = new Map<string, string>();
  locked = false;

  async get(name: string): Promise<string | undefined> {
    await Promise.resolve();
    if (this.locked) throw new Error('locked');
    return this.kept.get(name);
  }

  async store(name: string, value: string): Promise<void> {
    await Promise.resolve();
    if (this.locked) throw new Error('locked');
    this.kept.set(name, value);
  }
}

describe('The key of the installation', function () {
  this.timeout(20_000);
  const surroundings = new Surroundings();
  let storage: PrivateFolder;
  let log: KeptLog;
  beforeEach(async () => {
    storage = await surroundings.storage();
    log = new KeptLog();
  });

  const parent = (pid: number): ProcessIdentity => ({ machine: 'here', pid, started: `${pid}` });
  const open = async (secrets: Secrets | undefined, under: ProcessIdentity = parent(1)) => {
    const { key, keptIn } = await openInstallKey({
      storage,
      log,
      parent: under,
      ...(secrets && { secrets }),
    });
    return { key: Buffer.from(key).toString('hex'), keptIn };
  };
  const keyFile = () => path.join(storage.path, 'install-key.json');

  it('is made once, 32 bytes by chance, beside the secrets in a file of ours alone', async () => {
    const secrets = new KeptSecrets();
    const first = await open(secrets);
    assert.deepEqual(
      [first.keptIn, first.key.length, (await lstat(keyFile())).mode & 0o777, secrets.kept.size],
      ['file', 64, 0o600, 1],
    );
    assert.deepEqual(await open(secrets), first);
    assert.notEqual((await openInstallKey({ storage: await surroundings.storage(), log })).key, first.key);
  });

  it('leaves the file once a host under another parent process finds it among the secrets', async () => {
    const secrets = new KeptSecrets();
    const { key } = await open(secrets, parent(1));
    assert.deepEqual(await open(secrets, parent(1)), { key, keptIn: 'file' });
    assert.deepEqual(await open(secrets, parent(2)), { key, keptIn: 'secrets' });
    assert.deepEqual(await readdir(storage.path), []);
    assert.deepEqual(await open(secrets, parent(3)), { key, keptIn: 'secrets' });
  });

  it('is not taken from a file under which what is kept does not verify', async () => {
    const { key } = await open(undefined);
    const write = async (folder: string, decidedAt: number) => {
      const store = await DecisionFiles.open({ storage, signer: new Signer(Buffer.from(key, 'hex')), log });
      await store.write([allow('s', folder, decidedAt)]);
      store.dispose();
    };
    await write('/web', 1);
    const file = await readFile(keyFile(), 'utf8');
    const planted = file.replace(/"key":"[^"]+"/, `"key":"${Buffer.alloc(32, 1).toString('base64')}"`);
    await writeFile(keyFile(), planted);
    for (const secrets of [undefined, new KeptSecrets()])
      await assert.rejects(open(secrets), /is not the one that signed what is kept there/);
    await writeFile(keyFile(), file);
    await copyFile(
      await writtenBy(new Signer(Buffer.alloc(32, 1))),
      path.join(storage.path, 'decisions', `${'1'.repeat(32)}-000000000001-${'1'.repeat(16)}.json`),
    );
    assert.equal((await open(undefined)).key, key, 'a file from elsewhere is no reason to doubt it');
  });

  const writtenBy = async (signer: Signer) => {
    const another = await surroundings.storage();
    const store = surroundings.add(await DecisionFiles.open({ storage: another, signer, log }));
    await store.write([allow('s', '/web')]);
    const folder = path.join(another.path, 'decisions');
    return path.join(folder, (await readdir(folder))[0] ?? '');
  };

  it('takes a parent with the same number that started at another time for another one', async () => {
    const secrets = new KeptSecrets();
    await open(secrets, { machine: 'here', pid: 1, started: 'today' });
    assert.equal((await open(secrets, { machine: 'here', pid: 1, started: 'tomorrow' })).keptIn, 'secrets');
  });

  it('stays in the file where secrets are kept in memory only', async () => {
    const { key } = await open(new KeptSecrets(), parent(1));
    for (const pid of [1, 2, 2, 3]) {
      assert.deepEqual(await open(new KeptSecrets(), parent(pid)), { key, keptIn: 'file' });
    }
  });

  it('has not proven to persist when it was lost and given to the secrets again by the same parent', async () => {
    const { key } = await open(new KeptSecrets(), parent(1));
    const secrets = new KeptSecrets();
    assert.deepEqual(await open(secrets, parent(2)), { key, keptIn: 'file' });
    assert.deepEqual(await open(secrets, parent(2)), { key, keptIn: 'file' });
    assert.deepEqual(await open(secrets, parent(3)), { key, keptIn: 'secrets' });
  });

  it('is in the file alone where the host has no secrets', async () => {
    const first = await open(undefined);
    assert.equal(first.keptIn, 'file');
    assert.deepEqual(await open(undefined, parent(2)), first);
  });

  it('is one when many windows start at once, with secrets', async () => {
    const secrets = new KeptSecrets();
    const all = await Promise.all(Array.from({ length: 20 }, () => open(secrets)));
    assert.equal(new Set(all.map(({ key }) => key)).size, 1);
    assert.deepEqual([...secrets.kept.values()], [Buffer.from(all[0]?.key ?? '', 'hex').toString('base64')]);
  });

  it('is one when many processes start at once, without', async () => {
    const children = Array.from({ length: 4 }, () => new Child('openKey', [storage.path]));
    for (const child of children) surroundings.onEnd(() => child.kill());
    for (const child of children) assert.equal(await child.expectLine(), 'ready');
    for (const child of children) child.say('go');
    const keys = await Promise.all(children.map((child) => child.expectLine()));
    assert.deepEqual(new Set(keys), new Set([(await open(undefined)).key]));
  });

  it('is read from the file where the secrets cannot be', async () => {
    const secrets = new KeptSecrets();
    const first = await open(secrets);
    secrets.locked = true;
    assert.deepEqual(await open(secrets, parent(2)), first);
  });

  it('is not made anew where it may be among secrets that cannot be read', async () => {
    const secrets = new KeptSecrets();
    const { key } = await open(secrets, parent(1));
    await open(secrets, parent(2));
    secrets.locked = true;
    await assert.rejects(open(secrets, parent(3)), {
      name: 'UserError',
      message: /Unlock it, then reload the window\.$/,
    });
    assert.deepEqual(await readdir(storage.path), []);
    secrets.locked = false;
    assert.deepEqual(await open(secrets, parent(3)), { key, keptIn: 'secrets' });
  });

  it('is not taken from a file that someone put there when the secrets hold another', async () => {
    const secrets = new KeptSecrets();
    const { key } = await open(secrets, parent(1));
    await open(secrets, parent(2));
    await open(undefined);
    assert.deepEqual(await open(secrets, parent(3)), { key, keptIn: 'secrets' });
    assert.equal(log.warnings.length, 1);
  });

  for (const [what, spoil] of Object.entries<() => Promise<unknown>>({
    'is damaged': () => writeFile(keyFile(), '{"key":'),
    'holds no key': async () =>
      writeFile(
        keyFile(),
        JSON.stringify({ ...(JSON.parse(await readFile(keyFile(), 'utf8')) as object), key: 'short' }),
      ),
    'is a link': async () => {
      await rename(keyFile(), `${keyFile()}.moved`);
      await symlink(`${keyFile()}.moved`, keyFile());
    },
  })) {
    it(`is refused where its file ${what}, and not made anew; the secrets do without`, async () => {
      const secrets = new KeptSecrets();
      const { key } = await open(secrets);
      await spoil();
      await assert.rejects(open(undefined), {
        name: 'UserError',
        message: /Repair that, or delete it: then every folder is asked for again\.$/,
      });
      assert.deepEqual(await open(secrets), { key, keptIn: 'secrets' });
    });
  }
});
