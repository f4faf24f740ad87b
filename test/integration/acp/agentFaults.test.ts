import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import {
  refusePermission,
  type PermissionAnswer,
  type PermissionQuestion,
} from '../../../src/core/acp/permission';
import { PendingQuestions } from '../../../src/core/acp/pendingQuestions';
import type { RealPath } from '../../../src/core/roots/realPath';
import type { AgentUpdate } from '../../../src/node/acp/agentQuestions';
import type { ManagedAgent } from '../../../src/node/acp/managedAgent';
import { noOpenTexts } from '../../../src/node/acp/openTexts';
import { recordUri } from '../../../src/node/folders/folderUri';
import type { Host, HostOptions } from '../../../src/node/host/host';
import { gone } from '../../acceptance/processes';
import { scripted } from '../../acceptance/agents';
import { Surroundings } from '../../unit/stores/surroundings';
import { StartedAgent } from './startedAgent';

describe('An agent that runs', function () {
  this.timeout(60_000);
  const surroundings = new Surroundings();
  /** The one that was made last, with its host and its folder. */
  let made: StartedAgent;
  let host: Host;
  let app: RealPath;

  async function agentWith(
    switches: readonly string[],
    more: object = {},
    options: Pick<HostOptions, 'agents'> = {},
  ): Promise<ManagedAgent> {
    made = await StartedAgent.make(surroundings, scripted(more, ...switches), options);
    ({ host, app } = made);
    return made.agent;
  }

  const started = async (...given: Parameters<typeof agentWith>) => {
    const agent = await agentWith(...given);
    await agent.start();
    return agent;
  };

  it('is in its record from its start to its end, and nothing of it is left', async () => {
    const agent = await started([]);
    equal(agent.state.kind, 'running');
    await agent.sessions.begin();
    await agent.stop();
    deepEqual(agent.state, { kind: 'stopped' });
    await gone(made.pids);
    deepEqual(made.events, ['approved', 'decided', 'spawned', 'initialised', 'session', 'exited']);
    await rejects(async () => agent.sessions.begin(), { message: '"claude" does not run. Start it first.' });
  });

  it('has failed, with what it said last, when it dies before it is initialised', async () => {
    // Whoever started it is told at once: the state is there when the start is over.
    const { state } = await started(['die-at=initialize']);
    const why = 'It ended before it was initialised: exited with code 3; last lines: scripted agent is up.';
    deepEqual(state, { kind: 'failed', why });
  });

  it('is stopped by itself when it ends without a fault', async () => {
    const agent = await started([]);
    const { id } = await agent.sessions.begin();
    await rejects(agent.sessions.prompt(id, 'exit 0'));
    deepEqual(await made.end(), { kind: 'stopped by the server' });
  });

  it('is not used when it speaks another version', async () => {
    const why = '"claude" did not carry out "initialize": it speaks version 2 of ACP; version 1 is needed.';
    await started(['version=2']);
    deepEqual(await made.end(), { kind: 'failed', why });
  });

  it('may greet with a banner, and tell of a session before the answer that opens it', async () => {
    const agent = await agentWith(['banner', 'early-update']);
    const updates: AgentUpdate[] = [];
    surroundings.add(agent.onDidUpdate((update) => updates.push(update)));
    await agent.start();
    const { id } = await agent.sessions.begin();
    deepEqual(
      updates.map(({ sessionId, update }) => [sessionId, update.sessionUpdate]),
      [[id, 'agent_message_chunk']],
    );
  });

  it('has no session whose name is no text, or that of another one', async () => {
    const agent = await started(['number-as-id']);
    await rejects(agent.sessions.begin(), {
      message:
        '"claude" did not carry out "session/new": its answer to "session/new" is malformed at "sessionId".',
    });
    deepEqual(agent.sessions.all, []);
    const same = await started(['same-id']);
    await same.sessions.begin();
    await rejects(same.sessions.begin(), {
      message: '"claude" gave a new session the name of another one. Start it again.',
    });
    equal(same.sessions.all.length, 1);
  });

  it('takes one turn at a time, which ends when it is cancelled, and no other list in the middle of it', async () => {
    const agent = await started([]);
    const { id } = await agent.sessions.begin();
    const turn = agent.sessions.prompt(id, 'hang');
    equal(agent.sessions.byId(id)?.isBusy, true);
    const busy = { message: 'The session is in the middle of a turn. Wait, or stop it.' };
    await rejects(agent.sessions.prompt(id, 'heard'), busy);
    await rejects(agent.sessions.reopen({ way: 'load', sessionId: id, folders: 'all' }), busy);
    // It hears of the end only once it has heard of the beginning.
    const cancelling = setInterval(() => void agent.sessions.cancel(id), 50);
    try {
      equal(await turn, 'end_turn');
    } finally {
      clearInterval(cancelling);
    }
    equal(agent.sessions.byId(id)?.isBusy, false);
  });

  it('forgets a session that is closed', async () => {
    const agent = await started([]);
    const { id } = await agent.sessions.begin();
    await agent.sessions.close(id);
    await rejects(agent.sessions.prompt(id, 'heard'), { message: `"claude" has no open session "${id}".` });
  });

  it('does not run once it is stopped, however early', async () => {
    const agent = await agentWith([]);
    const starting = agent.start();
    await agent.stop();
    await starting;
    deepEqual(agent.state, { kind: 'stopped' });
    await gone(made.pids);
  });

  it('ends with its approval, and with the trust in the workspace', async () => {
    const agent = await started([]);
    if (agent.prepared !== undefined) await host.consent.approvals.takeBack(agent.prepared);
    deepEqual(await made.end(), { kind: 'stopped', why: 'its definition is not approved' });
    await rejects(agent.start(), /its definition was not approved yet/);
    await started([]);
    host.consent.sharingState.turn({ trusted: false });
    deepEqual(await made.end(), { kind: 'stopped', why: 'this workspace is not trusted' });
  });

  it('works itself in none of the folders that it may see, and finds no program there', async () => {
    const out = path.join(await surroundings.directory(), 'out');
    const code = `fs.writeFileSync(process.argv[1], JSON.stringify([process.cwd(), process.env.PATH]))`;
    const args = ['-e', code, out];
    made = await StartedAgent.make(surroundings, { command: process.execPath, args });
    const bin = path.join(made.app, 'node_modules', '.bin');
    const before = process.env['PATH'] ?? '';
    process.env['PATH'] = [bin, before].join(path.delimiter);
    try {
      await made.agent.start();
    } finally {
      process.env['PATH'] = before;
    }
    const [spawned] = made.host.supervisor.disclosures
      .of('agent user/claude')
      .flatMap(({ what }) => (what.event === 'spawned' ? what : []));
    deepEqual(spawned?.told, []);
    deepEqual(JSON.parse(await readFile(out, 'utf8')), [spawned.cwd, before]);
    equal(path.relative(made.app, spawned.cwd).startsWith('..'), true);
    deepEqual(await readdir(spawned.cwd), []);
  });

  it('works in the folder that its definition names, once that is granted', async () => {
    made = await StartedAgent.make(surroundings, scripted({ cwd: '${workspaceFolder}' }));
    ({ host, app } = made);
    await made.agent.start();
    deepEqual(
      host.supervisor.disclosures
        .of('agent user/claude')
        .flatMap(({ what }) => (what.event === 'spawned' ? [what.cwd, what.told] : [])),
      [app, [recordUri(app)]],
    );
  });

  it('goes on when a folder is withdrawn that only its sessions had', async () => {
    const agent = await started([]);
    if (agent.fingerprint !== undefined)
      await host.consent.ledger.withdraw([{ server: agent.fingerprint, folder: app }]);
    deepEqual([agent.exposed, agent.state.kind], [[], 'running']);
    await agent.stop();
    const told = host.supervisor.disclosures
      .of('agent user/claude')
      .flatMap(({ what }) => (what.event === 'spawned' ? what.told : []));
    deepEqual(told, []);
  });

  it('ends when a folder is withdrawn that its own launch names', async () => {
    const agent = await agentWith([], { env: { ROOT: '${mcpPrimaryRoot}' } });
    await agent.start();
    deepEqual(
      host.supervisor.disclosures
        .of('agent user/claude')
        .flatMap(({ what }) => (what.event === 'spawned' ? what.told : [])),
      [recordUri(app)],
    );
    if (agent.fingerprint !== undefined)
      await host.consent.ledger.withdraw([{ server: agent.fingerprint, folder: app }]);
    deepEqual(await made.end(), {
      kind: 'stopped',
      why: 'the folders that its launch names are others now',
    });
  });

  it('has programs run where somebody can be asked, in its session’s folders, until it ends', async () => {
    const agents = { openTexts: noOpenTexts, askPermission: refusePermission };
    const asked: string[] = [];
    const agent = await started(
      [],
      {},
      {
        agents: {
          ...agents,
          askCommand: async ({ agent: name, cwd }) => {
            asked.push(`${name} in ${cwd}`);
            return 'session';
          },
        },
      },
    );
    const said: string[] = [];
    surroundings.add(agent.onDidUpdate(({ update }) => said.push(textOf(update))));
    const { id } = await agent.sessions.begin();
    const run = { command: process.execPath, args: ['-e', 'console.log(process.cwd())'] };
    await agent.sessions.prompt(id, `run ${JSON.stringify(run)}`);
    const output = { output: `${app}\n`, truncated: false, exitStatus: { exitCode: 0, signal: null } };
    deepEqual(
      said.map((each) => JSON.parse(each) as object),
      [output],
    );
    deepEqual(asked, [`claude in ${app}`]);

    const other = await started([], {}, { agents });
    surroundings.add(other.onDidUpdate(({ update }) => said.push(textOf(update))));
    await other.sessions.prompt((await other.sessions.begin()).id, `run ${JSON.stringify(run)}`);
    match(said.at(-1) ?? '', /-32601/);
  });

  describe('asks the user', () => {
    const permit = async (
      answer: PermissionAnswer,
      meanwhile: () => Promise<void> = () => Promise.resolve(),
    ) => {
      const asked: unknown[] = [];
      const agent = await started(
        [],
        {},
        {
          agents: {
            openTexts: noOpenTexts,
            askPermission: async ({ agent: name, title, places, options }) => {
              asked.push({ name, title, places, options: options.map((each) => each.name) });
              await meanwhile();
              return answer;
            },
          },
        },
      );
      const said: unknown[] = [];
      surroundings.add(agent.onDidUpdate(({ update }) => said.push(update['content'])));
      const { id } = await agent.sessions.begin();
      await symlink('/etc/passwd', path.join(app, 'link'));
      const paths = [path.join(app, 'a.txt'), '/etc/passwd\u202e', path.join(app, 'link'), 'a.txt'];
      await agent.sessions.prompt(id, `permission ${JSON.stringify({ paths })}`);
      return { asked, said };
    };

    it('with where each path really lies, and hears what was chosen', async () => {
      const { asked, said } = await permit({ kind: 'selected', optionId: 'yes' });
      const places = [
        { given: '/etc/passwd\\u202e', realPath: '/etc/passwd\u202e', root: undefined },
        { given: path.join(app, 'link'), realPath: '/etc/passwd', root: undefined },
        { given: 'a.txt', realPath: undefined, root: undefined },
        { given: path.join(app, 'a.txt'), realPath: path.join(app, 'a.txt'), root: app },
      ];
      deepEqual(asked, [{ name: 'claude', title: 'Run it', places, options: ['Yes', 'No'] }]);
      deepEqual(said, [{ type: 'text', text: '"yes"' }]);
    });

    it('in vain when the working directory is withdrawn before the answer', async () => {
      const { said } = await permit({ kind: 'selected', optionId: 'yes' }, async () => {
        await host.consent.sharing.set(false);
      });
      deepEqual(said, [{ type: 'text', text: '"cancelled"' }]);
    });

    it('no longer than the turn goes on: whoever cancels it has answered', async () => {
      const desk = new PendingQuestions<PermissionQuestion, PermissionAnswer>({ kind: 'cancelled' });
      const agents = { openTexts: noOpenTexts, askPermission: desk.ask };
      const agent = await started([], {}, { agents });
      const said: string[] = [];
      surroundings.add(agent.onDidUpdate(({ update }) => said.push(textOf(update))));
      const { id } = await agent.sessions.begin();
      const asked = new Promise<void>((resolve) => surroundings.add(desk.onDidChange(resolve)));
      const turn = agent.sessions.prompt(id, `permission ${JSON.stringify({ paths: [] })}`);
      await asked;
      const [open] = desk.open;
      deepEqual([open?.question.sessionId, open?.question.cwd, open?.question.toolCallId], [id, app, 't']);
      await agent.sessions.cancel(id);
      await turn;
      deepEqual(said, ['"cancelled"']);
      deepEqual(desk.open, []);
    });
  });
});

function textOf({ content }: AgentUpdate['update']): string {
  return typeof content === 'object' && content !== null && 'text' in content ? String(content.text) : '';
}
