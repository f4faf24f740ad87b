import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import type { Log } from '../../../src/core/log';
import { displayText } from '../../../src/core/text';
import { Surroundings } from '../../unit/stores/surroundings';
import { plain, StartedAgent, type Plan } from './startedAgent';

interface Answer {
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

describe('An agent that sends what it should not', function () {
  this.timeout(60_000);
  const surroundings = new Surroundings();

  const startPlain = (plan: Plan, options: Parameters<typeof StartedAgent.start>[2] = {}) =>
    StartedAgent.start(surroundings, plain(plan), options);
  const begin = async (plan: Plan = {}, options: Parameters<typeof StartedAgent.start>[2] = {}) => {
    const started = await startPlain(plan, options);
    const { id } = await started.agent.sessions.begin();
    return { started, id, app: started.app };
  };
  const chunk = (text: string) => ({
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text },
  });
  const update = (params: unknown) => ({ method: 'session/update', params });
  const read = (id: unknown, path: string, sessionId: unknown = '$session') => ({
    id,
    method: 'fs/read_text_file',
    params: { sessionId, path },
  });
  /** What came back to each of these, in order. */
  const answersTo = async (started: StartedAgent, session: string, requests: readonly object[]) =>
    (await started.turn(session, { write: requests, answers: requests.length })) as readonly Answer[];
  const isSound = async (started: StartedAgent) => {
    const { id } = await started.agent.sessions.begin();
    // What came back to what was no message.
    await started.turn(id, {});
    const [answer] = await answersTo(started, id, [read(1, `${started.app}/a.txt`)]);
    deepEqual(answer?.result, { content: 'A' });
  };

  it('may say anything between its messages', async () => {
    const started = await startPlain({
      start: [
        'Welcome!\n',
        '\n',
        '{"half":\n',
        '[{"jsonrpc":"2.0"}]\n',
        '7\nnull\n"text"\n',
        '\u0000\u001b[31m\n',
      ],
    });
    equal(started.agent.state.kind, 'running');
    await isSound(started);
  });

  it('has failed with a line of 40 MB, also in the middle of a turn', async () => {
    const { started, id } = await begin();
    await rejects(started.turn(id, { write: [{ $long: 40 * 1024 * 1024 }] }), {
      message: '"claude" did not carry out "session/prompt": it ended before it answered.',
    });
    const why = 'It sent a message that is longer than 32 MiB.';
    deepEqual(await started.end(), { kind: 'failed', why });
  });

  it('is heard in the order in which it speaks, to the last word before a turn ends', async () => {
    const { started, id } = await begin();
    const words = Array.from({ length: 1000 }, (_, i) => i);
    const write = words.map((i) => update({ sessionId: id, update: chunk(String(i)) }));
    deepEqual(await started.turn(id, { write }), words);
  });

  it('is not heard where what it tells is malformed, or of a kind that nobody knows', async () => {
    const { started, id } = await begin();
    const bad = [
      { sessionId: id, update: { sessionUpdate: 'mind_reading', content: 1 } },
      { sessionId: id, update: { ...chunk('x'), content: 7 } },
      { sessionId: id, update: null },
      { sessionId: id },
      { sessionId: 7, update: chunk('x') },
      null,
      [],
      undefined,
    ];
    const write = [...bad.map(update), { method: 'session/unheard_of', params: { sessionId: id } }];
    deepEqual(
      await quietly(() =>
        started.turn(id, { write: [...write, update({ sessionId: id, update: chunk('1') })] }),
      ),
      [1],
    );
    equal(started.updates.length, 1);
    await isSound(started);
  });

  it('is answered by its ids, of whatever type they may be, and refused where they may not', async () => {
    const { started, id, app } = await begin();
    const file = `${app}/a.txt`;
    const ids = ['q', 'q', 0, -1, 1.5, '', null];
    const answers = await answersTo(
      started,
      id,
      ids.map((each) => read(each, file)),
    );
    deepEqual(
      answers.map((each) => JSON.stringify(each.id)).toSorted(),
      ids.map((each) => JSON.stringify(each)).toSorted(),
    );
    deepEqual(new Set(answers.map(({ result }) => JSON.stringify(result))), new Set(['{"content":"A"}']));
    const refused = await answersTo(
      started,
      id,
      [{}, true, [1]].map((each) => read(each, file)),
    );
    deepEqual(
      refused.map(({ id: of, error }) => [of, error?.code]),
      [
        [null, -32600],
        [null, -32600],
        [null, -32600],
      ],
    );
  });

  it('has no session by a name that is no text, or that it made up', async () => {
    const { started, id, app } = await begin();
    const names = [7, null, {}, '', 'nobody', '__proto__', `${id} `];
    const answers = await answersTo(
      started,
      id,
      names.map((name, i) => read(i, `${app}/a.txt`, name)),
    );
    deepEqual(
      answers.map(({ error }) => error?.code),
      names.map(() => -32602),
    );
    const early = await startPlain({
      'session/new': [read('early', '/etc/hostname', 'mine'), { id: '$id', result: { sessionId: 'mine' } }],
    });
    const { id: mine } = await early.agent.sessions.begin();
    deepEqual(await early.turn(mine, { answers: 1 }), [
      { jsonrpc: '2.0', id: 'early', error: { code: -32602, message: 'There is no such session.' } },
    ]);
  });

  it('may answer out of order, twice, and what nobody asked', async () => {
    const { started } = await begin({
      'session/new': [
        { id: '$id', result: { sessionId: 'one' } },
        { id: '$id', result: { sessionId: 'two' } },
      ],
      'session/prompt': [
        { id: 999, result: {} },
        { id: 'x', error: { code: 1, message: 'm' } },
        { id: '$id', result: { stopReason: 'end_turn' } },
      ],
    });
    await quietly(() => started.agent.sessions.prompt('one', '{}'));
    deepEqual(
      started.agent.sessions.all.map(({ id }) => id),
      ['one'],
    );

    const other = await startPlain({
      'session/new': [],
      // The requests before it had the ids 1 and 2.
      'session/list': [
        { id: 2, result: { sessionId: 'second' } },
        { id: 1, result: { sessionId: 'first' } },
        { id: '$id', result: { sessions: [] } },
      ],
    });
    const { sessions } = other.agent;
    // What is sent is in the record first, in the same turn.
    const sent = new Promise<void>((resolve) => {
      let count = 0;
      surroundings.add(
        other.host.supervisor.disclosures.onDidAdd(({ what }) => {
          if (what.event === 'session' && (count += 1) === 2) resolve();
        }),
      );
    });
    const [first, second] = [sessions.begin(), sessions.begin()];
    await sent;
    await sessions.list();
    deepEqual([(await first).id, (await second).id], ['first', 'second']);
  });

  it('has no session by an answer that comes too late', async () => {
    const started = await StartedAgent.start(
      surroundings,
      plain(
        {
          'session/new': [],
          'session/list': [
            { id: 1, result: { sessionId: 'late' } },
            read('q', '/etc/hostname', 'late'),
            { id: '$id', result: { sessions: [] } },
          ],
        },
        { timeouts: { request: 2 } },
      ),
    );
    await rejects(started.agent.sessions.begin(), /it did not answer within 2 seconds/);
    await started.agent.sessions.list();
    deepEqual(started.agent.sessions.all, []);
  });

  it('has no session by an answer that is none, which is said in words that are fit to be shown', async () => {
    const malformed = 'its answer to "session/new" is malformed';
    const long = `\u001b[31m\u202e${'x'.repeat(1000)}`;
    const answers: readonly (readonly [object, string])[] = [
      [{ result: null }, malformed],
      [{ result: 'text' }, malformed],
      [{ result: { sessionId: 7 } }, `${malformed} at "sessionId"`],
      [{ result: { sessionId: '' } }, `${malformed} at "sessionId"`],
      [{}, 'it says "Invalid request"'],
      [{ result: {}, error: { code: 1, message: 'm' } }, 'it says "Invalid request"'],
      [{ error: { code: 'x', message: 7 } }, 'it says "Invalid request"'],
      [{ error: { code: 1, message: 'no.', data: { details: 'why\u0007' } } }, 'it says "no" (why\\u0007)'],
      [{ error: { code: 1, message: long } }, `it says "${displayText(long, 300)}"`],
    ];
    for (const [answer, why] of answers) {
      const started = await startPlain({ 'session/new': [{ id: '$id', ...answer }] });
      await rejects(started.agent.sessions.begin(), {
        message: `"claude" did not carry out "session/new": ${why}.`,
      });
      deepEqual([started.agent.sessions.all, started.agent.state.kind], [[], 'running']);
      await started.agent.stop();
    }
  });

  it('reads nothing of what went wrong on this side', async () => {
    const secret = 'EACCES: permission denied, open /home/somebody/private/key';
    const fail = () => Promise.reject(new Error(secret));
    const { started, id, app } = await begin(
      {},
      {
        agents: {
          openTexts: { unsaved: fail, plan: fail },
          askPermission: fail,
          askCommand: fail,
        },
      },
    );
    const ask = (method: string, params: object) => ({
      id: method,
      method,
      params: { sessionId: id, ...params },
    });
    const answers = await answersTo(started, id, [
      ask('fs/read_text_file', { path: `${app}/a.txt` }),
      ask('fs/write_text_file', { path: `${app}/a.txt`, content: 'W' }),
      ask('fs/read_text_file', { path: 7 }),
      ask('fs/read_text_file', { path: `${app}/\u0000` }),
      ask('session/request_permission', {
        toolCall: { toolCallId: 't', locations: [{ path: '/home/somebody/private' }] },
        options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
      }),
      ask('terminal/create', { command: process.execPath }),
      ask('terminal/output', { terminalId: 'none' }),
      ask('unheard/of', {}),
    ]);
    const kinds = answers.map(({ id: of, result, error }) => [of, result ?? error?.code]);
    deepEqual(
      new Set(kinds.map((each) => JSON.stringify(each))),
      new Set(
        [
          ['fs/read_text_file', -32602],
          ['fs/write_text_file', -32602],
          ['session/request_permission', { outcome: { outcome: 'cancelled' } }],
          ['terminal/create', -32602],
          ['terminal/output', -32602],
          ['unheard/of', -32601],
        ].map((each) => JSON.stringify(each)),
      ),
    );
    ok(!JSON.stringify(answers).includes('somebody'), JSON.stringify(answers));
  });

  it('may fill its standard error, of which the log keeps what a reader can read', async () => {
    let lines = 0;
    const log: Log = { debug: () => {}, info: () => void (lines += 1), warn: () => {}, error: () => {} };
    const { started, id } = await begin({}, { log });
    await started.turn(id, { write: [{ $stderr: 16_000_000 }] });
    await isSound(started);
    await started.agent.stop();
    ok(lines > 0 && lines < 20_000, `${lines} of 200,000 lines were logged`);
  });

  it('is answered every question of a thousand at once', async () => {
    const { started, id, app } = await begin();
    const questions = Array.from({ length: 1000 }, (_, i) =>
      read(i, i % 2 === 0 ? `${app}/a.txt` : '/etc/hostname'),
    );
    const answers = await answersTo(started, id, questions);
    const byId = answers.toSorted((a, b) => Number(a.id) - Number(b.id));
    deepEqual(
      byId.map(({ result, error }) => result ?? error?.code),
      questions.map((_, i) => (i % 2 === 0 ? { content: 'A' } : -32602)),
    );
  });
});

/** The library tells the console of what it passes over: nothing that a test should show. */
async function quietly<T>(run: () => Promise<T>): Promise<T> {
  const { error } = console;
  console.error = () => {};
  try {
    return await run();
  } finally {
    console.error = error;
  }
}
