import { deepEqual, equal, rejects } from 'node:assert/strict';
import { methods, RequestError } from '@agentclientprotocol/sdk';
import { gone } from '../../acceptance/processes';
import { Surroundings } from '../../unit/stores/surroundings';
import { InProcessAgent } from './inProcessAgent';
import { ModelDisk, type Name } from './modelDisk';

describe('The programs of a session that is opened again', function () {
  this.timeout(60_000);
  const surroundings = new Surroundings();
  let agent: InProcessAgent;
  let exposed: readonly Name[];
  /** What the agent does while it loads the session. */
  let whileLoading: (sessionId: string) => Promise<void>;

  beforeEach(async () => {
    const disk = await ModelDisk.make(await surroundings.directory());
    exposed = ['a', 'b'];
    whileLoading = () => Promise.resolve();
    agent = await InProcessAgent.start({
      takesAdditional: true,
      exposed: () => exposed.map((each) => disk.folder(each)),
      pin: (folder) => disk.pinned(folder),
      look: () => Promise.resolve(),
      whileLoading: (id) => whileLoading(id),
    });
    surroundings.onEnd(() => agent.run.stop());
  });

  const begun = async () => {
    const session = await agent.run.sessions?.begin();
    if (session === undefined) throw new Error('There is no session.');
    return session.id;
  };
  const load = (sessionId: string) => agent.run.sessions?.reopen({ way: 'load', sessionId, folders: 'all' });
  const runs = async (sessionId: string) => {
    const args = ['-e', 'setInterval(() => {}, 1000)'];
    await agent.client.request(methods.client.terminal.create, {
      sessionId,
      command: process.execPath,
      args,
    });
  };

  it('end once it is open', async () => {
    const id = await begun();
    await runs(id);
    const pids = [...agent.programs];
    await load(id);
    equal(pids.length, 1);
    await gone(pids);
  });

  it('end with the agent, though it is neither open nor not', async () => {
    const id = await begun();
    await runs(id);
    const pids = [...agent.programs];
    whileLoading = async () => {
      await agent.run.stop();
    };
    await rejects(async () => load(id), /it ended before it answered/);
    equal(pids.length, 1);
    await gone(pids);
  });

  it('end with the folder in which they run, though it is neither open nor not', async () => {
    const id = await begun();
    await runs(id);
    const pids = [...agent.programs];
    whileLoading = async () => {
      exposed = ['b'];
      agent.run.refresh();
      await gone(pids);
    };
    await load(id);
    equal(pids.length, 1);
  });

  it('end where it is not opened in the end, and those from before go on', async () => {
    const id = await begun();
    await runs(id);
    const before = [...agent.programs];
    let meanwhile: readonly number[] = [];
    whileLoading = async () => {
      await runs(id);
      meanwhile = [...agent.programs].filter((pid) => !before.includes(pid));
      throw RequestError.invalidParams();
    };
    await rejects(async () => load(id), /did not carry out "session\/load"/);
    equal(meanwhile.length, 1);
    await gone(meanwhile);
    deepEqual([...agent.programs], before);
  });

  it('belong to one that takes no turn, is not closed and not opened once more until then', async () => {
    const id = await begun();
    const busy = { message: 'The session is in the middle of a turn. Wait, or stop it.' };
    whileLoading = async () => {
      const { sessions } = agent.run;
      await rejects(async () => sessions?.prompt(id, 'hello'), busy);
      await rejects(async () => sessions?.close(id), busy);
      await rejects(async () => sessions?.reopen({ way: 'resume', sessionId: id, folders: 'all' }), busy);
    };
    await load(id);
    deepEqual(agent.prompts, []);
  });

  it('are those of the session from before where it is not opened, and of none where it was closed', async () => {
    const id = await begun();
    const { sessions } = agent.run;
    const before = sessions?.byId(id);
    whileLoading = () => Promise.reject(RequestError.invalidParams());
    await rejects(async () => load(id));
    equal(sessions?.byId(id), before);
    deepEqual(before?.sentInVain, before?.told);
    await runs(id);
    const pids = [...agent.programs];
    equal(pids.length, 1);
    await sessions?.close(id);
    await gone(pids);
    await rejects(async () => load(id));
    equal(sessions?.byId(id), undefined);
  });
});
