import { deepEqual, equal, rejects } from 'node:assert/strict';
import { assertUntouched } from '../badInput/bystander';
import type { Probe } from '../probeDriver';
import { fixture, saying, uri } from '../servers';
import { Stage } from '../stage';

/** Lines that a server says during a call, and what it hears in answer. */
interface Row {
  readonly what: string;
  /** Line for line as on the wire; `"$CALL"` stands for the id of the call. A text is a line as it is. */
  readonly says: readonly unknown[];
  /** ROOTS stands for the true answer. */
  readonly hears: readonly unknown[];
  /** What is logged, each in one line. */
  readonly logs?: readonly string[];
}

/** Answers to the call itself. */
interface AnswerRow {
  readonly what: string;
  readonly says: readonly unknown[];
  readonly result: string;
}

const message = (fields: object) => ({ jsonrpc: '2.0', ...fields });
const asks = (id: unknown, more: object = {}) => message({ id, method: 'roots/list', ...more });
const told = (id: unknown) => message({ id, result: 'ROOTS' });
const notFound = (id: unknown) => message({ id, error: { code: -32601, message: 'Method not found' } });
const passedOver = (text: string) => `not a message, passed over: ${text}`;

const longId = 'i'.repeat(10_000);

const rows: readonly Row[] = [
  { what: 'roots/list', says: [asks(1)], hears: [told(1)] },
  { what: 'roots/list with params that are a list', says: [asks(1, { params: [1] })], hears: [told(1)] },
  {
    what: 'roots/list with keys that nobody knows',
    says: [asks('x', { params: { _meta: { progressToken: 'x' } }, extra: {} })],
    hears: [told('x')],
  },
  { what: 'an id of 10 kB', says: [asks(longId)], hears: [told(longId)] },
  {
    what: 'an id that is used again',
    says: [asks(7), asks(7), asks('7')],
    hears: [told(7), told(7), told('7')],
  },
  { what: 'an id that is no whole number', says: [asks(1.5)], hears: [told(1.5)] },
  {
    what: 'an id that is null, a list, an object or a truth',
    says: [asks(null), asks([1]), asks({ a: 1 }), asks(true)],
    hears: [],
    logs: [passedOver(JSON.stringify(asks(null))), passedOver(JSON.stringify(asks([1])))],
  },
  {
    what: 'another version of JSON-RPC, or none',
    says: [
      { jsonrpc: '1.0', id: 1, method: 'roots/list' },
      { id: 2, method: 'roots/list' },
    ],
    hears: [],
    logs: [passedOver('{"id":2,"method":"roots/list"}')],
  },
  { what: 'a method that is no text', says: [message({ id: 1, method: ['roots/list'] })], hears: [] },
  {
    what: 'a key twice, of which the last one counts',
    says: ['{"jsonrpc":"2.0","id":1,"id":2,"method":"ping","method":"roots/list"}'],
    hears: [told(2)],
  },
  { what: 'white space around it', says: [` \t${JSON.stringify(asks(1))} \r`], hears: [told(1)] },
  {
    what: 'the escapes of JSON in a method',
    says: ['{"jsonrpc":"2.0","id":1,"method":"roots\\/\\u006cist"}'],
    hears: [told(1)],
  },
  {
    what: 'half a line, then the other half',
    says: ['{"jsonrpc":"2.0",', '"id":1,"method":"roots/list"}', asks(2)],
    hears: [told(2)],
    logs: [passedOver('{"jsonrpc":"2.0",')],
  },
  {
    what: 'a batch in which roots/list hides',
    says: [
      [
        message({ method: 'notifications/message', params: { level: 'info', data: 1 } }),
        1,
        null,
        asks(1),
        [asks(2)],
        asks(3),
      ],
    ],
    hears: [told(1), told(3)],
    logs: [passedOver(JSON.stringify([asks(2)]))],
  },
  { what: 'a batch of nothing', says: [[], asks(1)], hears: [told(1)] },
  {
    what: 'a notification with an id',
    says: [message({ id: 'n', method: 'notifications/cancelled', params: { requestId: '$CALL' } })],
    hears: [notFound('n')],
  },
  {
    what: 'a notification that asks for roots',
    says: [message({ method: 'roots/list' })],
    hears: [],
  },
  {
    what: 'the cancellation of a call that it got, and of what it never asked',
    says: [
      message({ method: 'notifications/cancelled', params: { requestId: '$CALL' } }),
      message({ method: 'notifications/cancelled', params: { requestId: 'nothing' } }),
      message({ method: 'notifications/cancelled' }),
    ],
    hears: [],
  },
  {
    what: 'the announcement that its own roots have changed',
    says: [message({ method: 'notifications/roots/list_changed' })],
    hears: [],
  },
  {
    what: 'answers that nobody asked for',
    says: [
      message({ id: 1000, result: { roots: [] } }),
      message({ id: 'mcp-roots-repeat-1', result: {} }),
      message({ id: 'server-1', error: { code: 1, message: 'no' } }),
    ],
    hears: [],
  },
  {
    what: 'an answer with the id null, and one without any',
    says: [message({ id: null, error: { code: -32700, message: 'no' } }), message({ result: {} })],
    hears: [],
    logs: [passedOver('{"jsonrpc":"2.0","result":{}}')],
  },
  {
    what: 'a request that only a server takes',
    says: [message({ id: 1, method: 'initialize', params: {} }), message({ id: 2, method: 'tools/call' })],
    hears: [notFound(1), notFound(2)],
  },
  { what: 'bytes that are no text', says: ['\u0000\ufffe\u001b[2J', asks(1)], hears: [told(1)] },
];

