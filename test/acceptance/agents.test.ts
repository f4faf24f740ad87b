import { deepEqual, equal, rejects } from 'node:assert/strict';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { AgentSubject, scripted } from './agents';
import type { Probe } from './probeDriver';
import { uri } from './servers';
import { gone } from './processes';
import { Stage } from './stage';

const stage = new Stage();

/** Starts a probe with one agent, which is running then. */
async function begin(
  entry: object,
  folders: readonly string[],
  granted = folders,
  args: readonly string[] = [],
): Promise<{ readonly probe: Probe; readonly agent: AgentSubject }> {
  const grants = { claude: granted };
  const probe = await stage.start({}, { agents: { claude: entry }, folders, grants, args });
  await probe.run('agent-start claude');
  return { probe, agent: new AgentSubject(probe, 'claude') };
}

const told = (probe: Probe) =>
  probe.lines.flatMap((line) => (line.event === 'session' ? [[line.by, ...(line.uris ?? [])]] : []));

describe('an agent with folders', () => {
  let [app, docs, outside]: string[] = [];

  beforeEach(async () => {
    app = await stage.makeFolder('app');
    docs = await stage.makeFolder('docs');
    outside = await stage.makeFolder('outside');
  });

  afterEach(() => stage.clear());

  const at = (folder: string | undefined, name = 'note.txt') => path.join(folder ?? '', name);
  const both = () => [app ?? '', docs ?? ''];

  it('is told of no folder and has no session before one is allowed', async () => {
    const { probe, agent } = await begin(scripted(), both(), []);
    await rejects(agent.session('new'), {
      message: 'No session of "claude" is begun. Allow it a folder first.',
    });
    deepEqual(told(probe), []);
    const { exposed, waiting, approval } = await agent.standing();
    deepEqual({ exposed, waiting, approval }, { exposed: [], waiting: both(), approval: 'approved' });
    const { told: byLaunch } = await probe.until('claude', 'spawned');
    deepEqual(byLaunch, []);
  });

  it('has them as the roots of its session, in order, reads and writes there, and nowhere else', async () => {
    const { probe, agent } = await begin(scripted(), both());
    const { session: id = '', told: sent } = await agent.session('new');
    deepEqual(sent, both());
    deepEqual(await agent.heard(id), [['session/new', app, [docs]]]);
    deepEqual(told(probe), [['session/new', ...both().map(uri)]]);

    deepEqual(await agent.does(id, 'read', { path: at(app) }), 'the note of app');
    deepEqual(await agent.does(id, 'read', { path: at(docs) }), 'the note of docs');
    deepEqual(await agent.does(id, 'write', { path: at(docs, 'new/n.txt'), content: 'N' }), 'written');
    equal(await readFile(at(docs, 'new/n.txt'), 'utf8'), 'N');

    await symlink(outside ?? '', at(app, 'link'));
    const why = 'it is not inside a folder that is shared, or cannot be resolved.';
    for (const file of [at(outside), at(outside, 'none'), at(app, 'link/note.txt'), at(app, 'link/none')]) {
      const read = { code: -32602, error: `Cannot read "${file}": ${why}` };
      const write = { code: -32602, error: `Cannot write "${file}": ${why}` };
      deepEqual(await agent.does(id, 'read', { path: file }), read);
      deepEqual(await agent.does(id, 'write', { path: file, content: 'W' }), write);
    }
    equal(await readFile(at(outside), 'utf8'), 'the note of outside');
    deepEqual(await agent.does(id, 'permission', { paths: [at(app)] }), 'no');
  });

  it('begins with the folder that is chosen, and each session has its own', async () => {
    const { agent } = await begin(scripted({}, 'no-directories'), both());
    const one = await agent.session('new');
    const other = await agent.session('new', docs ?? '');
    deepEqual([one.told, one.unseen, other.told, other.unseen], [[app], [docs], [docs], [app]]);
    const id = other.session ?? '';
    // The field is never sent to an agent that does not say it.
    deepEqual(await agent.heard(id), [
      ['session/new', app, 'no field'],
      ['session/new', docs, 'no field'],
    ]);
    deepEqual(await agent.does(id, 'read', { path: at(docs) }), 'the note of docs');
    for (const [word, file] of [
      ['read', at(app)],
      [`as ${one.session} read`, at(docs)],
    ] as const) {
      const answer = (await agent.does(id, word, { path: file })) as { readonly code: number };
      equal(answer.code, -32602);
    }
    deepEqual(await agent.does(id, `as nobody read`, { path: at(docs) }), {
      code: -32602,
      error: 'There is no such session.',
    });
  });

  it('loses a folder at once when it is withdrawn, and is sent the shorter list when it is opened again', async () => {
    const { probe, agent } = await begin(scripted(), both());
    const { session: id = '' } = await agent.session('new');
    await probe.run(`revoke claude ${docs}`);
    const refused = (await agent.does(id, 'read', { path: at(docs) })) as { readonly code: number };
    equal(refused.code, -32602);
    deepEqual(await agent.does(id, 'read', { path: at(app) }), 'the note of app');
    const { sessions } = await agent.standing();
    deepEqual(sessions, [{ session: id, told: both(), unseen: [], now: [app], isBusy: false }]);

    await agent.session('load', id);
    await probe.run(`grant claude ${docs}`);
    await agent.session('resume', id);
    await agent.session('resume', id, 'all');
    deepEqual(await agent.heard(id), [
      ['session/new', app, [docs]],
      ['session/load', app, 'no field'],
      ['session/resume', app, 'no field'],
      ['session/resume', app, [docs]],
    ]);
    deepEqual(await agent.does(id, 'read', { path: at(docs) }), 'the note of docs');
    deepEqual(
      told(probe).map(([by, ...uris]) => [by, uris.length]),
      [
        ['session/new', 2],
        ['session/load', 1],
        ['session/resume', 1],
        ['session/resume', 2],
      ],
    );
  });

  it('does not go on with a session whose working directory was withdrawn, nor opens it again', async () => {
    const { probe, agent } = await begin(scripted(), both());
    const { session: id = '' } = await agent.session('new');
    await probe.run(`revoke claude ${app}`);
    const again = `The session "${id}" is not opened: its working directory ${app} is not allowed any more. Allow it, or begin a new one with the folders that are.`;
    for (const way of ['load', 'resume']) await rejects(agent.session(way, id), { message: again });
    await rejects(agent.does(id, 'heard'), {
      message: `The session does not go on: its working directory ${app} is not allowed any more. Allow it, or begin a new session with the folders that are.`,
    });
    const next = await agent.session('new');
    deepEqual(next.told, [docs]);
    const words = await agent.does(next.session ?? '', `as ${id} read`, { path: at(docs) });
    equal((words as { readonly code: number }).code, -32602);
    deepEqual(
      told(probe).map(([by]) => by),
      ['session/new', 'session/new'],
    );
  });

  it('loses everything while sharing is off', async () => {
    const { probe, agent } = await begin(scripted(), both());
    const { session: id = '' } = await agent.session('new');
    await probe.run('sharing off');
    await rejects(agent.session('new'), /^Error: No session of "claude" is begun/);
    deepEqual((await agent.standing()).sessions[0]?.now, []);
    await probe.run('sharing on');
    deepEqual(await agent.does(id, 'read', { path: at(app) }), 'the note of app');
  });

  it('is not asked again with less when it refuses a list, and its reason is said', async () => {
    const { probe, agent } = await begin(scripted({}, 'reject=docs'), both());
    const why =
      '"claude" did not carry out "session/new": it says "Invalid params: not with docs\\u001b[31m".';
    await rejects(agent.session('new'), { message: why });
    deepEqual(told(probe), [['session/new', ...both().map(uri)]]);
    await probe.run(`revoke claude ${docs}`);
    const { session: id = '' } = await agent.session('new');
    deepEqual(await agent.heard(id), [
      ['session/new', app, [docs]],
      ['session/new', app, 'no field'],
    ]);
  });

  it('needs consent for every folder of a session that only it knows', async () => {
    const file = await stage.makeFile('foreign.txt', docs ?? '');
    const { probe, agent } = await begin(scripted({}, `foreign=${file}`), both(), [app ?? '']);
    const { sessions = [] } = await agent.session('list');
    deepEqual(
      sessions.map(({ sessionId, notAllowed }) => [sessionId, notAllowed]),
      [['foreign', [docs]]],
    );
    await rejects(agent.session('load', 'foreign'), {
      message: `The session "foreign" is not opened: the agent says that it has ${docs}. Allow what of it this workspace has, or begin a new one.`,
    });
    await rejects(agent.session('list', docs ?? ''), {
      message: `"claude" is not asked about ${docs}. Allow it that folder first.`,
    });
    deepEqual(told(probe), []);
    await probe.run(`grant claude ${docs}`);
    await agent.session('list', docs ?? '');
    deepEqual((await agent.session('load', 'foreign')).told, [docs]);
    deepEqual(told(probe), [
      ['session/list', uri(docs ?? '')],
      ['session/load', uri(docs ?? '')],
    ]);
  });

  it('has the same roots when a session is resumed by a later window, and fewer where one was withdrawn', async () => {
    const storage = ['--storage', path.join(await stage.folder, 'storage')];
    const first = await begin(scripted(), both(), both(), storage);
    const { session: id = '' } = await first.agent.session('new', docs ?? '');
    await first.probe.run('agent-stop claude');
    await first.probe.end();

    const later = await begin(scripted(), both(), both(), storage);
    deepEqual((await later.agent.session('resume', id)).told, [docs, app]);
    await later.probe.run(`revoke claude ${app}`);
    deepEqual((await later.agent.session('load', id)).told, [docs]);
    deepEqual(await later.agent.heard(id), [
      ['session/resume', docs, [app]],
      ['session/load', docs, 'no field'],
    ]);
    await rejects(later.agent.session('load', id, app ?? ''), {
      message: `The session "${id}" is not opened: its working directory is ${docs} and cannot be another. Begin a new one.`,
    });
  });

  it('ends when its definition changes, and starts again only once that is approved, without its folders', async () => {
    const envFile = await stage.makeFile('.env', 'LEVEL=1\n');
    const { probe, agent } = await begin(scripted({ envFile }), both());
    const pid = probe.pidOf('claude');
    await writeFile(envFile, 'LEVEL=2\n');
    const changed = { kind: 'stopped', why: 'its definition has changed' };
    await probe.next(({ server, state }) => server === 'claude' && isDeepStrictEqual(state, changed));
    await gone([pid]);
    await rejects(probe.run('agent-start claude'), /its definition has changed since it was approved/);
    await probe.run('agent-approve claude');
    await probe.run('agent-start claude');
    const { exposed, waiting } = await agent.standing();
    deepEqual({ exposed, waiting }, { exposed: [], waiting: both() });
  });
});
