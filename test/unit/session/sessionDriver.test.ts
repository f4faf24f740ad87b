import { deepEqual, equal } from 'node:assert/strict';
import { Emitter } from '../../../src/core/event';
import { RootsSession } from '../../../src/core/session/rootsSession';
import type { SessionOptions } from '../../../src/core/session/sessionOptions';
import type { ServerEnd } from '../../../src/node/session/serverEnd';
import { parsedMessages } from '../../../src/node/session/parsedMessages';
import { SessionDriver } from '../../../src/node/session/sessionDriver';
import { FakeClock } from '../consent/fakes';
import { because, exposure } from './sessionBench';

/** A server end that keeps what it is sent, and says what a test has it say. */
class KeptEnd implements ServerEnd<object> {
  readonly messages = new Emitter<object>();
  readonly skipped = new Emitter<{ bytes: number; id: string | number | undefined }>();
  readonly onMessage = this.messages.event;
  readonly onTooLong = this.skipped.event;
  readonly sent: object[] = [];

  send(message: object): undefined {
    this.sent.push(message);
  }

  pause(): void {}
  resume(): void {}

  says(message: object): void {
    this.messages.fire({ jsonrpc: '2.0', ...message });
  }
}

class Bench {
  readonly clock = new FakeClock();
  readonly received: object[] = [];
  readonly duties: string[] = [];
  closed = 0;
  /** What a look at the disk takes, while what is known is not fresh. */
  looking: Promise<void> | undefined;
  /** What the client does at once when it gets something. */
  onReceive: () => void = () => undefined;
  /** What hears of a fact at once. */
  onTell: () => void = () => undefined;
  readonly driver: SessionDriver<object>;

  constructor(options: Partial<SessionOptions<object>> = {}) {
    const session = new RootsSession<object>({
      server: 'git',
      declare: true,
      onRevoke: 'restart',
      encode: (message) => parsedMessages.of(message),
      identity: () => '',
      ...options,
    });
    const client = {
      receive: (message: object) => {
        this.received.push(message);
        this.onReceive();
        return undefined;
      },
      closed: () => (this.closed += 1),
    };
    this.driver = new SessionDriver(session, parsedMessages, client, this.clock, {
      replaceServer: (why) => this.duties.push(`replace: ${why}`),
      stopServer: () => this.duties.push('stop'),
      startServer: () => this.duties.push('start'),
      endSession: ({ outside, inside }) => this.duties.push(`end: ${outside}: ${inside}`),
      tell: () => this.onTell(),
      lookAtTools: (answer) => this.duties.push(`tools: ${JSON.stringify(answer)}`),
      lookAtFolders: () => this.looking,
    });
  }

  connect(told: readonly string[] = []): KeptEnd {
    const end = new KeptEnd();
    this.driver.connect(end, told);
    return end;
  }

  /** Initialised over this end. */
  ready(): KeptEnd {
    const end = this.connect();
    this.client({ id: 0, method: 'initialize', params: {} });
    end.says({ id: 0, result: {} });
    this.client({ method: 'notifications/initialized' });
    end.sent.length = 0;
    this.received.length = 0;
    return end;
  }

  client(message: object): void {
    this.driver.fromClient({ jsonrpc: '2.0', ...message });
  }
}

const wire = (message: object) => ({ jsonrpc: '2.0', ...message });

