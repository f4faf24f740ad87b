import { deepEqual, ok } from 'node:assert/strict';
import { Conversation } from '../../../src/core/acp/conversation/conversation';
import { KeptIds } from '../../../src/core/acp/conversation/keptIds';
import { TerminalFace } from '../../../src/core/acp/conversation/terminalFace';
import { PendingQuestions } from '../../../src/core/acp/pendingQuestions';
import type { Fingerprint } from '../../../src/core/consent/decision';
import { noExposure } from '../../../src/core/consent/exposure';
import { LogFlood, serverLogLine } from '../../../src/core/features/serverLog';
import { ToolMemory } from '../../../src/core/servers/toolMemory';
import { envelopeOf } from '../../../src/core/session/envelope';
import { RootsSession } from '../../../src/core/session/rootsSession';
import { ToolCalls } from '../../../src/core/session/toolCalls';
import { EarlyUpdates } from '../../../src/node/acp/earlyUpdates';
import { OutputTail } from '../../../src/node/acp/outputTail';
import { ReadTexts } from '../../../src/node/acp/readTexts';
import type { RealPath } from '../../../src/core/roots/realPath';
import { ServerList } from '../../../src/node/session/serverList';
import { FakeClock } from '../../unit/consent/fakes';
import { heldAfter, mebibyte, parsed, textOf } from './held';

/**
 * Every store that a peer feeds is fed without end with what it was never given before. Each is offered several times
 * its ceiling, so that one that keeps what it is given cannot stay below.
 */
