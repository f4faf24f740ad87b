import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { lstat, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { AgentSubject, scripted } from './agents';
import type { Probe } from './probeDriver';
import { gone } from './processes';
import { everything, fixture, uri } from './servers';
import { Stage } from './stage';

const stage = new Stage();

const session = 'claude · session';

describe('a session of an agent with servers', function () {
  this.timeout(120_000);
  let [app, docs, web]: string[] = [];
  let storage = '';

  beforeEach(async () => {
    app = await stage.makeFolder('app');
    docs = await stage.makeFolder('docs');
    web = await stage.makeFolder('web');
    storage = path.join(await stage.folder, 'storage');
  });

  afterEach(() => stage.clear());

  const all = () => [app ?? '', docs ?? '', web ?? ''];

  /** A probe with a running agent that is given the server "git", and perhaps others. */
  async function begin(
    grants: Readonly<Record<string, readonly string[]>>,
    servers: Readonly<Record<string, object>> = {},
    entry: object = scripted(),
  ): Promise<{ readonly probe: Probe; readonly agent: AgentSubject }> {
    const options = { agents: { claude: entry }, folders: all(), grants, args: ['--storage', storage] };
    const probe = await stage.start({ git: fixture(), ...servers }, options);
    await probe.run('agent-start claude');
    await probe.run('agent-servers claude git');
    return { probe, agent: new AgentSubject(probe, 'claude') };
  }

  /** What the server answers that asks for its roots now. */
  async function roots(agent: AgentSubject, id: string, server = 'roots-git'): Promise<readonly string[]> {
    const text = String(await agent.does(id, 'tool', { server, tool: 'roots' }));
    const { result } = JSON.parse(text) as {
      readonly result: { readonly roots: { readonly uri: string }[] };
    };
    return result.roots.map((root) => root.uri);
  }

  const keys = async () =>
    (await readdir(path.join(storage, 'clients')).catch(() => [])).filter((each) =>
      each.startsWith('agent-'),
    );

  async function noKeys(): Promise<void> {
    while ((await keys()).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  it('is handed over no server before the user gives one to its agent, and then no secret', async () => {
    const { probe, agent } = await begin({ claude: all(), git: all() });
    await probe.run('agent-servers claude');
    const { session: none = '' } = await agent.session('new');
    const handed = async (id: string) => {
      const heard = (await agent.does(id, 'heard')) as { readonly mcpServers?: readonly object[] }[];
      return heard.at(-1)?.mcpServers;
    };
    deepEqual([await handed(none), await keys()], [[], []]);

    await probe.run('agent-servers claude git');
    const { session: id = '' } = await agent.session('new');
    const [name = ''] = await keys();
    const file = path.join(storage, 'clients', name);
    equal((await lstat(file)).mode & 0o777, 0o600);
    const { id: client, key, servers, name: called } = JSON.parse(await readFile(file, 'utf8'));
    deepEqual([servers, called], [['git'], `${session} 1`]);
    const [entry] = (await handed(id)) as [{ env: { name: string; value: string }[] }];
    const [shim, socket] = [path.join(storage, 'bin', 'shim.js'), entry.env[1]?.value ?? ''];
    deepEqual(entry, {
      name: 'roots-git',
      command: process.execPath,
      args: [shim, client, 'git'],
      env: [
        { name: 'ELECTRON_RUN_AS_NODE', value: '1' },
        { name: 'MCP_ROOTS_SOCKET', value: socket },
      ],
    });
    ok((await lstat(socket)).isSocket());
    ok(!JSON.stringify(await handed(id)).includes(String(key)));
  });

  it('tells a server what both may see, in its own order, and follows both at once', async () => {
    const { probe, agent } = await begin({ claude: all(), git: [docs ?? '', app ?? ''] });
    const { session: id = '' } = await agent.session('new', docs ?? '');
    // Neither what the server may not see, nor what the agent's own client says.
    deepEqual(
      await roots(agent, id),
      [docs, app].map((each) => uri(each ?? '')),
    );
    const told = () =>
      probe.lines.flatMap(({ server, event, uris }) =>
        server === `git for ${session} 1` && event === 'answered' ? [uris] : [],
      );
    deepEqual(
      told().at(-1),
      [docs, app].map((each) => uri(each ?? '')),
    );

    await probe.run(`grant git ${web}`);
    deepEqual(
      await roots(agent, id),
      [docs, app, web].map((each) => uri(each ?? '')),
    );
    await probe.run(`revoke git ${app}`);
    deepEqual(
      await roots(agent, id),
      [docs, web].map((each) => uri(each ?? '')),
    );
    const pid = probe.pidOf(`git for ${session} 1`);
    await probe.run(`revoke claude ${web}`);
    deepEqual(await roots(agent, id), [uri(docs ?? '')]);
    await gone([pid]);
    // The window's own client of the server has what the server has.
    deepEqual(
      (await probe.standing('git')).exposed,
      [docs, web].map((each) => uri(each ?? '')),
    );

    // Without its working directory the session has nothing, and is given nothing by a later grant to the server.
    await probe.run(`revoke claude ${docs}`);
    await probe.run(`grant git ${app}`);
    deepEqual((await probe.standing(`git for ${session} 1`)).exposed, []);
  });

  it('has its servers anew when it is opened again, with the folders that it has then', async () => {
    const { probe, agent } = await begin({ claude: all(), git: all() });
    const { session: id = '' } = await agent.session('new');
    deepEqual(await roots(agent, id), all().map(uri));
    const [before] = await keys();
    const pid = probe.pidOf(`git for ${session} 1`);
    await probe.run(`revoke claude ${docs}`);
    await agent.session('load', id);
    deepEqual(
      await roots(agent, id),
      [app, web].map((each) => uri(each ?? '')),
    );
    await gone([pid]);
    const after = await keys();
    ok(after.length === 1 && after[0] !== before);

    await probe.run('agent-servers claude');
    await probe.run(`revoke claude ${web}`);
    await agent.session('resume', id);
    await noKeys();
    deepEqual(await agent.does(id, 'tool', { server: 'roots-git', tool: 'roots' }), {
      error: 'no server roots-git',
    });
  });

  it('loses its servers when it is closed, and with its agent', async () => {
    const { probe, agent } = await begin({ claude: all(), git: all() });
    const { session: id = '' } = await agent.session('new');
    const { session: other = '' } = await agent.session('new');
    deepEqual([await roots(agent, id), await roots(agent, other)], [all().map(uri), all().map(uri)]);
    const name = (n: number) => `git for ${session} ${n}`;
    const [first, second] = [probe.pidOf(name(1)), probe.pidOf(name(2))];
    await agent.session('close', id);
    await gone([first]);
    equal((await keys()).length, 1);
    // The agent keeps its shim; it is at its end all the same.
    deepEqual(await agent.does(other, `as ${id} left`, { server: 'roots-git' }), 'ended');

    const { pid = 0 } = await probe.until('claude', 'spawned');
    process.kill(pid, 'SIGKILL');
    await gone([second]);
    await noKeys();
    deepEqual(
      ((await probe.run('state')).clients ?? []).map(({ server }) => server),
      [],
    );
  });

  it('loses a server at once that its agent is not given any more, or whose key is removed', async () => {
    const { probe, agent } = await begin({ claude: all(), git: all() });
    const { session: id = '' } = await agent.session('new');
    await roots(agent, id);
    await probe.run('agent-servers claude');
    deepEqual(await agent.does(id, 'left', { server: 'roots-git' }), 'ended');

    await probe.run('agent-servers claude git');
    const { session: other = '' } = await agent.session('new');
    await roots(agent, other);
    const names = await keys();
    const clients = names.map((each) => each.replace('.json', ''));
    for (const client of clients) await probe.run(`revoke-client ${client}`);
    deepEqual(await agent.does(other, 'left', { server: 'roots-git' }), 'ended');
  });

  it('opens no other server with its key, and nobody opens anything with it in another window', async () => {
    const { probe, agent } = await begin({ claude: all(), git: all() }, { other: everything() });
    const { session: id = '' } = await agent.session('new');
    const [name = ''] = await keys();
    const client = name.replace('.json', '');
    const shim = (await probe.run('client-key someone git')).shim ?? '';
    const start = async (server: string, socket: string) => {
      const [command, args] = [process.execPath, [shim, client, server]];
      const env = [{ name: 'MCP_ROOTS_SOCKET', value: socket }];
      return agent.does(id, 'start', { command, args, env });
    };
    const { socket = '' } = await probe.run('client-key another git');
    match(JSON.stringify(await start('other', socket)), /This client may not open a server of this name/);
    equal(await start('git', socket), 'started');

    const options = { folders: [web ?? ''], grants: { git: [web ?? ''] }, args: ['--storage', storage] };
    const elsewhere = await stage.start({ git: fixture() }, options);
    const away = (await elsewhere.run('client-key third git')).socket ?? '';
    match(JSON.stringify(await start('git', away)), /that another window of VS Code has/);
    await probe.run('agent-stop claude');
    deepEqual(((await elsewhere.run('state')).clients ?? []).map(({ server }) => server).sort(), [
      'git for another',
      'git for someone',
      'git for third',
    ]);
  });

  it('is refused a server whose definition names a folder that it does not have, and puts only its own into others', async () => {
    const naming = fixture('', { env: { DOCS: docs } });
    const placing = fixture('', { args: [...fixture().args, '${mcpRoots}'], cwd: '${mcpPrimaryRoot}' });
    const { probe, agent } = await begin(
      { claude: all(), git: all(), naming: all(), placing: all() },
      { naming, placing },
    );
    await probe.run('agent-servers claude naming placing');
    await probe.run(`revoke claude ${docs}`);
    const { session: id = '' } = await agent.session('new');
    const refused = await agent.does(id, 'tool', { server: 'roots-naming', tool: 'pid' });
    match(JSON.stringify(refused), /needs a folder that is not there, or that the user has not allowed/);
    ok(!JSON.stringify(refused).includes('docs'));
    const placed = String(await agent.does(id, 'tool', { server: 'roots-placing', tool: 'argv' }));
    deepEqual(JSON.parse(placed).slice(1), [app, web]);
    equal(await agent.does(id, 'tool', { server: 'roots-placing', tool: 'cwd' }), app);
  });

  it('leaves no key behind: not with a window that ends, and none of one that was killed', async () => {
    const { probe, agent } = await begin({ claude: all(), git: all() });
    await agent.session('new');
    equal((await keys()).length, 1);
    await probe.kill();
    equal((await keys()).length, 1);
    const { probe: next, agent: again } = await begin({});
    deepEqual(await keys(), []);
    await again.session('new');
    equal((await keys()).length, 1);
    await next.end();
    deepEqual(await keys(), []);
  });
});