const text = (words: string) => ({ content: [{ type: 'text', text: words }] });
const brokenAnswer = 'MCP error -32000: The server gave a malformed answer, not one result or one error.';
const malformedAnswer = 'MCP error -32000: The server gave a malformed answer.';

const answerRows: readonly AnswerRow[] = [
  {
    what: 'both a result and an error',
    says: [message({ id: '$CALL', result: text('yes'), error: { code: 1, message: 'no' } })],
    result: brokenAnswer,
  },
  { what: 'neither a result nor an error', says: [message({ id: '$CALL' })], result: brokenAnswer },
  {
    what: 'a code that is no whole number',
    says: [message({ id: '$CALL', error: { code: 1.5, message: 'no' } })],
    result: malformedAnswer,
  },
  {
    what: 'a code that is a text',
    says: [message({ id: '$CALL', error: { code: '1', message: 'no' } })],
    result: malformedAnswer,
  },
  {
    what: 'a result that is a text',
    says: [message({ id: '$CALL', result: 'yes' })],
    result: malformedAnswer,
  },
  {
    what: 'two answers, of which the first one counts',
    says: [message({ id: '$CALL', result: text('first') }), message({ id: '$CALL', result: text('second') })],
    result: 'first',
  },
  {
    what: 'the answer of another type of id before its own',
    says: [message({ id: 'x"$CALL"', result: text('other') }), message({ id: '$CALL', result: text('own') })],
    result: 'own',
  },
  {
    what: 'its answer in a batch',
    says: [[asks(1), message({ id: '$CALL', result: text('in a batch') })]],
    result: 'in a batch',
  },
];

describe('faults: what no server should say is answered as far as it can be, and touches nobody', () => {
  const stage = new Stage();
  let [folder, probe]: [string, Probe] = ['', undefined as never];

  before(async () => {
    folder = await stage.makeFolder('folder');
    const servers = {
      odd: saying({ timeouts: { request: 30 } }),
      early: saying({}, 'early'),
      good: fixture(),
    };
    const grants = { odd: [folder], early: [folder], good: [folder] };
    probe = await stage.start(servers, { folders: [folder, await stage.makeFolder('secret')], grants });
    await probe.until('odd', 'answered');
  });

  after(() => stage.clear());

  async function stillRuns(): Promise<void> {
    equal((await probe.standing('odd')).state.kind, 'running');
    equal(probe.lines.filter(({ server, event }) => server === 'odd' && event === 'spawned').length, 1);
    await assertUntouched(probe, folder);
  }

  for (const { what, says, hears, logs = [] } of rows) {
    it(what, async () => {
      const mark = probe.mark();
      const heard: unknown = JSON.parse(await probe.call('odd', 'say', { lines: says.map(lineOf) }));
      const roots = [{ uri: uri(folder), name: 'folder' }];
      deepEqual(heard, JSON.parse(JSON.stringify(hears).replaceAll('"ROOTS"', JSON.stringify({ roots }))));
      for (const line of logs) await probe.untilLog('odd', line, mark);
      await stillRuns();
    });
  }

  for (const { what, says, result } of answerRows) {
    it(`an answer: ${what}`, async () => {
      const calling = probe.call('odd', 'say', { lines: says.map(lineOf), silent: true });
      if (result.startsWith('MCP error')) await rejects(calling, { message: result });
      else equal(await calling, result);
      await stillRuns();
    });
  }

  it('roots/list before initialize was answered, and before initialized', async () => {
    const answer = { jsonrpc: '2.0', result: { roots: [{ uri: uri(folder), name: 'folder' }] } };
    deepEqual(JSON.parse(await probe.call('early', 'early')), [
      { ...answer, id: 'server-1' },
      { ...answer, id: 'server-2' },
    ]);
    equal((await probe.standing('early')).sync?.kind, 'in sync');
    await stillRuns();
  });
});

function lineOf(said: unknown): string {
  return typeof said === 'string' ? said : JSON.stringify(said);
}