describe('What a peer makes this side hold', function () {
  this.timeout(120_000);

  describe('by listing tools', () => {
    const listing = (tools: readonly object[]) => parsed({ jsonrpc: '2.0', id: 1, result: { tools } });
    const changesOf = ({ changes }: ToolMemory) =>
      changes.reduce((sum, { before = '', now }) => sum + before.length + now.length, 0);

    it('is bounded where the tools are others each time', async () => {
      const memory = new ToolMemory();
      memory.follow('server' as Fingerprint);
      const held = await heldAfter(40, (round) => {
        const tools = Array.from({ length: 100 }, (_, i) => ({
          name: `t${round}-${i}`,
          description: textOf(round, 19_000),
        }));
        memory.take(listing(tools));
      });
      ok(held < 16 * mebibyte, `${held} bytes`);
      ok(memory.changes.length <= 101 && changesOf(memory) < 3_000_000);
    });

    it('is bounded where one tool has many names, and very long ones', async () => {
      const memory = new ToolMemory();
      memory.follow('server' as Fingerprint);
      const held = await heldAfter(50, (round) => {
        memory.take(listing(Array.from({ length: 2000 }, (_, i) => ({ name: `${round}-${i}` }))));
        memory.take(listing([{ name: textOf(round, mebibyte / 2) }]));
      });
      ok(held < 10 * mebibyte, `${held} bytes`);
    });

    it('is bounded where a tool is described otherwise each time, and somebody always looks', async () => {
      const memory = new ToolMemory();
      memory.follow('server' as Fingerprint);
      const held = await heldAfter(40, (round) => {
        memory.take(listing([{ name: 'a', description: textOf(round, mebibyte / 2) }]));
        memory.accept(memory.changes);
      });
      ok(held < mebibyte, `${held} bytes`);
      deepEqual(memory.changes, []);
    });
  });

  describe('by a conversation', () => {
    const said = (text: string, more: object = {}) => ({
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text },
      ...more,
    });
    /** How often, what, and how many bytes may be held afterwards. */
    const cases: Readonly<Record<string, readonly [number, (round: number) => object, number]>> = {
      'long ids of messages': [30, (round) => said('a', { messageId: textOf(round, mebibyte) }), mebibyte],
      'ids as long as they may be': [
        8000,
        (round) => said('a', { messageId: textOf(round, 1000) }),
        7 * mebibyte,
      ],
      'messages of which little is kept': [
        20,
        (round) => said(textOf(round, 4 * mebibyte), { messageId: `${round}` }),
        30 * mebibyte,
      ],
      'very many small messages': [30_000, (round) => said('a', { messageId: `${round}` }), 3 * mebibyte],
      'one message of very small pieces': [150_000, () => said('ab'), 1.5 * mebibyte],
      'calls of tools': [
        8000,
        (round) => ({
          sessionUpdate: 'tool_call',
          toolCallId: textOf(round, 1000),
          title: textOf(round, 1000),
          status: 'completed',
          locations: Array.from({ length: 5 }, (_, i) => ({ path: `/w/${i}` })),
        }),
        16 * mebibyte,
      ],
      'long calls of tools': [
        10,
        (round) => ({
          sessionUpdate: 'tool_call_update',
          toolCallId: `${round}`,
          content: Array.from({ length: 50 }, () => ({
            type: 'diff',
            path: '/w/a',
            newText: textOf(round, mebibyte / 4),
          })),
        }),
        40 * mebibyte,
      ],
      'what can be set': [
        10,
        (round) => ({
          sessionUpdate: 'config_option_update',
          configOptions: Array.from({ length: 300 }, (_, i) => ({
            type: 'select',
            id: textOf(i, 1000),
            name: textOf(round, 5000),
            currentValue: 'a',
            options: Array.from({ length: 20 }, (_each, j) => ({ value: textOf(j, 500), name: 'n' })),
          })),
        }),
        mebibyte,
      ],
    };
    for (const [what, [rounds, update, ceiling]] of Object.entries(cases)) {
      it(`is bounded: ${what}`, async () => {
        const [conversation, face] = [new Conversation(), new TerminalFace()];
        conversation.onDidChange((change) => void face.of(change));
        const take = (round: number) =>
          conversation.take(parsed(update(round)) as Parameters<Conversation['take']>[0]);
        const held = await heldAfter(rounds, take);
        ok(held < ceiling, `${held} bytes`);
        ok(conversation.weight <= 32 * mebibyte && conversation.entries.length <= 5000);
      });
    }

    it('ends nothing, however deep it is nested', () => {
      const nested = (depth: number, inside: string, around: (inner: string) => string) => {
        let text = inside;
        for (let i = 0; i < depth; i += 1) text = around(text);
        return text;
      };
      const option = (options: string) =>
        `{"type":"select","id":"a","name":"b","currentValue":"v","options":[${options}]}`;
      const groups = nested(5000, '{"value":"v","name":"n"}', (inner) => `{"name":"g","options":[${inner}]}`);
      const lists = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
      const conversation = new Conversation();
      for (const text of [
        `{"sessionUpdate":"config_option_update","configOptions":[${option(groups)}]}`,
        `{"sessionUpdate":"config_option_update","configOptions":${lists}}`,
        `{"sessionUpdate":"available_commands_update","availableCommands":${lists}}`,
        `{"sessionUpdate":"plan","entries":${lists}}`,
        `{"sessionUpdate":"tool_call","toolCallId":"t","content":${lists},"rawInput":${lists}}`,
        `{"sessionUpdate":"agent_message_chunk","content":${lists}}`,
        `{"sessionUpdate":"usage_update","used":1,"size":2,"cost":${lists}}`,
      ]) {
        conversation.take(JSON.parse(text) as Parameters<Conversation['take']>[0]);
      }
      ok(conversation.entries.length <= 2);
    });

    it('is bounded before there is a session', async () => {
      const early = new EarlyUpdates();
      await early.during(async () => {
        const held = await heldAfter(30, (round) =>
          early.add('s', parsed({ sessionUpdate: 'plan', entries: [textOf(round, 2 * mebibyte)] })),
        );
        ok(held < 20 * mebibyte, `${held} bytes`);
      });
    });

    it('is bounded where calls end without end', () => {
      const ids = new KeptIds();
      for (let id = 0; id < 100_000; id += 1) ids.add(id);
      deepEqual(
        [ids.size <= 10_000, ids.has(99_999), ids.has(95_001), ids.has(0)],
        [true, true, true, false],
      );
    });
  });

  describe('by questions', () => {
    it('is bounded: those of an agent wait only so many', async () => {
      const desk = new PendingQuestions<{ agent: string; sessionId: string; text: string }, string>('no');
      const answers: Promise<string>[] = [];
      const held = await heldAfter(500, (round) => {
        answers.push(
          desk.ask(
            { agent: 'a', sessionId: `${round}`, text: textOf(round, 64 * 1024) },
            new AbortController().signal,
          ),
        );
      });
      ok(held < 8 * mebibyte, `${held} bytes`);
      ok(desk.open.length <= 50);
      desk.dispose();
      deepEqual(new Set(await Promise.all(answers)), new Set(['no']));
    });
  });

  describe('by a session', () => {
    const ready = () => {
      const session = new RootsSession<unknown>({
        server: 's',
        declare: true,
        onRevoke: 'restart',
        encode: (message) => message,
        identity: () => 'same',
      });
      let at = 0;
      const say = (from: 'client' | 'server', message: object) => {
        const payload = parsed({ jsonrpc: '2.0', ...message });
        const envelope = envelopeOf(payload);
        if (envelope === undefined) throw new Error('This is no message.');
        const size = JSON.stringify(payload).length;
        return session.handle({ kind: `from ${from}`, message: { envelope, payload, size } }, (at += 1));
      };
      session.handle({ kind: 'exposure changed', exposure: noExposure }, at);
      session.handle({ kind: 'server connected', told: [] }, at);
      say('client', { id: 0, method: 'initialize', params: {} });
      say('server', { id: 0, result: {} });
      say('client', { method: 'notifications/initialized' });
      return { session, say };
    };
    const cases: Readonly<
      Record<
        string,
        readonly [number, (round: number) => readonly (readonly ['client' | 'server', object])[]]
      >
    > = {
      'requests of a server that nobody answers': [
        30_000,
        (round) => [['server', { id: `${round}`, method: 'elicitation/create', params: {} }]],
      ],
      'requests of a server with long ids and tokens': [
        40,
        (round) => {
          const id = textOf(round, mebibyte / 2);
          return [['server', { id, method: 'ping', params: { _meta: { progressToken: id } } }]];
        },
      ],
      'progress of tasks that never end': [
        12_000,
        (round) => [
          ['server', { id: round, method: 'x', params: { _meta: { progressToken: textOf(round, 2000) } } }],
          ['client', { id: `server-${round + 1}`, result: { task: { taskId: 't' } } }],
        ],
      ],
      'tasks that are announced without end': [
        12_000,
        (round) => [
          ['client', { id: round + 1, method: 'tools/call', params: { name: 'a' } }],
          ['server', { id: round + 1, result: { task: { taskId: textOf(round, 2000) } } }],
        ],
      ],
      'requests of a client that its server does not answer': [
        30_000,
        (round) => [['client', { id: textOf(round, 1000), method: 'tools/call', params: { name: 'a' } }]],
      ],
      'subscriptions without end': [
        12_000,
        (round) => [
          ['client', { id: round + 1, method: 'resources/subscribe', params: { uri: textOf(round, 2000) } }],
          ['server', { id: round + 1, result: {} }],
        ],
      ],
    };
    for (const [what, [rounds, messages]] of Object.entries(cases)) {
      it(`is bounded: ${what}`, async () => {
        const { say } = ready();
        const held = await heldAfter(rounds, (round) => {
          for (const [from, message] of messages(round)) say(from, message);
        });
        ok(held < 14 * mebibyte, `${held} bytes`);
      });
    }

    it('is bounded where calls of tools end without end', async () => {
      const calls = new ToolCalls();
      const held = await heldAfter(500, (round) => {
        const call = { tool: textOf(round, 64 * 1024) };
        calls.begin(call, round);
        calls.end(call, 'answered', round);
      });
      ok(held < mebibyte, `${held} bytes`);
      ok(calls.ended.length <= 5 && calls.open.length === 0);
    });
  });

  describe('by lists of pages', () => {
    it('is bounded where entries are long, cursors are, and no page is the last', async () => {
      let page = 0;
      const list = new ServerList<string>(
        () => true,
        () => {
          page += 1;
          return Promise.resolve({ entries: [textOf(page, 2 * mebibyte)], next: textOf(page, 10_000) });
        },
      );
      const { entries, cut } = await list.list();
      deepEqual([entries.length, cut], [15, 'it says more than is kept of 15 entries']);
      list.dispose();
    });

    it('takes a page with very many entries, up to a bound', async () => {
      const entries = Array.from({ length: 300_000 }, (_, i) => i);
      const list = new ServerList<number>(
        () => true,
        () => Promise.resolve({ entries, next: undefined }),
      );
      const { entries: kept, cut } = await list.list();
      deepEqual([kept.length, cut], [20_000, 'it has more than 20000 entries']);
    });
  });

  describe('by what it says in lines', () => {
    it('is bounded of a program that says one byte at a time', async () => {
      const tail = new OutputTail(mebibyte / 4);
      const held = await heldAfter(300_000, () => tail.add(Buffer.from('a')));
      ok(held < mebibyte, `${held} bytes`);
      deepEqual(tail.output.output.length, mebibyte / 4);
    });

    it('is bounded of log messages, however long or deep they are', () => {
      const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
      const line = serverLogLine({ level: 'info', data: JSON.parse(deep) as unknown });
      ok((line?.line.length ?? 0) <= 2000);
      ok((serverLogLine({ level: 'info', data: textOf(1, 8 * mebibyte) })?.line.length ?? 0) <= 2000);
      const clock = new FakeClock();
      const flood = new LogFlood(clock, { begun: () => {}, ended: () => {} });
      const written = Array.from({ length: 10_000 }, () => {
        clock.pass(0.1);
        return flood.take();
      }).filter(Boolean);
      ok(written.length <= 200);
    });

    it('is bounded of files that an agent reads', async () => {
      const texts = new ReadTexts();
      const held = await heldAfter(20_000, (round) =>
        texts.add(`/w/${round}` as RealPath, textOf(round, 10_000)),
      );
      ok(held < 2 * mebibyte, `${held} bytes`);
    });
  });
});
