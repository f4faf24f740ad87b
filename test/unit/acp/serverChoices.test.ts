import { deepEqual, equal, rejects } from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ServerChoices } from '../../../src/core/acp/serverChoices';
import { UserError } from '../../../src/core/errors';
import { Emitter } from '../../../src/core/event';
import type { PrivateFolder } from '../../../src/node/stores/privateFolder';
import { serverChoices } from '../../../src/node/stores/recordKinds';
import { SignedRecords } from '../../../src/node/stores/signedRecords';
import { FakeClock, server } from '../consent/fakes';
import { KeptLog, Surroundings, testSigner } from '../stores/surroundings';

const [claude, codex] = [server('claude'), server('codex')];
const all = [server('git'), server('db')];

describe('The servers that an agent is given', function () {
  this.timeout(20_000);
  const surroundings = new Surroundings();
  let storage: PrivateFolder;
  beforeEach(async () => (storage = await surroundings.storage()));

  const open = async () => {
    const ground = { storage, signer: testSigner, log: new KeptLog() };
    const records = surroundings.add(await SignedRecords.open(serverChoices, ground));
    return surroundings.add(new ServerChoices(records, new FakeClock()));
  };
  const given = (choices: ServerChoices, agent = claude) =>
    all.filter((each) => choices.isGiven(agent, each));

  it('are none at first, then those that the user chose, for this agent alone and in the next window too', async () => {
    const choices = await open();
    deepEqual(given(choices), []);
    await choices.give(claude, [server('git')], all);
    const next = await open();
    deepEqual([given(choices), given(next), given(next, codex)], [['git'], ['git'], []]);
    await next.give(claude, [server('db')], all);
    deepEqual(given(await open()), ['db']);
  });

  it('keep what was said of a server that is not among those to choose from', async () => {
    const choices = await open();
    await choices.give(claude, all, all);
    await choices.give(claude, [], [server('git')]);
    deepEqual(given(choices), ['db']);
  });

  it('are seen by another window that is open', async () => {
    const [here, there] = [await open(), await open()];
    const changed = new Promise<void>((resolve) => {
      surroundings.add(there.onDidChange(() => (given(there).length === all.length ? resolve() : undefined)));
    });
    await here.give(claude, all, all);
    await changed;
    deepEqual(given(there), all);
  });

  it('are not given by a record that was edited', async () => {
    await (await open()).give(claude, [server('git')], all);
    const folder = path.join(storage.path, 'agent-servers');
    const [name = ''] = await readdir(folder);
    const text = await readFile(path.join(folder, name), 'utf8');
    await writeFile(path.join(folder, name), text.replace('"git"', '"db"'));
    deepEqual(given(await open()), []);
  });

  it('are taken away at once, also where that cannot be kept', async () => {
    const kept = new Map([
      ['git', { agent: claude, server: server('git'), to: 'on', changedAt: 1 } as const],
    ]);
    const choices = new ServerChoices(
      {
        latest: ({ server: of }) => kept.get(of),
        onDidChange: new Emitter<void>().event,
        write: () => Promise.reject(new UserError('The disk is full.')),
      },
      new FakeClock(),
    );
    const seen: string[][] = [];
    choices.onDidChange(() => seen.push(given(choices)));
    const taking = choices.give(claude, [], all);
    deepEqual(seen, [[]]);
    await rejects(taking, UserError);
    equal(choices.isGiven(claude, server('git')), false);
    await rejects(choices.give(claude, [server('db')], all), UserError);
    deepEqual(given(choices), []);
  });
});
