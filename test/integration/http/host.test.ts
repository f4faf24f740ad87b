import { deepEqual, equal, match } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { DisclosureEvent } from '../../../src/core/record/disclosure';
import { availablePath } from '../../../src/core/roots/candidate';
import { fileKey } from '../../../src/core/roots/grantable';
import { asRealPath } from '../../../src/core/roots/realPath';
import { parseDefinitions } from '../../../src/core/servers/parseDefinition';
import type { Host } from '../../../src/node/host/host';
import type { ManagedServer } from '../../../src/node/servers/managedServer';
import { openFixtureHost } from '../servers/fixtureHost';
import { Surroundings } from '../../unit/stores/surroundings';
import { McpSite, type McpSiteOptions } from './mcpSite';
import { Site, until } from './site';

/** A server of the SDK at an address, as a host runs it, and one folder. */
interface Stage {
  readonly host: Host;
  readonly server: ManagedServer;
  readonly site: McpSite;
  readonly uri: string;
  readonly events: DisclosureEvent[];
  readonly decide: (verdict: 'allow' | 'deny') => Promise<void>;
}

describe('A server at an address is run as every other is', function () {
  this.timeout(60_000);
  const surroundings = new Surroundings();

  async function serverAt(host: Host, url: string, roots = {}): Promise<ManagedServer> {
    await host.supervisor.servers.configure(parseDefinitions({ site: { url, roots } }, { kind: 'user' }));
    const [server] = host.supervisor.servers.all;
    if (server?.prepared === undefined) throw new Error(server?.fault?.why ?? 'There is none.');
    await host.consent.approvals.approve(server.prepared);
    return server;
  }

  async function stage(options?: McpSiteOptions, roots = {}): Promise<Stage> {
    const site = await McpSite.open(options);
    surroundings.onEnd(() => site.close());
    const host = await openFixtureHost(surroundings);
    const folder = await surroundings.directory();
    const uri = pathToFileURL(folder).href;
    await host.setFolders([{ origin: 'workspace', uri, name: 'web', path: folder }]);
    const server = await serverAt(host, site.site.url, roots);
    const events: DisclosureEvent[] = [];
    host.supervisor.disclosures.onDidAdd(({ what }) => events.push(what));
    const decide = async (verdict: 'allow' | 'deny') => {
      const { fingerprint } = server;
      const [candidate] = host.consent.catalog.candidates;
      const of = candidate && availablePath(candidate);
      if (fingerprint === undefined || of === undefined) throw new Error('There is no folder.');
      await host.consent.ledger.decide([{ server: fingerprint, folder: of, verdict }], 'session');
    };
    return { host, server, site, uri, events, decide };
  }

  it('is told of nothing before the grant, and of the folder at once with it', async () => {
    const { host, server, site, uri, decide } = await stage();
    await host.supervisor.servers.start(server);
    equal(server.state.kind, 'running', JSON.stringify(server.state));
    await site.heard(1);
    await decide('allow');
    await site.heard(2);
    deepEqual(site.roots, ['', uri]);
    deepEqual(server.state.kind === 'running' && server.state.place, {
      kind: 'address',
      address: site.site.url,
    });
    await server.stop();
    deepEqual(site.sessionIds, []);
  });

  it('loses its session with a folder: another begins clean, and what it keeps is said (rule 7)', async () => {
    const { host, server, site, uri, events, decide } = await stage();
    await decide('allow');
    await host.supervisor.servers.start(server);
    await site.heard(1);
    const [before] = site.sessionIds;
    await server.client?.request('logging/setLevel', { level: 'debug' });
    await decide('deny');
    // It is held until the successor may have it.
    const level = await server.client?.callTool('level', {});
    deepEqual((level as { content: unknown }).content, [{ type: 'text', text: 'debug' }]);
    await site.heard(2);
    deepEqual(site.roots, [uri, '']);
    deepEqual([site.sessionIds.length, site.sessionIds.includes(before ?? '')], [1, false]);
    const story = events.flatMap((what) =>
      what.event === 'not untold'
        ? `not untold ${what.uris.join(' ')}`
        : what.event === 'connected' || what.event === 'exited' || what.event === 'replaced'
          ? what.event
          : [],
    );
    deepEqual(story, ['connected', `not untold ${uri}`, 'replaced', 'exited', 'connected']);
  });

  it('is not said to keep a single file that it may still see', async () => {
    const { host, server, site, uri, events, decide } = await stage({}, { files: true });
    const file = path.join(await surroundings.directory(), 'notes.md');
    await writeFile(file, 'notes');
    const notes = pathToFileURL(file).href;
    await host.setFolders([
      { origin: 'workspace', uri, name: 'web', path: fileURLToPath(uri) },
      { origin: 'file', uri: notes, name: 'notes.md', path: file },
    ]);
    if (server.fingerprint === undefined) throw new Error('It is prepared.');
    const about = { server: server.fingerprint, folder: fileKey(asRealPath(file)) };
    await host.consent.ledger.decide([{ ...about, verdict: 'allow' }], 'session');
    await host.supervisor.servers.start(server);
    await site.heard(1);
    await decide('allow');
    await site.heard(2);
    deepEqual(site.roots, [notes, `${uri} ${notes}`]);
    deepEqual(
      events.filter(({ event }) => event === 'not untold'),
      [],
    );
  });

  it('whose session is lost gets another: nothing is asked yet, open requests fail with a sentence', async () => {
    const { host, server, site, uri, decide } = await stage();
    await decide('allow');
    await host.supervisor.servers.start(server);
    await site.heard(1);
    const hanging = server.client?.callTool('hang', {}).catch((error: unknown) => String(error));
    await until(() => site.site.exchanges.filter(({ method }) => method === 'POST').length > 3);
    site.forgetSessions();
    const asked = server.client?.callTool('level', {}).catch((error: unknown) => String(error));
    match(String(await asked), /"site" does not know its session any more, .* a new session is begun/u);
    match(String(await hanging), /"site" does not know its session any more/u);
    await until(() => server.state.kind === 'running');
    await site.heard(2);
    deepEqual(site.roots, [uri, uri]);
    equal(site.sessionIds.length, 1);
  });

  it('that offers no stream may be unable to ask, which is said', async () => {
    const { host, server } = await stage({ noStream: true });
    await host.supervisor.servers.start(server);
    await until(() => server.sync?.kind === 'never asked' && server.sync.mayBeUnable === true);
    equal(server.state.kind, 'running');
  });

  it('that is none fails with the sentence of the connection', async () => {
    const site = await Site.open((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    );
    surroundings.onEnd(() => site.close());
    const host = await openFixtureHost(surroundings);
    const server = await serverAt(host, site.url);
    await host.supervisor.servers.start(server);
    const at = new URL(site.url).host;
    deepEqual(server.state, {
      kind: 'failed',
      why: `${at} answered with a web page, not with an MCP message. Correct the "url" of the definition.`,
    });
  });

  it('whose address names a folder does not start without its grant (rule 2)', async () => {
    const { host, site, decide, uri } = await stage();
    const [candidate] = host.consent.catalog.candidates;
    const server = await serverAt(host, `${site.site.url}?in=${encodeURIComponent(candidate?.path ?? '')}`);
    const starting = () => host.supervisor.servers.start(server).catch((error: unknown) => String(error));
    match(String(await starting()), /names the folder "web" .* Allow that folder to start it\./u);
    equal(site.site.exchanges.length, 0);
    const of = candidate && availablePath(candidate);
    if (server.fingerprint === undefined || of === undefined) throw new Error('There is no folder.');
    await host.consent.ledger.decide(
      [{ server: server.fingerprint, folder: of, verdict: 'allow' }],
      'session',
    );
    const told: (readonly string[])[] = [];
    host.supervisor.disclosures.onDidAdd(({ what }) => {
      if (what.event === 'connected') told.push([what.address, ...what.told]);
    });
    await starting();
    deepEqual(told, [[site.site.url, uri]]);
    await decide('deny');
  });
});
