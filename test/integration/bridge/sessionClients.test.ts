import { deepEqual, equal, rejects } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstat, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { nothing } from '../../../src/core/consent/bounds';
import { Emitter } from '../../../src/core/event';
import { ClientKeys } from '../../../src/node/bridge/clientKeys';
import { readKeyFile } from '../../../src/node/bridge/keyFile';
import { SessionClients } from '../../../src/node/bridge/sessionClients';
import type { ClientSession } from '../../../src/node/servers/outsideClient';
import type { PrivateFolder } from '../../../src/node/stores/privateFolder';
import { identify } from '../../../src/node/stores/processIdentity';
import { KeptLog, Surroundings, testSigner } from '../../unit/stores/surroundings';

const session: ClientSession = {
  bounds: { current: nothing, onDidChange: new Emitter<void>().event },
  mayName: () => false,
  isGiven: () => true,
};

describe('The key of a session of an agent', function () {
  this.timeout(20_000);
  const surroundings = new Surroundings();
  let storage: PrivateFolder;
  beforeEach(async () => (storage = await surroundings.storage()));

  const window = async () => {
    const keys = surroundings.add(await ClientKeys.open({ storage, signer: testSigner, log: new KeptLog() }));
    const clients = surroundings.add(new SessionClients(keys));
    const changes: (readonly string[])[] = [];
    const letIn = () => clients.admitted.map(({ name }) => name);
    clients.onDidChange(() => changes.push(letIn()));
    return { keys, clients, changes, letIn };
  };
  const file = (id: string) => path.join(storage.path, 'clients', `${id}.json`);

  it('is one of its own, open to nobody else, lists its servers, and goes with the session', async () => {
    const { keys, clients, changes } = await window();
    const id = await clients.admit(session, 'claude · session 1', ['git', 'db']);
    equal((await lstat(file(id))).mode & 0o777, 0o600);
    const [own] = clients.admitted;
    deepEqual(
      [own?.id, own?.name, own?.servers, own?.session],
      [id, 'claude · session 1', ['git', 'db'], session],
    );
    deepEqual(keys.keys, [], 'it is none that the user let in');
    await clients.narrow(id, ['db', 'more']);
    deepEqual(
      clients.admitted.map(({ servers }) => servers),
      [['db']],
    );
    await clients.end(id);
    deepEqual(await readdir(path.join(storage.path, 'clients')), []);
    deepEqual(changes, [['claude · session 1'], ['claude · session 1'], []]);
  });

  it('opens nothing in another window, which hears nothing of it', async () => {
    const [here, there] = [await window(), await window()];
    const id = await here.clients.admit(session, 'claude · session 1', ['git']);
    await there.keys.refresh();
    const [key] = there.keys.all;
    equal(key?.id, id);
    deepEqual(key && [here.clients.isServed(key), there.clients.isServed(key)], [true, false]);
    deepEqual([there.letIn(), there.changes], [[], []]);
    await there.keys.create({ id: 'usual', name: 'Editor', servers: ['git'] });
    deepEqual(there.letIn(), ['Editor']);
  });

  it('is over at once when the session is, also where its file stays', async () => {
    const { keys, clients, letIn } = await window();
    const id = await clients.admit(session, 'claude · session 1', ['git']);
    const ending = clients.end(id);
    deepEqual(letIn(), []);
    await ending;
    deepEqual(keys.all, []);
  });

  it('goes at the next opening when its window ended without a word, and no other does', async () => {
    const { keys, clients } = await window();
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    await once(child, 'spawn');
    surroundings.onEnd(() => child.kill('SIGKILL'));
    const owner = await identify(child.pid ?? 0);
    await keys.create({ id: 'agent-dead', name: 'dead', servers: ['git'], owner });
    await keys.create({ id: 'usual', name: 'Editor', servers: ['git'] });
    const own = await clients.admit(session, 'alive', ['git']);
    const all = async () => (await window()).keys.all.map(({ id }) => id);
    deepEqual(await all(), ['agent-dead', 'usual', own]);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    deepEqual(await all(), ['usual', own]);
    await rejects(lstat(file('agent-dead')));
  });

  it('is not believed with an owner that is none', async () => {
    const { keys } = await window();
    const { id } = await keys.create({ id: 'usual', name: 'Editor', servers: ['git'] });
    const text = await readFile(file(id), 'utf8');
    await writeFile(file(id), text.replace('{', '{"owner":{"pid":"1"},'), { mode: 0o600 });
    equal(await readKeyFile(file(id), id), undefined);
  });
});
