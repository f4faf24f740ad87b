import { deepEqual } from 'node:assert/strict';
import { parseDefinitions } from '../../../src/core/servers/parseDefinition';
import { Surroundings } from '../stores/surroundings';
import { fixture, openFixtureHost } from './fixtureHost';

const definitions = parseDefinitions(
  { git: { command: process.execPath, args: [fixture] } },
  { kind: 'workspace' },
);

describe('A window that is loaded again', function () {
  this.timeout(60_000);
  const surroundings = new Surroundings();

  it('still knows which servers ran when it was loaded twice before they were started again', async () => {
    const storage = `${await surroundings.directory()}/storage`;
    const host = await openFixtureHost(surroundings, storage);
    await host.servers.configure(definitions);
    const [git] = host.servers.servers;
    if (git?.prepared === undefined) throw new Error('There is no server.');
    await host.approvals.approve(git.prepared);
    await host.servers.start(git);
    await host.close();

    const ranBefore: (readonly string[])[] = [];
    for (const isStartedAgain of [false, false, true, true]) {
      const next = await openFixtureHost(surroundings, storage);
      ranBefore.push(await next.ranBefore);
      if (isStartedAgain) next.startedAgain();
      await next.close();
    }
    deepEqual(ranBefore, [[git.id], [git.id], [git.id], []]);
  });
});
