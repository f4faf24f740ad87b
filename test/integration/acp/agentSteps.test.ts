import { deepEqual, equal, rejects } from 'node:assert/strict';
import { refusePermission, type AskPermission } from '../../../src/core/acp/permission';
import { noOpenTexts, type OpenTexts } from '../../../src/node/acp/openTexts';
import { gone } from '../../acceptance/processes';
import { Surroundings } from '../../unit/stores/surroundings';
import { InProcessAgent } from './inProcessAgent';
import { ModelDisk } from './modelDisk';
import { plain, StartedAgent, type Plan } from './startedAgent';

/** Everything that an agent is asked once it runs, and how it comes to that. */
const steps: Readonly<Record<string, (started: StartedAgent) => Promise<unknown>>> = {
  'session/new': ({ agent }) => agent.sessions.begin(),
  'session/prompt': async (started) => started.turn(await session(started), {}),
  'session/load': async (started) => reopen(started, 'load'),
  'session/resume': async (started) => reopen(started, 'resume'),
  'session/list': ({ agent }) => agent.sessions.list(),
  'session/close': async (started) => started.agent.sessions.close(await session(started)),
};

async function session({ agent }: StartedAgent): Promise<string> {
  return (await agent.sessions.begin()).id;
}

async function reopen(started: StartedAgent, way: 'load' | 'resume'): Promise<unknown> {
  const sessionId = await session(started);
  return started.agent.sessions.reopen({ way, sessionId, folders: 'all' });
}

