import { deepEqual, equal } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseDefinitions } from '../../../src/core/servers/parseDefinition';
import { Surroundings } from '../../unit/stores/surroundings';
import { fixture, openFixtureHost } from './fixtureHost';
import { MemoryClient } from './memoryClient';

describe('A server that runs for another client only', function () {
  this.timeout(20_000);
  const surroundings = new Surroundings();

  it('is stopped when its envFile has become another', async () => {
    const envFile = path.join(await surroundings.directory(), 'env');
    await writeFile(envFile, 'LEVEL=1');
    const host = await openFixtureHost(surroundings);
    const git = { command: process.execPath, args: [fixture], envFile };
    await host.supervisor.servers.configure(parseDefinitions({ git }, { kind: 'user' }));
    const [server] = host.supervisor.servers.all;
    if (server?.prepared === undefined) throw new Error('It is prepared.');
    await host.consent.approvals.approve(server.prepared);
    const { id } = await host.clients.bridge.keys.create({ name: 'Claude Code', servers: ['git'] });
    const client = new MemoryClient();
    const session = host.clients.outside.connect(id, 'git', client.connection);
    await client.initialize();
    equal(server.isActive, false);
    await writeFile(envFile, 'LEVEL=22');
    await session;
    deepEqual(host.clients.outside.all[0]?.state, { kind: 'stopped', why: 'its definition has changed' });
  });
});
