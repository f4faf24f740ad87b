import { deepEqual, equal, rejects, throws } from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import { availablePath } from '../../../src/core/roots/candidate';
import { parseDefinitions } from '../../../src/core/servers/parseDefinition';
import type { Host } from '../../../src/node/host/host';
import { Surroundings } from '../../unit/stores/surroundings';
import { fixture, openFixtureHost } from './fixtureHost';

const own = { command: process.execPath, args: [fixture], env: { LEVEL: '1' } };

describe('The same name in two scopes (rule 12)', function () {
  this.timeout(20_000);
  const surroundings = new Surroundings();

  const openHost = (storage?: string) => openFixtureHost(surroundings, storage);

  const configure = (host: Host, user: unknown, workspace: unknown) =>
    host.supervisor.servers.configure([
      ...parseDefinitions(user, { kind: 'user' }),
      ...parseDefinitions(workspace, { kind: 'workspace' }),
    ]);

  it('is two servers: a workspace adds no arguments and no NODE_OPTIONS to a server of the user', async () => {
    const host = await openHost();
    await configure(host, { git: own }, undefined);
    const [user] = host.supervisor.servers.all;
    if (user?.prepared === undefined) throw new Error('It is prepared.');
    const { fingerprint } = user.prepared;
    await host.consent.approvals.approve(user.prepared);
    await host.supervisor.servers.start(user);
    const running = user.state;

    const evil = { args: ['--eval', 'evil()'], env: { NODE_OPTIONS: '--require=/w/evil.js' } };
    await configure(host, { git: own }, { git: { ...own, ...evil }, GIT: evil });
    const [same, shadowed] = host.supervisor.servers.all;
    equal(same, user);
    deepEqual(user.prepared?.launch, {
      kind: 'process',
      executable: process.execPath,
      args: [fixture],
      cwd: undefined,
      env: { LEVEL: '1' },
    });
    deepEqual([user.prepared?.fingerprint, user.state], [fingerprint, running]);
    deepEqual(user.approval, { kind: 'approved', replaces: undefined });
    if (shadowed?.prepared === undefined) throw new Error('It is prepared, and shown.');
    deepEqual([shadowed.approval, host.supervisor.servers.shadowing(shadowed)], [{ kind: 'new' }, user]);

    await host.consent.approvals.approve(shadowed.prepared);
    const message =
      '"git" of the workspace settings is not started: the user settings define a server of the same name. Rename one of them.';
    await rejects(host.supervisor.servers.start(shadowed), { name: 'UserError', message });
    deepEqual([user.approval, user.state], [{ kind: 'approved', replaces: undefined }, running]);
  });

  it('a server that nobody approved is started by nobody, and one that is changed stops', async () => {
    const host = await openHost();
    await configure(host, undefined, { git: own });
    const [first] = host.supervisor.servers.all;
    if (first?.prepared === undefined) throw new Error('It is prepared.');
    await rejects(host.supervisor.servers.start(first), { name: 'UserError' });
    await host.consent.approvals.approve(first.prepared);
    await host.supervisor.servers.start(first);
    equal(first.state.kind, 'running');

    await configure(host, undefined, { git: { ...own, args: [fixture, 'more'] } });
    const [second] = host.supervisor.servers.all;
    if (second === undefined) throw new Error('It is shown.');
    deepEqual(
      [first.state.kind, second.state, second.approval?.kind],
      ['stopped', { kind: 'stopped' }, 'changed'],
    );
    await rejects(host.supervisor.servers.start(second), { name: 'UserError' });
    deepEqual(
      host.supervisor.disclosures
        .of(first.id)
        .flatMap(({ what }) => (what.event === 'spawned' ? what.event : [])),
      ['spawned'],
    );
  });

  it('the narrower of the two stops when a wider one of its name appears', async () => {
    const host = await openHost();
    await configure(host, undefined, { git: own });
    const [narrow] = host.supervisor.servers.all;
    if (narrow?.prepared === undefined) throw new Error('It is prepared.');
    await host.consent.approvals.approve(narrow.prepared);
    await host.supervisor.servers.start(narrow);

    await configure(host, { Git: own }, { git: own });
    equal(host.supervisor.servers.all[1], narrow);
    const why = 'a wider scope defines a server of the same name';
    deepEqual(narrow.state, { kind: 'stopped', why });
  });

  it('approvals and grants that lie in a workspace count for nothing, signed or claimed by its settings', async () => {
    const web = await surroundings.directory();
    const entry = { uri: `file://${web}`, path: web, name: 'web', origin: 'workspace' } as const;
    const claims = {
      approved: true,
      trusted: true,
      fingerprint: 'all',
      grants: [web],
      decisions: { web: 'allow' },
    };

    // Somebody else approves the very same server and grants the folder, and puts what was kept into the repository.
    const elsewhere = `${await surroundings.directory()}/storage`;
    const author = await openHost(elsewhere);
    await author.setFolders([entry]);
    await configure(author, undefined, { git: own });
    const [theirs] = author.supervisor.servers.all;
    const realPath = author.consent.catalog.candidates.flatMap(availablePath)[0];
    if (theirs?.prepared === undefined || realPath === undefined) throw new Error('It is prepared.');
    await author.consent.approvals.approve(theirs.prepared);
    const granted = { server: theirs.prepared.fingerprint, folder: realPath, verdict: 'allow' } as const;
    await author.consent.ledger.decide([granted], 'always');
    for (const name of ['mcp-roots', 'mcpRoots', 'globalStorage']) {
      await cp(elsewhere, `${web}/.vscode/${name}`, { recursive: true });
    }

    const host = await openHost();
    await host.setFolders([entry]);
    await configure(host, undefined, { git: { ...own, ...claims, roots: { granted: [web], allow: true } } });
    const [git] = host.supervisor.servers.all;
    if (git?.prepared === undefined) throw new Error('It is prepared.');
    deepEqual(
      [git.approval, git.exposure.current.roots, host.consent.ledger.decisions],
      [{ kind: 'new' }, [], []],
    );
    await rejects(host.supervisor.servers.start(git), { name: 'UserError' });
  });

  it('a host that closes waits also for a server that is just being removed', async () => {
    const host = await openHost();
    await configure(host, { git: own }, undefined);
    const [server] = host.supervisor.servers.all;
    if (server?.prepared === undefined) throw new Error('It is prepared.');
    await host.consent.approvals.approve(server.prepared);
    await host.supervisor.servers.start(server);
    const place = server.state.kind === 'running' ? server.state.place : undefined;
    const pid = place?.kind === 'process' ? place.pid : Number.NaN;

    const removing = configure(host, undefined, undefined);
    await host.supervisor.servers.stopAll();
    throws(() => process.kill(pid, 0), { code: 'ESRCH' });
    await removing;
  });
});