describe('SessionDriver', () => {
  const declared: readonly (readonly [boolean, unknown, object])[] = [
    [true, { roots: { listChanged: false }, sampling: {} }, { sampling: {}, roots: { listChanged: true } }],
    [true, undefined, { roots: { listChanged: true } }],
    [true, 'odd', { roots: { listChanged: true } }],
    [false, { roots: { listChanged: true }, elicitation: {} }, { elicitation: {} }],
  ];
  for (const [declare, said, forced] of declared) {
    it(`forces what is declared of roots, keeping all else: ${JSON.stringify(said)} becomes ${JSON.stringify(forced)}`, () => {
      const bench = new Bench({ declare });
      const end = bench.connect();
      const params = {
        protocolVersion: '2025-11-25',
        capabilities: said,
        clientInfo: { name: 'x' },
        more: [1],
      };
      bench.client({ id: 0, method: 'initialize', params });
      deepEqual(end.sent, [
        wire({ id: 0, method: 'initialize', params: { ...params, capabilities: forced } }),
      ]);
    });
  }

  it('passes everything else on as it is, unknown keys too', () => {
    const bench = new Bench();
    const end = bench.ready();
    const call = { id: 1, method: 'tools/call', params: { a: [null, 1e300] }, _odd: { b: '' } };
    bench.client(call);
    end.says({ id: 1, result: { c: 1 }, _odd: true });
    deepEqual(end.sent, [wire(call)]);
    deepEqual(bench.received, [wire({ id: 1, result: { c: 1 }, _odd: true })]);
  });

  it('hands over what tools there are, whoever asked, and passes it on', () => {
    const bench = new Bench();
    const end = bench.ready();
    for (const id of [1, 2, 3]) bench.client({ id, method: id === 1 ? 'tools/call' : 'tools/list' });
    const answers = [
      { id: 1, result: { tools: ['of a call'] } },
      { id: 2, result: { tools: ['a'] } },
      { id: 3, error: { code: 1, message: 'none' } },
      { id: 4, result: { tools: ['of no request'] } },
    ];
    for (const answer of answers) end.says(answer);
    deepEqual(bench.duties, [`tools: ${JSON.stringify(wire({ id: 2, result: { tools: ['a'] } }))}`]);
    deepEqual(bench.received, answers.slice(0, 3).map(wire));
  });

  it('drops what is no message, from either side', () => {
    const bench = new Bench();
    const end = bench.ready();
    for (const odd of [[wire({ id: 1, method: 'ping' })], {}, { id: 1, method: 'ping' }]) {
      bench.driver.fromClient(odd);
      end.messages.fire(odd);
    }
    deepEqual([end.sent, bench.received], [[], []]);
  });

  it('fails the request whose answer was too long, and only that one', () => {
    const bench = new Bench();
    const end = bench.ready();
    bench.client({ id: 1, method: 'tools/call' });
    end.skipped.fire({ bytes: 99, id: undefined });
    end.skipped.fire({ bytes: 99, id: 7 });
    deepEqual(bench.received, []);
    end.skipped.fire({ bytes: 99, id: 1 });
    const message =
      'The answer was 99 bytes long, more than the limit. Ask for less, or raise the setting "mcpRoots.messageLimit".';
    deepEqual(bench.received, [wire({ id: 1, error: { code: -32000, message } })]);
  });

  it('finishes with one input before the next, also when an effect causes it', () => {
    const bench = new Bench();
    bench.driver.expose(exposure(['web']));
    const end = bench.ready();
    end.says({ id: 'r', method: 'roots/list' });
    bench.client({ id: 1, method: 'tools/call' });
    bench.onReceive = () => {
      bench.onReceive = () => undefined;
      bench.client({ id: 2, method: 'tools/call' });
    };
    end.sent.length = 0;
    bench.driver.expose(exposure([]));
    deepEqual(bench.duties, ['replace: a folder that it knew was withdrawn']);
    deepEqual([end.sent, bench.received.length], [[], 1]);
  });

  it('hears and tells nothing of a server that is replaced', () => {
    const bench = new Bench();
    bench.driver.expose(exposure(['web']));
    const end = bench.ready();
    end.says({ id: 'r', method: 'roots/list' });
    bench.driver.expose(exposure([]));
    end.sent.length = 0;
    end.says({ id: 'r', method: 'roots/list' });
    end.says({ method: 'notifications/message' });
    bench.client({ id: 3, method: 'tools/call' });
    deepEqual([end.sent, bench.received], [[], []]);
  });

  it('announces a change at the end of the turn', () => {
    const bench = new Bench();
    const end = bench.ready();
    bench.driver.expose(exposure(['web']));
    bench.driver.expose(exposure(['web', 'api']));
    deepEqual(end.sent, []);
    bench.clock.endTurn();
    deepEqual(end.sent, [wire({ method: 'notifications/roots/list_changed' })]);
  });

  it('lets requests go when the time is up', () => {
    const bench = new Bench();
    bench.driver.expose(exposure(['web']));
    const end = bench.ready();
    end.says({ id: 'r', method: 'roots/list' });
    bench.driver.disconnect(because('crash'));
    bench.client({ id: 3, method: 'tools/call' });
    const next = bench.connect();
    next.says({ id: 'mcp-roots-repeat-1', result: {} });
    next.sent.length = 0;
    bench.clock.pass(1999);
    deepEqual(next.sent, []);
    bench.clock.pass(1);
    deepEqual(next.sent, [wire({ id: 3, method: 'tools/call' })]);
  });

  it('answers everything at its end, then tells the client once that it is over, and waits for nothing', () => {
    const bench = new Bench();
    const end = bench.ready();
    bench.client({ id: 1, method: 'tools/call' });
    bench.driver.close(because('because of /w/secret', 'stopped'));
    bench.driver.close(because('because of /w/secret', 'stopped'));
    bench.driver.dispose();
    end.says({ id: 1, result: {} });
    deepEqual(bench.received, [
      wire({
        id: 1,
        error: { code: -32000, message: 'The server was stopped. The view "MCP Roots" in VS Code says why.' },
      }),
    ]);
    deepEqual([bench.closed, bench.clock.waits], [1, []]);
  });

  it('sends nothing to nobody', () => {
    const bench = new Bench();
    bench.client({ id: 1, method: 'ping' });
    equal(bench.received.length, 1);
  });

  describe('looks at the disk before an answer and a call, unless what is known is fresh', () => {
    /** Begins to look; gives what ends the look. */
    function look(bench: Bench): () => Promise<void> {
      let end: () => void = () => undefined;
      bench.looking = new Promise((resolve) => (end = resolve));
      return async () => {
        bench.looking = undefined;
        end();
        await new Promise((resolve) => setImmediate(resolve));
      };
    }

    it('and answers with what it saw', async () => {
      const bench = new Bench();
      const end = bench.ready();
      const looked = look(bench);
      end.says({ id: 'r', method: 'roots/list' });
      deepEqual(end.sent, []);
      bench.driver.expose(exposure(['web']));
      await looked();
      deepEqual(end.sent, [wire({ id: 'r', result: { roots: [{ uri: 'file:///w/web', name: 'web' }] } })]);
    });

    it('and keeps the order of what each side says', async () => {
      const bench = new Bench();
      const end = bench.ready();
      const looked = look(bench);
      bench.client({ id: 1, method: 'ping' });
      bench.client({ id: 2, method: 'tools/list' });
      bench.client({ method: 'notifications/cancelled', params: { requestId: 2 } });
      bench.client({ id: 3, method: 'ping' });
      end.says({ id: 1, result: {} });
      deepEqual([methodsOf(end.sent), bench.received], [['ping'], [wire({ id: 1, result: {} })]]);
      await looked();
      deepEqual(methodsOf(end.sent), ['ping', 'tools/list', 'notifications/cancelled', 'ping']);
    });

    it('and passes the first on, also when something changes all the time', async () => {
      const bench = new Bench();
      const end = bench.ready();
      const looked = look(bench);
      bench.client({ id: 2, method: 'tools/list' });
      bench.client({ id: 3, method: 'tools/list' });
      const first = looked();
      look(bench);
      await first;
      deepEqual(methodsOf(end.sent), ['tools/list']);
    });

    for (const side of ['client', 'server'] as const) {
      it(`and ends the session when it cannot deal with what waited for that: of the ${side} (rule 15)`, async () => {
        const bench = new Bench();
        const end = bench.ready();
        const looked = look(bench);
        bench.onTell = () => {
          throw new Error('bug');
        };
        if (side === 'client') bench.client({ id: 2, method: 'tools/call', params: { name: 'x' } });
        else end.says({ id: 'r', method: 'roots/list' });
        await looked();
        deepEqual(bench.duties, ['end: fault: A message could not be dealt with: bug']);
      });
    }

    it('and answers nobody who is gone by then', async () => {
      const bench = new Bench();
      const gone = bench.ready();
      const looked = look(bench);
      gone.says({ id: 'r', method: 'roots/list' });
      bench.driver.disconnect(because('it ended'));
      const successor = bench.connect();
      successor.sent.length = 0;
      await looked();
      deepEqual([gone.sent, successor.sent], [[], []]);
    });
  });
});

function methodsOf(messages: readonly object[]): readonly unknown[] {
  return messages.flatMap((message) => ('method' in message ? message.method : []));
}
