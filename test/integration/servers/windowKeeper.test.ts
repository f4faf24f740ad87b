import { deepEqual, equal } from 'node:assert/strict';
import type { Fingerprint } from '../../../src/core/consent/decision';
import { parseDefinitions } from '../../../src/core/servers/parseDefinition';
import { Surroundings } from '../../unit/stores/surroundings';
import { fixture, openFixtureHost } from './fixtureHost';

const definitions = parseDefinitions(
  { git: { command: process.execPath, args: [fixture] } },
  { kind: 'workspace' },
);

describe('A window that is loaded again', function () {
  this.timeout(60_000);
  const surroundings = new Surroundings();

  it('goes on to let a server sample that may for the session', async () => {
    const storage = `${await surroundings.directory()}/storage`;
    const git = 'git' as Fingerprint;
    const host = await openFixtureHost(surroundings, storage);
    await host.consent.switches.turn(git, { feature: 'sampling', to: 'session' });
    await host.close();
    const next = await openFixtureHost(surroundings, storage);
    await next.supervisor.ranBefore;
    equal(next.consent.switches.of(git).sampling, 'session');
  });

  it('still knows which servers ran when it was loaded twice before they were started again', async () => {
    const storage = `${await surroundings.directory()}/storage`;
    const host = await openFixtureHost(surroundings, storage);
    await host.supervisor.servers.configure(definitions);
    const [git] = host.supervisor.servers.all;
    if (git?.prepared === undefined) throw new Error('There is no server.');
    await host.consent.approvals.approve(git.prepared);
    await host.supervisor.servers.start(git);
    await host.close();

    const ranBefore: (readonly string[])[] = [];
    for (const isStartedAgain of [false, false, true, true]) {
      const next = await openFixtureHost(surroundings, storage);
      ranBefore.push(await next.supervisor.ranBefore);
      if (isStartedAgain) next.supervisor.startedAgain();
      await next.close();
    }
    deepEqual(ranBefore, [[git.id], [git.id], [git.id], []]);
  });
});
