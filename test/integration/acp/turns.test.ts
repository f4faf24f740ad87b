import { deepEqual, equal, rejects } from 'node:assert/strict';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAgents } from '../../../src/core/acp/parseAgents';
import type { PermissionAnswer, PermissionQuestion } from '../../../src/core/acp/permission';
import type { PromptPart } from '../../../src/core/acp/conversation/promptBlock';
import { PendingQuestions } from '../../../src/core/acp/pendingQuestions';
import { asRealPath, type RealPath } from '../../../src/core/roots/realPath';
import type { AgentSession } from '../../../src/node/acp/agentSession';
import type { ManagedAgent } from '../../../src/node/acp/managedAgent';
import { noOpenTexts } from '../../../src/node/acp/openTexts';
import type { Host, HostOptions } from '../../../src/node/host/host';
import { scripted } from '../../acceptance/agents';
import { openFixtureHost } from '../servers/fixtureHost';
import { Surroundings } from '../../unit/stores/surroundings';

describe('A turn of a session', function () {
  this.timeout(60_000);
  const surroundings = new Surroundings();
  let host: Host;
  let agent: ManagedAgent;
  let session: AgentSession;
  let app: RealPath;
  let docs: RealPath;
  let outside: string;

  /** A session of the scripted agent in the folders `app` and `docs`, beside which lies another. */
  async function begin(switches: readonly string[] = [], options: Pick<HostOptions, 'agents'> = {}) {
    const top = await surroundings.directory();
    app = asRealPath(path.join(top, 'app'));
    outside = path.join(top, 'outside', 'secret.txt');
    docs = asRealPath(path.join(top, 'docs'));
    await mkdir(app);
    await mkdir(docs);
    await mkdir(path.dirname(outside));
    await writeFile(path.join(app, 'a.txt'), 'one\ntwo\n');
    await writeFile(outside, 'S');
    await symlink(outside, path.join(app, 'link.txt'));
    host = await openFixtureHost(surroundings, undefined, options);
    await host.setFolders(
      [app, docs].map((folder) => ({
        uri: `file://${folder}`,
        path: folder,
        name: path.basename(folder),
        origin: 'workspace',
      })),
    );
    await host.supervisor.agents.configure(
      parseAgents({ claude: scripted({}, ...switches) }, { kind: 'user' }),
    );
    const [first] = host.supervisor.agents.all;
    if (first?.prepared === undefined) throw new Error('No agent.');
    agent = first;
    await host.consent.approvals.approve(first.prepared);
    await decide('allow', app, docs);
    await agent.start();
    session = await agent.sessions.begin();
  }

  const decide = async (verdict: 'allow' | 'deny', ...folders: readonly RealPath[]) => {
    const server = agent.prepared?.fingerprint;
    if (server === undefined) throw new Error('The definition is not prepared.');
    await host.consent.ledger.decide(
      folders.map((folder) => ({ server, folder, verdict })),
      'session',
    );
  };

  /** The blocks that came to the agent with this message. */
  async function sent(...parts: readonly PromptPart[]): Promise<unknown> {
    const hasText = parts.some(({ kind }) => kind === 'text');
    const blocks: PromptPart = { kind: 'text', text: 'blocks' };
    await agent.sessions.prompt(session.id, hasText ? parts : [blocks, ...parts]);
    const said = session.conversation.entries.findLast((each) => each.kind === 'text' && each.by === 'agent');
    return said?.kind === 'text'
      ? (JSON.parse(said.text) as readonly unknown[]).slice(hasText ? 0 : 1)
      : undefined;
  }
  const notes = () =>
    session.conversation.entries.flatMap((entry) => (entry.kind === 'note' ? entry.text : []));
  const uri = (file: string) => pathToFileURL(file).href;
  const at = (name: string) => path.join(app, name);

  it('names the files that the user attaches, and lines of them, to an agent that takes no more', async () => {
    await begin();
    const selection = { first: 2, last: 2, from: 0, to: 3 };
    deepEqual(
      await sent(
        { kind: 'file', path: at('a.txt') },
        { kind: 'file', path: at('a.txt'), selection },
        { kind: 'file', path: app },
        { kind: 'image', mimeType: 'image/png', data: 'aa==' },
      ),
      [
        { type: 'resource_link', name: 'a.txt', uri: uri(at('a.txt')) },
        { type: 'resource_link', name: 'a.txt (lines 2 to 2)', uri: `${uri(at('a.txt'))}#L2:2` },
        { type: 'resource_link', name: 'app', uri: uri(app) },
      ],
    );
    deepEqual(notes(), ['Not sent: an image, since this agent takes no images.']);
  });

  it('carries texts, as the user has them open, and images where the agent takes them', async () => {
    const openTexts = { ...noOpenTexts, unsaved: () => Promise.resolve('not saved') };
    await begin(['embeds', 'images'], {
      agents: { openTexts, askPermission: () => Promise.resolve({ kind: 'cancelled' }) },
    });
    const selection = { first: 1, last: 1, from: 4, to: 9 };
    deepEqual(
      await sent(
        { kind: 'file', path: at('a.txt') },
        { kind: 'file', path: at('a.txt'), selection },
        { kind: 'image', mimeType: 'image/png', data: 'aa==' },
      ),
      [
        { type: 'resource', resource: { uri: uri(at('a.txt')), text: 'not saved' } },
        { type: 'resource', resource: { uri: `${uri(at('a.txt'))}#L1:1`, text: 'saved' } },
        { type: 'image', mimeType: 'image/png', data: 'aa==' },
      ],
    );
    deepEqual(notes(), []);
  });

  it('carries nothing of a file outside, neither its path nor its text nor its name, and says so', async () => {
    await begin(['embeds', 'images']);
    const why = 'which does not lie in a folder of this session.';
    const link = at('link.txt');
    deepEqual(
      await sent(
        { kind: 'text', text: `blocks see #file:secret.txt and ${link}` },
        { kind: 'file', path: outside, mention: '#file:secret.txt' },
        { kind: 'file', path: link, selection: { first: 1, last: 1, from: 0, to: 1 } },
        { kind: 'file', path: at('none.txt') },
        { kind: 'file', path: 'a.txt' },
        { kind: 'elsewhere', given: 'vscode-vfs://github/x', mention: '#x' },
      ),
      [{ type: 'text', text: 'blocks see [not sent] and [not sent]' }],
    );
    deepEqual(notes(), [
      `Not sent: ${outside}, ${why}`,
      `Not sent: ${link}, ${why}`,
      `Not sent: ${at('none.txt')}, ${why}`,
      `Not sent: a.txt, ${why}`,
      'Not sent: vscode-vfs://github/x, which is no file of this machine.',
    ]);
  });

  it('carries of a selection what lies there once its path is judged, in the file that the address means', async () => {
    await begin(['embeds']);
    await writeFile(at('turns.txt'), 'first\r\nsecond\r\n');
    const file = { kind: 'file', path: at('turns.txt') } as const;
    const range = { first: 1, last: 2, from: 2, to: 3 };
    const beyond = { first: 3, last: 4, from: 0, to: 0 };
    deepEqual(await sent({ ...file, selection: range }, { ...file, selection: beyond }), [
      { type: 'resource', resource: { uri: `${uri(file.path)}#L1:2`, text: 'rst\r\nsec' } },
      { type: 'resource_link', name: 'turns.txt (lines 3 to 4)', uri: `${uri(file.path)}#L3:4` },
    ]);
    await rm(file.path);
    await symlink(at('a.txt'), file.path);
    deepEqual(await sent({ ...file, selection: range }), [
      { type: 'resource', resource: { uri: `${uri(at('a.txt'))}#L1:2`, text: 'e\ntwo' } },
    ]);
    deepEqual(notes(), []);
  });

  it('carries nothing of a folder that is withdrawn while it is read', async () => {
    let reading: () => void = () => {};
    let release: () => void = () => {};
    const unsaved = () => {
      reading();
      return new Promise<undefined>((resolve) => (release = () => resolve(undefined)));
    };
    await begin(['embeds'], {
      agents: {
        openTexts: { ...noOpenTexts, unsaved },
        askPermission: () => Promise.resolve({ kind: 'cancelled' }),
      },
    });
    const withdrawn = async (folder: RealPath, turn: () => Promise<unknown>) => {
      const isRead = new Promise<void>((resolve) => (reading = resolve));
      const ended = turn();
      await isRead;
      await decide('deny', folder);
      release();
      return ended;
    };
    const inDocs = path.join(docs, 'b.txt');
    await writeFile(inDocs, 'D');
    deepEqual(await withdrawn(docs, () => sent({ kind: 'file', path: inDocs })), []);
    deepEqual(notes(), [`Not sent: ${inDocs}, which does not lie in a folder of this session.`]);
    const { length } = session.conversation.entries;
    await withdrawn(app, () =>
      rejects(
        agent.sessions.prompt(session.id, [{ kind: 'file', path: at('a.txt') }]),
        /^UserError: The session does not go on: its working directory /,
      ),
    );
    equal(session.conversation.entries.length, length);
  });

  it('does not go on without the working directory, also where another folder is left', async () => {
    const desk = new PendingQuestions<PermissionQuestion, PermissionAnswer>({ kind: 'cancelled' });
    let questions = 0;
    let asked: () => void = () => {};
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    const askPermission: typeof desk.ask = (question, signal) => {
      questions += 1;
      asked();
      return desk.ask(question, signal);
    };
    await begin([], { agents: { openTexts: noOpenTexts, askPermission } });
    const question = `permission ${JSON.stringify({ paths: [docs] })}`;
    const turn = agent.sessions.prompt(session.id, `${question}\n${question}`);
    await isAsked;
    await decide('deny', app);
    await turn;
    equal(questions, 1);
    deepEqual(
      session.conversation.entries.flatMap((each) =>
        each.kind === 'text' && each.by === 'agent' ? each.text : [],
      ),
      ['"cancelled""cancelled"'],
    );
    await rejects(
      agent.sessions.prompt(session.id, 'blocks'),
      /^UserError: The session does not go on: its working directory /,
    );
  });

  it('belongs to a session that begins with what lies there at that moment', async () => {
    await begin();
    deepEqual(session.told.additional, [docs]);
    await rename(docs, `${docs} before`);
    await symlink(path.dirname(outside), docs);
    const { told } = await agent.sessions.begin();
    deepEqual([told.cwd, told.additional], [app, []]);
  });

  it('is in the conversation as it came, and again after a load, and stays over a resume', async () => {
    await begin(['embeds']);
    const short = () =>
      agent.sessions
        .byId(session.id)
        ?.conversation.entries.map((entry) => (entry.kind === 'text' ? [entry.by, entry.text] : entry.kind));
    const asked = `disk ${JSON.stringify({ path: at('a.txt') })}`;
    await agent.sessions.prompt(session.id, asked);
    const all = [
      ['user', asked],
      ['agent', JSON.stringify('one\ntwo\n')],
    ];
    deepEqual(short(), all);
    await agent.sessions.reopen({ way: 'resume', sessionId: session.id, folders: 'as before' });
    deepEqual(short(), all);
    await agent.sessions.reopen({ way: 'load', sessionId: session.id, folders: 'as before' });
    deepEqual(short(), all);
  });

  it('has what the agent told before the answer that opens it, and what can be set', async () => {
    await begin(['early-update', 'settings']);
    const { entries, settings } = session.conversation;
    deepEqual(
      entries.map((entry) => entry.kind === 'text' && entry.text),
      ['before the answer'],
    );
    deepEqual(
      settings.commands.map(({ name, hint }) => [name, hint]),
      [
        ['review', 'what to look at'],
        ['heard', undefined],
      ],
    );
    equal(settings.modes?.current, 'ask');
    await agent.sessions.setMode(session.id, 'code');
    await agent.sessions.setOption(session.id, 'web', true);
    await agent.sessions.setOption(session.id, 'model', 'large');
    equal(session.conversation.settings.modes?.current, 'code');
    deepEqual(
      session.conversation.settings.options.map(({ id, current }) => [id, current]),
      [
        ['model', 'large'],
        ['web', true],
      ],
    );
  });

  it('has all of many thousand updates, in order, before it is over', async () => {
    await begin();
    await agent.sessions.prompt(session.id, 'many 5000');
    const said = session.conversation.entries.at(-1);
    const numbers = Array.from({ length: 5000 }, (_, index) => `${index} `).join('');
    equal(said?.kind === 'text' && said.text, `${numbers}"said"`);
  });

  it('says why it ended', async () => {
    await begin();
    equal(await agent.sessions.prompt(session.id, 'stop refusal'), 'refusal');
    deepEqual(notes(), [
      'The agent refuses to go on. It does not keep this message and what followed it; write another one.',
    ]);
  });

  it('is answered by nobody any more once it is stopped, and takes what is still told', async () => {
    const desk = new PendingQuestions<PermissionQuestion, PermissionAnswer>({ kind: 'cancelled' });
    const isAsked = new Promise<void>((resolve) => {
      desk.onDidChange(resolve);
    });
    await begin([], {
      agents: {
        openTexts: noOpenTexts,
        askPermission: desk.ask,
      },
    });
    const turn = agent.sessions.prompt(session.id, `permission ${JSON.stringify({ paths: [at('a.txt')] })}`);
    await isAsked;
    deepEqual(session.conversation.tool('t')?.state, 'pending');
    await agent.sessions.cancel(session.id);
    equal(session.conversation.tool('t')?.state, 'cancelled');
    equal(await turn, 'end_turn');
    const last = session.conversation.entries.at(-1);
    deepEqual(last?.kind === 'text' && last.text, '"cancelled"');
  });

  describe('in which the user is asked', () => {
    const asked: PermissionQuestion[] = [];
    beforeEach(() => asked.splice(0));

    /** Begins a session whose user says yes, once this is done. */
    const beginYes = (meanwhile: () => Promise<unknown> = () => Promise.resolve()) =>
      begin([], {
        agents: {
          openTexts: noOpenTexts,
          askPermission: async (question) => {
            asked.push(question);
            await meanwhile();
            return { kind: 'selected', optionId: 'yes' };
          },
        },
      });
    const line = (command: string, params: object) => `${command} ${JSON.stringify(params)}`;
    const answers = async (...lines: readonly string[]) => {
      await agent.sessions.prompt(session.id, lines.join('\n'));
      const said = session.conversation.entries.findLast(
        (each) => each.kind === 'text' && each.by === 'agent',
      );
      return said?.kind === 'text' ? said.text : undefined;
    };

    it('shows all that was told of the call before, with what lies outside first', async () => {
      await beginYes();
      const call = {
        sessionUpdate: 'tool_call',
        toolCallId: 'c',
        title: 'Change files',
        locations: [{ path: at('a.txt') }, { path: outside }],
        content: [{ type: 'diff', path: path.join(docs, 'b.txt'), newText: 'B' }],
      };
      equal(
        await answers(line('update', call), line('permission', { call: { toolCallId: 'c' } })),
        '"told""yes"',
      );
      deepEqual(
        asked.map(({ title, places, omissions }) => [title, places.map(({ given }) => given), omissions]),
        [['Change files', [outside, at('a.txt'), path.join(docs, 'b.txt')], []]],
      );
    });

    it('shows the paths of the changes that the question itself brings', async () => {
      await beginYes();
      const content = [{ type: 'diff', path: outside, newText: 'B' }];
      await answers(line('permission', { call: { toolCallId: 'c', title: 'Change it', content } }));
      deepEqual(
        asked.map(({ places }) => places.map(({ given, root }) => [given, root])),
        [[[outside, undefined]]],
      );
    });

    it('says what is not shown: the rest of the places, and of the title', async () => {
      await beginYes();
      const inside = (count: number) => Array.from({ length: count }, (_, index) => at(`${index}.txt`));
      await answers(
        line('permission', { paths: [...inside(29), outside] }),
        line('permission', { paths: [...inside(101), outside], title: 'x'.repeat(301) }),
      );
      deepEqual(
        asked.map(({ places, omissions }) => [places.length, places[0]?.given, omissions]),
        [
          [20, outside, ['And 10 more that are not shown. They lie in allowed folders.']],
          [
            20,
            at('0.txt'),
            [
              'What it asks for is longer than what is shown here.',
              'And 82 more that are not shown. They may lie outside every allowed folder.',
              'It may name more than that: a longer list is not kept.',
            ],
          ],
        ],
      );
    });

    it('takes no answer for a link that leads elsewhere since the user saw it', async () => {
      await beginYes(async () => {
        await rename(at('a.txt'), at('before.txt'));
        await symlink(outside, at('a.txt'));
      });
      equal(await answers(line('permission', { paths: [at('a.txt')] })), '"cancelled"');
      equal(asked.length, 1);
    });

    it('takes no answer for a folder that is withdrawn since the user saw it', async () => {
      await beginYes(() => decide('deny', docs));
      equal(await answers(line('permission', { paths: [docs] })), '"cancelled"');
      equal(asked.length, 1);
    });

    it('asks nothing when it is stopped while the places are looked at', async () => {
      await beginYes();
      const judge = session.judge.bind(session);
      session.judge = async (place) => {
        await agent.sessions.cancel(session.id);
        return judge(place);
      };
      equal(await answers(line('permission', { paths: [at('a.txt')] })), '"cancelled"');
      deepEqual(asked, []);
    });

    it('asks nothing once it was stopped, as long as it goes on', async () => {
      await beginYes(() => agent.sessions.cancel(session.id));
      const question = line('permission', { paths: [at('a.txt')] });
      equal(await answers(question, question), '"cancelled""cancelled"');
      equal(asked.length, 1);
    });
  });
});
