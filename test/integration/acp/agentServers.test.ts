import { deepEqual, equal, notEqual, ok, rejects } from 'node:assert/strict';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../../src/core/errors';
import { asRealPath } from '../../../src/core/roots/realPath';
import { parseDefinitions } from '../../../src/core/servers/parseDefinition';
import type { OutsideClient } from '../../../src/node/servers/outsideClient';
import { fixtureServer } from '../../unit/process/checkout';
import { KeptLog, Surroundings } from '../../unit/stores/surroundings';
import { StartedAgent } from './startedAgent';

const program = path.join(path.dirname(fixtureServer('wire.mjs')), '..', 'agents', 'scripted.mjs');
const scripted = (...switches: readonly string[]) => ({
  command: process.execPath,
  args: [program, ...switches],
});

interface Heard {
  readonly method: string;
  readonly mcpServers?: readonly { readonly name: string; readonly args: readonly string[] }[];
}

describe('The servers of an agent', function () {
  this.timeout(60_000);
  const surroundings = new Surroundings();

  /** A running agent in a window with the servers "git" and "data base", of which it is given "git". */
  async function start(...switches: readonly string[]) {
    const log = new KeptLog();
    const started = await StartedAgent.make(surroundings, scripted(...switches), { log });
    const { host, agent, app } = started;
    const entry = { command: process.execPath, args: [fixtureServer('misbehaving.mjs')] };
    await host.supervisor.servers.configure(
      parseDefinitions({ git: entry, 'data base': entry }, { kind: 'user' }),
    );
    const [git, base] = host.supervisor.servers.all;
    ok(git?.prepared && base?.prepared);
    for (const prepared of [git.prepared, base.prepared]) await host.consent.approvals.approve(prepared);
    await host.consent.ledger.decide(
      [{ server: git.prepared.fingerprint, folder: app, verdict: 'allow' }],
      'session',
    );
    host.clients.serve();
    await host.supervisor.agentServers.give(agent, [git]);
    await agent.start();
    const clients = () => host.clients.outside.everyone;
    return { started, host, agent, app, git, base, log, clients, sessions: agent.sessions };
  }

  const heardBy = async ({ agent, sessions }: Awaited<ReturnType<typeof start>>, id: string) => {
    let said = '[]';
    const listening = agent.onDidUpdate(({ update: { content } }) => {
      if (typeof content === 'object' && content !== null && 'text' in content) said = String(content.text);
    });
    await sessions.prompt(id, 'heard');
    listening.dispose();
    return (JSON.parse(said) as readonly Heard[]).flatMap(({ method, mcpServers }) =>
      mcpServers === undefined
        ? []
        : [[method, ...mcpServers.map(({ name, args }) => [name, ...args.slice(1)])]],
    );
  };
  const described = (clients: readonly OutsideClient[]) =>
    clients.map(({ name, exposure }) => [name, exposure.current.roots.map(({ folder }) => folder)]);
  const keyFiles = ({ host }: Awaited<ReturnType<typeof start>>) =>
    readdir(path.join(path.dirname(path.dirname(host.clients.bridge.shim)), 'clients'));

  it('are handed over whenever a session is opened, and go with the next opening and its end', async () => {
    const bench = await start();
    const { agent, host, app, git, base, sessions, clients } = bench;
    const { id } = await sessions.begin();
    const [first] = clients();
    deepEqual(described(clients()), [['git for claude · session 1', [app]]]);
    await sessions.reopen({ way: 'load', sessionId: id, folders: 'all' });
    await host.supervisor.agentServers.give(agent, [git, base]);
    await sessions.reopen({ way: 'resume', sessionId: id, folders: 'all' });
    const keys = clients().map(({ client }) => client.id);
    const [key] = keys;
    notEqual(key, first?.client.id);
    deepEqual(described(clients()), [
      ['git for claude · session 1', [app]],
      ['data base for claude · session 1', []],
    ]);
    const heard = await heardBy(bench, id);
    deepEqual(
      heard.map(([method, ...servers]) => [method, ...servers.map((each) => each[0])]),
      [
        ['session/new', 'roots-git'],
        ['session/load', 'roots-git'],
        ['session/resume', 'roots-git', 'roots-data-base'],
      ],
    );
    deepEqual(heard.at(-1)?.slice(1), [
      ['roots-git', key, 'git'],
      ['roots-data-base', key, 'data base'],
    ]);
    deepEqual([keys, await keyFiles(bench)], [[key, key], [`${key}.json`]]);
    await sessions.close(id);
    deepEqual([clients(), await keyFiles(bench)], [[], []]);
  });

  it('stay with a session that could not be opened again, and go with one that could not be begun', async () => {
    const bench = await start('reject=docs');
    const { host, sessions, clients, started, agent } = bench;
    const { id } = await sessions.begin();
    const [before] = clients();
    const { agent: fingerprint, folder } = await grantDocs(started);
    await rejects(sessions.reopen({ way: 'load', sessionId: id, folders: 'all' }), UserError);
    await rejects(sessions.begin(), UserError);
    deepEqual([clients(), (await keyFiles(bench)).length], [[before], 1]);
    await host.consent.ledger.withdraw([{ server: fingerprint, folder }]);
    const { id: other } = await sessions.begin();
    notEqual(other, id);
    await agent.stop();
    deepEqual([clients(), await keyFiles(bench)], [[], []]);
  });

  it('are taken from every session as soon as they are not given, and are none for another definition', async () => {
    const bench = await start();
    const { host, agent, git, base, sessions, clients } = bench;
    await host.supervisor.agentServers.give(agent, [git, base]);
    await sessions.begin();
    const narrowed = new Promise<void>((resolve) => {
      surroundings.add(
        host.clients.outside.onDidChange(() => (clients().length === 1 ? resolve() : undefined)),
      );
    });
    await host.supervisor.agentServers.give(agent, [base]);
    await narrowed;
    deepEqual(
      clients().map(({ server }) => server),
      [base],
    );
    const entry = { command: process.execPath, args: [fixtureServer('misbehaving.mjs'), 'other'] };
    await host.supervisor.servers.configure(parseDefinitions({ 'data base': entry }, { kind: 'user' }));
    deepEqual(host.supervisor.agentServers.of(agent), []);
  });

  it('are not handed over where nobody could reach them, which is said', async () => {
    const bench = await start();
    const { host, sessions, log, clients } = bench;
    await host.clients.bridge.close();
    host.clients.bridge.dispose();
    const { id } = await sessions.begin();
    deepEqual(await heardBy(bench, id), [['session/new']]);
    deepEqual([clients(), log.warnings], [[], ['"claude" cannot be given servers in this window.']]);
    equal(sessions.byId(id)?.servers.name, undefined);
  });
});

/** Lets the agent see a folder more. */
async function grantDocs({ host, agent, app }: StartedAgent) {
  const docs = asRealPath(path.join(path.dirname(app), 'docs'));
  await mkdir(docs);
  await host.setFolders(
    [app, docs].map((each) => ({
      uri: `file://${each}`,
      path: each,
      name: path.basename(each),
      origin: 'workspace' as const,
    })),
  );
  ok(agent.prepared);
  const { fingerprint } = agent.prepared;
  await host.consent.ledger.decide([{ server: fingerprint, folder: docs, verdict: 'allow' }], 'session');
  return { agent: fingerprint, folder: docs };
}
