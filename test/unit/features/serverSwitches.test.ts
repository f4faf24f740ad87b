import { deepEqual, rejects } from 'node:assert/strict';
import { ServerSwitches, type SwitchChange, type Switches } from '../../../src/core/features/serverSwitches';
import { switches as switchRecords } from '../../../src/node/stores/recordKinds';
import { SignedRecords } from '../../../src/node/stores/signedRecords';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PrivateFolder } from '../../../src/node/stores/privateFolder';
import { Signer } from '../../../src/node/stores/signature';
import { FakeClock, server } from '../consent/fakes';
import { KeptLog, Surroundings, testSigner } from '../stores/surroundings';

const git = server('git');
const atFirst: Switches = { sampling: 'off', elicitation: true, trusted: undefined, logLevel: undefined };
const allOff: Switches = { ...atFirst, elicitation: false };
const everything: readonly SwitchChange[] = [
  { feature: 'sampling', to: 'always' },
  { feature: 'elicitation', to: 'on' },
  { feature: 'trusted', to: ['a', 'b'] },
  { feature: 'log level', to: 'warning' },
];
const allOn: Switches = {
  sampling: 'always',
  elicitation: true,
  trusted: new Set(['a', 'b']),
  logLevel: 'warning',
};

describe('The switches of a server', function () {
  this.timeout(20_000);
  const surroundings = new Surroundings();
  let storage: PrivateFolder;
  beforeEach(async () => (storage = await surroundings.storage()));

  const open = async (signer = testSigner) => {
    const ground = { storage, signer, log: new KeptLog() };
    const files = surroundings.add(await SignedRecords.open(switchRecords, ground));
    return { files, switches: surroundings.add(new ServerSwitches(files, new FakeClock())) };
  };
  const window = async () => (await open()).switches;
  const turnAll = async (switches: ServerSwitches, changes = everything) => {
    for (const change of changes) await switches.turn(git, change);
  };
  const files = async () => {
    const folder = path.join(storage.path, 'switches');
    return (await readdir(folder)).map((name) => path.join(folder, name));
  };
  /** Resolves once a window sees the server's switches so. */
  const seen = (switches: ServerSwitches, expected: Partial<Switches>) =>
    new Promise<void>((resolve) => {
      const look = () => {
        const now = switches.of(git);
        if (JSON.stringify({ ...now, ...expected }) === JSON.stringify(now)) resolve();
      };
      surroundings.add(switches.onDidChange(look));
      look();
    });

  it('are all off at first, but that it may ask questions', async () => {
    deepEqual((await window()).of(git), atFirst);
  });

  it('hold for the next window, and for no other server', async () => {
    await turnAll(await window());
    const next = await window();
    deepEqual([next.of(git), next.of(server('another'))], [allOn, atFirst]);
  });

  it('are seen by another window that is open', async () => {
    const [here, there] = [await window(), await window()];
    const changed = seen(there, { sampling: 'ask' });
    await here.turn(git, { feature: 'sampling', to: 'ask' });
    await changed;
    deepEqual(there.of(git), { ...atFirst, sampling: 'ask' });
  });

  it('keep what two windows switched at the same moment', async () => {
    const [here, there] = [await window(), await window()];
    await Promise.all([
      here.turn(git, { feature: 'sampling', to: 'always' }),
      there.turn(git, { feature: 'elicitation', to: 'off' }),
    ]);
    deepEqual((await window()).of(git), { ...atFirst, sampling: 'always', elicitation: false });
  });

  it('allow sampling for the session in one window only, and in no later one', async () => {
    const [here, there] = [await window(), await window()];
    const changed = seen(there, { sampling: 'ask' });
    await here.turn(git, { feature: 'sampling', to: 'session' });
    await changed;
    deepEqual(
      [here, there, await window()].map((each) => each.of(git).sampling),
      ['session', 'ask', 'ask'],
    );
  });

  it('go on to allow it for the session when the window is loaded again', async () => {
    const before = await window();
    await before.turn(git, { feature: 'sampling', to: 'session' });
    const after = await window();
    after.adopt(before.sessionSampling);
    deepEqual([after.of(git).sampling, after.sessionSampling], ['session', [git]]);
  });

  it('do not, when the user has said otherwise since, in that window or another', async () => {
    const before = await window();
    await before.turn(git, { feature: 'sampling', to: 'session' });
    const after = await window();
    await after.turn(git, { feature: 'sampling', to: 'ask' });
    after.adopt([git]);
    const [still, left] = [after.of(git).sampling, before.sessionSampling];
    await before.turn(git, { feature: 'sampling', to: 'off' });
    const last = await window();
    last.adopt(left);
    deepEqual([still, last.of(git).sampling], ['ask', 'off']);
  });

  it('take back what was allowed for the session when another window says otherwise', async () => {
    const [here, there] = [await window(), await window()];
    await here.turn(git, { feature: 'sampling', to: 'session' });
    const ended = seen(here, { sampling: 'off' });
    await there.turn(git, { feature: 'sampling', to: 'off' });
    await ended;
    const asked = seen(here, { sampling: 'ask' });
    await there.turn(git, { feature: 'sampling', to: 'ask' });
    await asked;
    deepEqual(
      [here.of(git), there.of(git)],
      [1, 2].map(() => ({ ...atFirst, sampling: 'ask' })),
    );
  });

  it('are all off when no record of them can be believed', async () => {
    await turnAll(await window());
    for (const file of await files()) {
      await writeFile(file, (await readFile(file, 'utf8')).replace('"server":"git"', '"server":"gitt"'));
    }
    deepEqual((await window()).of(git), allOff);
    deepEqual((await open(new Signer(Buffer.alloc(32, 8)))).switches.of(git), atFirst);
  });

  it('cannot be moved from one feature or server to another by renaming a record', async () => {
    await (await window()).turn(git, { feature: 'sampling', to: 'always' });
    const [file = ''] = await files();
    const text = await readFile(file, 'utf8');
    const other = await window();
    await other.turn(server('other'), { feature: 'sampling', to: 'off' });
    const target = (await files()).find((each) => each !== file) ?? '';
    await writeFile(target, text);
    deepEqual((await window()).of(server('other')).sampling, 'off');
  });

  it('are off at once when they are switched off, also where that cannot be kept', async () => {
    const { switches, files: store } = await open();
    await turnAll(switches);
    const failing = surroundings.add(
      new ServerSwitches(
        {
          latest: (about) => store.latest(about),
          onDidChange: store.onDidChange,
          write: () => Promise.reject(new Error('The disk is full.')),
        },
        new FakeClock(),
      ),
    );
    const off: readonly SwitchChange[] = [
      { feature: 'sampling', to: 'off' },
      { feature: 'elicitation', to: 'off' },
      { feature: 'trusted', to: 'off' },
    ];
    for (const change of off) await rejects(failing.turn(git, change), /disk is full/);
    await rejects(failing.turn(server('b'), { feature: 'sampling', to: 'always' }), /disk is full/);
    deepEqual([failing.of(git), failing.of(server('b'))], [{ ...allOff, logLevel: 'warning' }, atFirst]);
  });

  it('take back the session at once when they say to ask each time', async () => {
    const switches = await window();
    await switches.turn(git, { feature: 'sampling', to: 'session' });
    const turning = switches.turn(git, { feature: 'sampling', to: 'ask' });
    const meanwhile = switches.of(git).sampling;
    await turning;
    deepEqual([meanwhile, switches.of(git).sampling], ['ask', 'ask']);
  });

  it('trust no server with more tools than can be kept', async () => {
    const many = Array.from({ length: 2001 }, (_, i) => String(i));
    const switches = await window();
    await rejects(switches.turn(git, { feature: 'trusted', to: many }), /more than 2000 tools/);
    const most = many.slice(1).map((each) => each.padStart(64, '0'));
    await switches.turn(git, { feature: 'trusted', to: most });
    deepEqual((await window()).of(git).trusted, new Set(most));
  });
});
