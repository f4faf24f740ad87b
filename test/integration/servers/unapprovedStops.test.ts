import { deepEqual, equal } from 'node:assert/strict';
import { parseDefinitions } from '../../../src/core/servers/parseDefinition';
import { isActive } from '../../../src/core/servers/serverState';
import type { Host } from '../../../src/node/host/host';
import { watchUnapprovedStops } from '../../../src/node/servers/unapprovedStops';
import { FakeClock } from '../../unit/consent/fakes';
import { Surroundings } from '../../unit/stores/surroundings';
import { fixture, openFixtureHost } from './fixtureHost';

const plain = { command: process.execPath, args: [fixture] };
const changed = { ...plain, env: { LEVEL: '2' } };

describe('Servers that are stopped because they are not approved', function () {
  this.timeout(20_000);
  const surroundings = new Surroundings();
  const clock = new FakeClock();
  let host: Host;
  let told: (readonly string[])[];

  const configure = (servers: object) =>
    host.supervisor.servers.configure(parseDefinitions(servers, { kind: 'workspace' }));

  /** Approves and starts everything. */
  async function startAll(): Promise<void> {
    for (const server of host.supervisor.servers.all) {
      if (server.prepared !== undefined) await host.consent.approvals.approve(server.prepared);
      await host.supervisor.servers.start(server);
      equal(server.state.kind, 'running');
    }
  }

  function server(name: string) {
    const found = host.supervisor.servers.all.find((each) => each.name === name);
    if (found?.prepared === undefined) throw new Error(`${name} is there.`);
    return { server: found, prepared: found.prepared };
  }

  beforeEach(async () => {
    host = await openFixtureHost(surroundings);
    told = [];
    surroundings.add(
      watchUnapprovedStops(
        { defined: host.supervisor.defined, outside: host.clients.outside },
        clock,
        (stopped) => told.push(stopped.map(({ name }) => name)),
      ),
    );
    await configure({ git: plain, files: plain, other: plain });
    await startAll();
  });

  it('are told together when they end in one burst; one that goes on, or was stopped, is not', async () => {
    await server('other').server.stop();
    await configure({ git: changed, files: changed, other: changed });
    deepEqual(told, [], 'nothing is told before the burst is over');
    clock.pass(500);
    deepEqual(told, [['git', 'files']]);
    clock.pass(5000);
    equal(told.length, 1);
  });

  it('are told when the approval is taken back', async () => {
    await host.consent.approvals.takeBack(server('git').prepared);
    clock.pass(500);
    deepEqual(told, [['git']]);
    equal(isActive(server('git').server.state), false);
  });

  it('are not told when the user ended them before that', async () => {
    const { server: git, prepared } = server('git');
    await Promise.all([git.stop(), host.consent.approvals.takeBack(prepared)]);
    clock.pass(500);
    deepEqual(told, []);
  });

  it('are not told when they are approved again meanwhile, or removed', async () => {
    await configure({ git: changed, files: changed, other: plain });
    await host.consent.approvals.approve(server('git').prepared);
    await configure({ git: changed, other: plain });
    clock.pass(500);
    deepEqual(told, []);
  });

  it('are told once for each time that they ran', async () => {
    await configure({ git: changed });
    clock.pass(500);
    await startAll();
    await configure({ git: plain });
    clock.pass(500);
    deepEqual(told, [['git'], ['git']]);
  });
});
