import { deepEqual, doesNotMatch, equal } from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { parseInputs } from '../../../src/core/inputs/parseInputs';
import { asRealPath } from '../../../src/core/roots/realPath';
import { parseDefinitions } from '../../../src/core/servers/parseDefinition';
import { openFixtureHost } from '../servers/fixtureHost';
import { Surroundings } from '../../unit/stores/surroundings';
import { McpSite } from './mcpSite';

const scope = { kind: 'user' } as const;
const inputs = parseInputs([{ type: 'promptString', id: 'key', password: true }]);

describe('An address in which something is put in only at a start', function () {
  this.timeout(60_000);
  const surroundings = new Surroundings();

  it('carries answers and exposed folders, and the record names the folders and no answer', async () => {
    const site = await McpSite.open();
    surroundings.onEnd(() => site.close());
    const host = await openFixtureHost(surroundings);
    const folder = await surroundings.directory();
    const uri = pathToFileURL(folder).href;
    await host.setFolders([{ origin: 'workspace', uri, name: 'web', path: folder }]);
    const definition = {
      url: `${site.site.url}/\${input:key}?roots=\${mcpRoots:,}`,
      headers: { Authorization: 'Bearer ${input:key}', 'X-Roots': 'x${mcpPrimaryRoot}' },
    };
    await host.supervisor.servers.configure(parseDefinitions({ site: definition }, scope, inputs));
    const [server] = host.supervisor.servers.all;
    const [key] = server?.definition.inputs ?? [];
    if (server?.prepared === undefined || key === undefined) throw new Error(server?.fault?.why ?? 'None.');
    await host.consent.approvals.approve(server.prepared);
    await host.consent.answers.keep(scope, key, 's3cret');
    const pair = { server: server.prepared.fingerprint, folder: asRealPath(folder) };
    await host.consent.ledger.decide([{ ...pair, verdict: 'allow' }], 'session');
    await server.prepare();
    await host.supervisor.servers.start(server);
    equal(server.state.kind, 'running', JSON.stringify(server.state));
    const [first] = site.site.exchanges;
    deepEqual([first?.headers.authorization, first?.headers['x-roots']], ['Bearer s3cret', `x${folder}`]);
    const record = host.supervisor.disclosures.of(server.id);
    const told = record.flatMap(({ what }) => (what.event === 'connected' ? what.told : []));
    deepEqual(told, [uri]);
    doesNotMatch(JSON.stringify([record, server.state]), /s3cret/u);
    await server.stop();
  });
});
