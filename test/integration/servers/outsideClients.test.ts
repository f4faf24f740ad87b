import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import { Emitter } from '../../../src/core/event';
import type { Fingerprint } from '../../../src/core/consent/decision';
import { asRealPath } from '../../../src/core/roots/realPath';
import type { ClientSession, OutsideClient } from '../../../src/node/servers/outsideClient';
import { OutsideClients, type AdmittedClients } from '../../../src/node/servers/outsideClients';
import type { ServerRegistry } from '../../../src/node/servers/serverRegistry';
import { choice } from '../../unit/consent/fakes';
import { MemoryClient } from './memoryClient';
import { ServerBench } from './serverBench';

describe('OutsideClients', function () {
  this.timeout(30_000);
  let bench: ServerBench;
  let clients: OutsideClients;
  const changed = new Emitter<void>();
  let admitted: AdmittedClients['admitted'] = [];

  beforeEach(async () => {
    bench = await ServerBench.of(['/w/web', '/w/api']);
    await bench.server.prepare();
    admitted = [{ id: 'one', name: 'Claude Code', servers: ['git'] }];
    const { server } = bench;
    const registry: Pick<ServerRegistry, 'all' | 'shadowing' | 'onDidChange'> = {
      all: [server],
      shadowing: () => undefined,
      onDidChange: () => ({ dispose: () => undefined }),
    };
    const keys: AdmittedClients = {
      get admitted() {
        return admitted;
      },
      onDidChange: changed.event,
    };
    clients = new OutsideClients(keys, registry, bench.around);
  });

  afterEach(async () => {
    await clients.stopAll();
    clients.dispose();
    await bench.end();
  });

  function only(): OutsideClient {
    const [client] = clients.all;
    if (client === undefined) throw new Error('There is one.');
    return client;
  }

  const grant = (paths: readonly string[]) =>
    bench.ledger.decide(
      paths.map((path) => ({ ...choice(path), server: only().fingerprint as Fingerprint })),
      'session',
    );

  async function connected(): Promise<MemoryClient> {
    const client = new MemoryClient();
    void clients.connect('one', 'git', client.connection);
    await client.initialize();
    return client;
  }

  async function inSync(): Promise<void> {
    while (only().sync?.kind !== 'in sync') {
      await new Promise<void>((resolve) => {
        const listening = only().onDidChange(() => {
          listening.dispose();
          resolve();
        });
      });
    }
  }

  const exposed = () => bench.launches.map((each) => each.exposed);

  it('have none of the grants of the window, and give none to it', async () => {
    await bench.ledger.decide([choice('/w/web')], 'session');
    notEqual(only().fingerprint, bench.server.fingerprint);
    deepEqual(only().exposure.current.roots, []);
    await grant(['/w/api']);
    await connected();
    await bench.server.start();
    deepEqual(exposed(), [['file:///w/api'], ['file:///w/web']]);
  });

  it('have a process for each session, which ends with its client', async () => {
    const [first, second] = [await connected(), await connected()];
    equal(only().sessionCount, 2);
    const [one, two] = await Promise.all(bench.launches.map(async ({ launched }) => (await launched).end));
    notEqual(one?.pid, two?.pid);
    first.leave();
    await one?.gone;
    await first.ended;
    deepEqual((await second.ask('ping', {})).result, {});
    equal(only().sessionCount, 1);
  });

  it('stay in their session when a folder is withdrawn, over another process', async () => {
    await grant(['/w/web', '/w/api']);
    const client = await connected();
    await inSync();
    const { end } = (await bench.launches[0]?.launched) ?? {};
    await bench.ledger.decide(
      [{ ...choice('/w/web', 'deny'), server: only().fingerprint as Fingerprint }],
      'session',
    );
    deepEqual((await client.ask('ping', {})).result, {});
    const tools = await client.ask('tools/list', {});
    equal(Array.isArray(tools.result?.['tools']), true);
    await end?.gone;
    deepEqual(exposed(), [['file:///w/web', 'file:///w/api'], ['file:///w/api']]);
  });

  it('tell which tools are being called in all their sessions, and how the last calls ended', async () => {
    const [one, other] = [await connected(), await connected()];
    const heard = new Set<OutsideClient>();
    clients.onDidCall((client) => heard.add(client));
    const call = (client: MemoryClient, name: string) => client.ask('tools/call', { name, arguments: {} });
    const calls = [call(one, 'pid'), call(other, 'read')];
    deepEqual(
      only().calls.open.map(({ tool }) => tool),
      ['pid', 'read'],
    );
    await Promise.all(calls);
    await call(one, 'no such tool');
    const unheard = call(one, 'echo');
    one.cancel();
    await unheard;
    await call(one, 'exit');
    deepEqual(only().calls.open, []);
    const ended = only().calls.ended.map(({ tool, how }) => `${tool} ${how}`);
    // Which of two processes answers first is for them to say.
    deepEqual(
      [...ended.slice(0, 3), ...ended.slice(3).toSorted()],
      ['exit failed', 'echo cancelled', 'no such tool failed', 'pid answered', 'read failed'],
    );
    deepEqual([...heard], [only()]);
    other.leave();
    await other.ended;
    equal(only().calls.ended.length, 5, 'they are remembered over the end of a session');
    deepEqual(bench.server.calls.ended, [], 'they are not those of this window');
  });

  it('lose an idle process, and get another with the next request', async () => {
    bench.idleAfter = 50;
    await grant(['/w/web']);
    const client = await connected();
    const { end } = (await bench.launches[0]?.launched) ?? {};
    await end?.gone;
    equal(only().state.kind, 'asleep');
    const tools = await client.ask('tools/list', {});
    equal(Array.isArray(tools.result?.['tools']), true);
    deepEqual(exposed(), [['file:///w/web'], ['file:///w/web']]);
  });

  it('start nothing that was not approved, and are told what to do', async () => {
    bench.approval = { kind: 'new' };
    const client = new MemoryClient();
    await clients.connect('one', 'git', client.connection);
    equal(await client.refused, 'not approved');
    match(
      only().refusal ?? '',
      /^"git for Claude Code" is not started: its definition was not approved yet\./,
    );
    equal(bench.launches.length, 0);
    bench.approval = { kind: 'not needed' };
    await connected();
    equal(only().refusal, undefined);
  });

  it('lose every session with the approval, also while the newest is at its end already', async () => {
    const first = await connected();
    const newest = await connected();
    const ends = await Promise.all(bench.launches.map(async ({ launched }) => (await launched).end));
    newest.leave();
    while (only().state.kind !== 'stopping') await Promise.resolve();
    bench.approval = { kind: 'new' };
    bench.approvalsChanged.fire();
    await Promise.all(ends.map((end) => end.gone));
    await first.ended;
    while (only().sessionCount > 0) await new Promise((resolve) => setImmediate(resolve));
    equal(bench.launches.length, 2, 'none is started again');
  });

  it('begin no session that was still on its way when they were taken away', async () => {
    // One whose end takes a while.
    await connected();
    const client = new MemoryClient();
    const connecting = only().connect(client.connection);
    admitted = [];
    changed.fire();
    equal(await client.refused, 'not open any more');
    await connecting;
    equal(bench.launches.length, 1);
  });

  it('start nothing while the workspace is not trusted', async () => {
    bench.sharingState.turn({ trusted: false });
    const client = new MemoryClient();
    await clients.connect('one', 'git', client.connection);
    equal(await client.refused, 'not trusted');
    match(only().refusal ?? '', /because this workspace is not trusted/);
  });

  it('open only the servers that they may, and learn of no other', async () => {
    admitted = [{ id: 'one', name: 'Claude Code', servers: [] }];
    changed.fire();
    for (const [who, server] of [
      ['one', 'git'],
      ['two', 'git'],
      ['one', 'other'],
    ] as const) {
      const client = new MemoryClient();
      await clients.connect(who, server, client.connection);
      equal(await client.refused, 'not open');
    }
    equal(bench.launches.length, 0);
  });

  it('lose their sessions at once when they are taken away', async () => {
    const client = await connected();
    const { end } = (await bench.launches[0]?.launched) ?? {};
    const asked = client.ask('echo-never', {});
    admitted = [];
    changed.fire();
    deepEqual(clients.all, []);
    await client.ended;
    await end?.gone;
    match((await asked).error?.message ?? '', /./);
  });

  it('have, as a session of an agent, what the server itself was granted, within the session', async () => {
    const bounds = new Emitter<void>();
    const told = (...paths: readonly string[]) => {
      const folders = paths.map(asRealPath);
      return { folders, standing: new Set(folders) };
    };
    let current = told('/w/api', '/w/web');
    let isGiven = true;
    const session: ClientSession = {
      bounds: {
        get current() {
          return current;
        },
        onDidChange: bounds.event,
      },
      mayName: () => false,
      isGiven: () => isGiven,
    };
    admitted = [{ id: 'one', name: 'claude · session 1', servers: ['git'], session }];
    changed.fire();
    deepEqual(clients.all, [], 'nothing is decided for it');
    const [own] = clients.everyone;
    deepEqual([own?.fingerprint, own?.folders], [bench.server.fingerprint, []]);
    await bench.ledger.decide([choice('/w/web'), choice('/w/api')], 'session');

    bench.approval = { kind: 'new' };
    const early = new MemoryClient();
    await clients.connect('one', 'git', early.connection);
    equal(await early.refused, 'not approved');
    bench.approval = { kind: 'approved', replaces: undefined };
    const client = await connected();
    deepEqual(exposed(), [['file:///w/api', 'file:///w/web']]);
    current = told('/w/web');
    bounds.fire();
    deepEqual(
      own?.exposure.current.roots.map(({ uri }) => uri),
      ['file:///w/web'],
    );

    isGiven = false;
    bounds.fire();
    await client.ended;
    const late = new MemoryClient();
    await clients.connect('one', 'git', late.connection);
    equal(await late.refused, 'not open any more');
    match(own?.refusal ?? '', /^"git" is not given to this agent any more/);

    // What a definition names is granted only where the session may name it too.
    isGiven = true;
    bench.prepare = () => Promise.resolve(bench.prepared(['/w/web']));
    await bench.server.prepare();
    deepEqual(
      [bench.server.named, own?.named].map((each) => each?.map(({ granted }) => granted)),
      [[true], [false]],
    );
    const naming = new MemoryClient();
    await clients.connect('one', 'git', naming.connection);
    equal(await naming.refused, 'not allowed');
    match(own?.refusal ?? '', /names the folder "web"/);
  });
});
