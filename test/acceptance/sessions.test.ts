import { deepEqual, equal, rejects } from 'node:assert/strict';
import path from 'node:path';
import { AgentSubject, scripted } from './agents';
import type { Probe } from './probeDriver';
import { Stage } from './stage';

const stage = new Stage();

/** Starts a probe with one agent, which is running then. */
async function begin(
  switches: readonly string[],
  folders: readonly string[],
  granted = folders,
  args: readonly string[] = [],
): Promise<{ readonly probe: Probe; readonly agent: AgentSubject }> {
  const grants = { claude: granted };
  const agents = { claude: scripted({}, ...switches) };
  const probe = await stage.start({}, { agents, folders, grants, args });
  await probe.run('agent-start claude');
  return { probe, agent: new AgentSubject(probe, 'claude') };
}

describe('a session of an agent', () => {
  let [app, docs, lib]: string[] = [];

  beforeEach(async () => {
    app = await stage.makeFolder('app');
    docs = await stage.makeFolder('docs');
    lib = await stage.makeFolder('lib');
  });

  afterEach(() => stage.clear());

  const all = () => [app ?? '', docs ?? '', lib ?? ''];
  const standing = async (agent: AgentSubject, id: string) => {
    const { kind, told, now, folders = [], label } = await agent.session('standing', id);
    return { kind, told, now, folders: folders.map((each) => [each.folder, each.standing]), label };
  };

  it('says what it was told and what it would be told now, and is told that only when it is asked for', async () => {
    const { probe, agent } = await begin([], all(), [app ?? '', docs ?? '']);
    const { session: id = '' } = await agent.session('new');
    await probe.run(`revoke claude ${docs}`);
    await probe.run(`grant claude ${lib}`);
    deepEqual(await standing(agent, id), {
      kind: 'changed',
      told: [app, docs],
      now: [app, lib],
      folders: [
        [app, 'told'],
        [docs, 'withdrawn'],
        [lib, 'not told yet'],
      ],
      label: undefined,
    });
    deepEqual(await agent.heard(id), [['session/new', app, [docs]]]);
    await agent.session('again', id);
    const after = await standing(agent, id);
    deepEqual([after.kind, after.told], ['in step', [app, lib]]);
    deepEqual((await agent.heard(id)).slice(1), [['session/resume', app, [lib]]]);
  });

  it('is not told of other folders by an agent that can neither resume nor load', async () => {
    const { probe, agent } = await begin(['no-resume', 'no-load'], all(), [app ?? '']);
    const { session: id = '' } = await agent.session('new');
    await probe.run(`grant claude ${docs}`);
    await rejects(agent.session('again', id), {
      message:
        '"claude" can neither resume nor load a session, so that an open one cannot be told of other folders. Begin a new one.',
    });
    equal((await standing(agent, id)).kind, 'changed');
  });

  it('is told of other folders by load where the agent cannot resume', async () => {
    const { probe, agent } = await begin(['no-resume'], all(), [app ?? '']);
    const { session: id = '' } = await agent.session('new');
    await probe.run(`grant claude ${docs}`);
    await agent.session('again', id);
    deepEqual((await agent.heard(id)).slice(1), [['session/load', app, [docs]]]);
  });

  it('is told of fewer folders than its agent may see where the user chose so, and keeps its working directory', async () => {
    const { agent } = await begin([], all());
    const { session: id = '' } = await agent.session('new');
    await agent.session('again', id, lib ?? '');
    deepEqual((await agent.heard(id)).slice(1), [['session/resume', app, [lib]]]);
  });

  it('stands still without its working directory, and all of its folders are refused', async () => {
    const { probe, agent } = await begin([], all());
    const { session: id = '' } = await agent.session('new');
    const other = (await agent.session('new', lib ?? '')).session ?? '';
    await probe.run(`revoke claude ${app}`);
    deepEqual(await standing(agent, id), {
      kind: 'stopped',
      told: all(),
      now: [],
      folders: all().map((folder) => [folder, folder === app ? 'withdrawn' : 'held back']),
      label: undefined,
    });
    const file = path.join(docs ?? '', 'note.txt');
    const answer = await agent.does(other, `as ${id} read`, { path: file });
    equal((answer as { readonly code: number }).code, -32602);
    await rejects(agent.session('again', id), /its working directory .* is not allowed any more/);
    deepEqual(
      (await agent.heard(other)).map((heard) => (heard as unknown[])[0]),
      ['session/new', 'session/new'],
    );
  });

  it('begins with the folder that was chosen for this workspace, as long as that is allowed', async () => {
    const storage = ['--storage', path.join(await stage.folder, 'storage')];
    const first = await begin([], all(), all(), storage);
    await first.agent.session('primary', docs ?? '');
    deepEqual((await first.agent.session('new')).told, [docs, app, lib]);
    await first.probe.end();
    const later = await begin([], all(), all(), storage);
    deepEqual((await later.agent.session('new')).told, [docs, app, lib]);
    await later.probe.run(`revoke claude ${docs}`);
    deepEqual((await later.agent.session('new')).told, [app, lib]);
  });

  it('is called as its agent says, or as its user does, also by a later window, until it is forgotten', async () => {
    const storage = ['--storage', path.join(await stage.folder, 'storage')];
    const first = await begin([], all(), all(), storage);
    const { session: id = '' } = await first.agent.session('new');
    await first.agent.does(id, 'title', { title: 'Its \u001b[31mtitle' });
    equal((await standing(first.agent, id)).label, 'Its \\u001b[31mtitle');
    await first.agent.session('rename', id, 'My own name');
    await first.agent.does(id, 'title', { title: 'Another' });
    equal((await standing(first.agent, id)).label, 'My own name');
    await rejects(first.agent.session('forget', id), { message: 'The session is open. Close it first.' });
    await first.agent.session('close', id);
    await first.probe.end();

    const later = await begin([], all(), all(), storage);
    const earlier = async () =>
      ((await later.agent.session('earlier')).sessions ?? []).map((each) => [each.sessionId, each.folders]);
    deepEqual(await earlier(), [[id, all()]]);
    await later.agent.session('load', id);
    equal((await standing(later.agent, id)).label, 'My own name');
    await later.agent.session('rename', id, '');
    equal((await standing(later.agent, id)).label, 'Another');
    await later.agent.session('close', id);
    await later.agent.session('forget', id);
    deepEqual(await earlier(), []);
    await rejects(later.agent.session('forget', id), {
      message: `There is no record of the session "${id}".`,
    });
  });

  it('that only its agent knows is found in the folders of this workspace, and needs consent for each', async () => {
    const file = await stage.makeFile('foreign.txt', docs ?? '');
    const { agent } = await begin([`foreign=${file}`], all(), [app ?? '']);
    deepEqual((await agent.session('earlier')).sessions, []);
    const [foreign, ...others] = (await agent.session('earlier', 'everywhere')).sessions ?? [];
    deepEqual(
      [foreign?.sessionId, foreign?.folders, foreign?.notAllowed, others],
      ['foreign', [docs], [docs], []],
    );
  });

  it('is forked with all that its agent may see, where the agent has that', async () => {
    const { agent } = await begin(['fork'], all());
    const { session: id = '' } = await agent.session('new');
    const fork = await agent.session('fork', id);
    deepEqual([fork.told, fork.session === id], [all(), false]);
    deepEqual((await agent.heard(id)).slice(1), [['session/fork', app, [docs, lib]]]);
    const without = await begin([], all());
    const { session: other = '' } = await without.agent.session('new');
    await rejects(without.agent.session('fork', other), /the agent does not offer that/);
  });

  it('is begun once its user has signed in, in a way that the agent offers', async () => {
    const file = path.join(await stage.folder, 'signed-in');
    const { probe, agent } = await begin([`sign-in=${file}`], all());
    await rejects(agent.session('new'), {
      message: '"claude" did not carry out "session/new": it says "Authentication required".',
    });
    // Nobody is there who could show a terminal: the agent offers none.
    const { methods } = await probe.run('agent-sign-in claude');
    deepEqual(methods, [
      { kind: 'agent', id: 'browser', name: 'Sign in\\u001b[31m', description: 'In your browser' },
    ]);
    await probe.run('agent-sign-in claude browser');
    await agent.session('new');
    await probe.run('agent-sign-out claude');
    await rejects(agent.session('new'), /"Authentication required"/);
  });
});