describe('An agent, wherever it is when it fails', function () {
  this.timeout(60_000);
  const surroundings = new Surroundings();

  const startPlain = (plan: Plan, ...more: [object?, Parameters<typeof StartedAgent.start>[2]?]) =>
    StartedAgent.start(surroundings, plain(plan, more[0]), more[1]);
  const did = (method: string, why: string) => ({
    message: `"claude" did not carry out "${method}": ${why}.`,
  });
  const ended = 'It ended: exited with code 9.';

  describe('dies, which is said, and nothing of it is left:', () => {
    for (const step of ['start', 'initialize']) {
      it(`at ${step}`, async () => {
        const started = await startPlain({ [step]: 9 });
        const why = 'It ended before it was initialised: exited with code 9.';
        deepEqual(await started.end(), { kind: 'failed', why });
        await rejects(async () => started.agent.sessions.begin(), {
          message: '"claude" does not run. Start it first.',
        });
      });
    }

    for (const [method, act] of Object.entries(steps)) {
      it(`at ${method}`, async () => {
        const started = await startPlain({ [method]: 9 });
        await rejects(act(started), did(method, 'it ended before it answered'));
        deepEqual(await started.end(), { kind: 'failed', why: ended });
      });
    }

    it('in the middle of a turn, of which what it said before is kept', async () => {
      const started = await startPlain({});
      const id = await session(started);
      const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'half' } };
      const write = [{ method: 'session/update', params: { sessionId: id, update } }, { $exit: 9 }];
      await rejects(started.turn(id, { write }), did('session/prompt', 'it ended before it answered'));
      deepEqual(started.said, ['half']);
      deepEqual(await started.end(), { kind: 'failed', why: ended });
    });

    it('while a file is read for it', async () => {
      const [begun, over] = [latch(), latch()];
      const unsaved = async () => {
        begun.open();
        await over.opened;
        return 'unsaved';
      };
      const texts: OpenTexts = { ...noOpenTexts, unsaved };
      const started = await startPlain(
        {},
        {},
        { agents: { openTexts: texts, askPermission: refusePermission } },
      );
      const turn = asks(started, await session(started), 'fs/read_text_file', {
        path: `${started.app}/a.txt`,
      });
      const failed = rejects(turn, did('session/prompt', 'it ended before it answered'));
      await begun.opened;
      await killed(started);
      await failed;
      over.open();
      deepEqual(await started.end(), { kind: 'failed', why: 'It ended: ended by SIGKILL.' });
    });

    it('while the user is asked for permission, who is not asked any more then', async () => {
      const [asked, aborted] = [latch(), latch()];
      const askPermission: AskPermission = async (_, signal) => {
        signal.addEventListener('abort', aborted.open);
        asked.open();
        await aborted.opened;
        return { kind: 'cancelled' };
      };
      const started = await startPlain({}, {}, { agents: { openTexts: noOpenTexts, askPermission } });
      const turn = asks(started, await session(started), 'session/request_permission', permission);
      const failed = rejects(turn, did('session/prompt', 'it ended before it answered'));
      await asked.opened;
      await killed(started);
      await failed;
      await aborted.opened;
      await started.end();
    });

    it('with programs of its own that do not end when they are asked to', async () => {
      const started = await startPlain({});
      const [children] = await started.turn(await session(started), { write: [{ $children: 3 }] });
      equal((children as readonly number[]).length, 3);
      await rejects(started.turn(await session(started), { write: [{ $exit: 9 }] }));
      await started.end();
      await gone(children as readonly number[]);
    });
  });

  describe('is silent, which is waited for only so long:', () => {
    const soon = { timeouts: { initialize: 0.3 } };
    const silent = (seconds: string) => `it did not answer within ${seconds} seconds`;

    for (const step of ['start', 'initialize']) {
      it(`at ${step}`, async () => {
        const started = await startPlain({ [step]: null }, soon, { settings: shortGrace });
        const why = `"claude" did not carry out "initialize": ${silent('0.3')}.`;
        deepEqual(await started.end(), { kind: 'failed', why });
      });
    }

    for (const method of ['new', 'load', 'resume', 'list', 'close'] as const) {
      it(`at session/${method}, and it can be used all the same`, async () => {
        const disk = await ModelDisk.make(await surroundings.directory());
        const agent = await InProcessAgent.start({
          takesAdditional: true,
          exposed: () => [disk.folder('a')],
          pin: (folder) => disk.pinned(folder),
          look: () => Promise.resolve(),
          silentAt: `session/${method}`,
        });
        surroundings.onEnd(() => agent.run.stop());
        const { sessions } = agent.run;
        if (sessions === undefined) throw new Error('There are no sessions.');
        const { id } = method === 'new' ? { id: '' } : await sessions.begin();
        Object.assign(agent.timeouts, { request: 50, hardMaximum: 60 });
        const acts = {
          new: () => sessions.begin(),
          load: () => sessions.reopen({ way: 'load', sessionId: id, folders: 'all' }),
          resume: () => sessions.reopen({ way: 'resume', sessionId: id, folders: 'all' }),
          list: () => sessions.list(),
          close: () => sessions.close(id),
        };
        await rejects(acts[method], did(`session/${method}`, silent(method === 'load' ? '0.06' : '0.05')));
        Object.assign(agent.timeouts, { request: 60_000, hardMaximum: 60_000 });
        deepEqual(
          sessions.all.map((each) => each.id),
          method === 'new' || method === 'close' ? [] : [id],
        );
        if (method !== 'list') deepEqual(await sessions.list(), []);
        equal(agent.run.state.kind, 'running');
      });
    }

    it('in a turn, for as long as the user likes: its end is that of the agent', async () => {
      const started = await startPlain({});
      const id = await session(started);
      const turn = started.turn(id, { ends: false });
      await started.agent.sessions.cancel(id);
      equal(started.agent.sessions.byId(id)?.isBusy, true);
      const over = rejects(turn, did('session/prompt', 'it ended before it answered'));
      await started.agent.stop();
      await over;
      deepEqual(await started.end(), { kind: 'stopped' });
    });
  });
});

/** What an agent may ask, with only what matters here. */
const permission = {
  toolCall: { toolCallId: 't', title: 'T' },
  options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
};

function asks(started: StartedAgent, sessionId: string, method: string, params: object): Promise<unknown> {
  return started.turn(sessionId, {
    write: [{ id: 'q', method, params: { sessionId, ...params } }],
    answers: 1,
  });
}

async function killed({ pids }: StartedAgent): Promise<void> {
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await gone(pids);
}

/** A program that does not even hear that its input ends is not waited for. */
const shortGrace = () => ({
  timeouts: { initialize: 10_000, request: 10_000, hardMaximum: 20_000 },
  grace: { closeStdinMs: 200, termMs: 500 },
  idleAfter: 0,
  messageLimit: 1024 * 1024,
});

/** A promise, and what settles it. */
function latch(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}
