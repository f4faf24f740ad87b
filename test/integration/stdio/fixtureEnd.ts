import { once } from 'node:events';
import { serverEnvironment } from '../../../src/node/process/environment';
import { ServerProcess } from '../../../src/node/process/serverProcess';
import { parsedMessages } from '../../../src/node/session/parsedMessages';
import { StdioServerEnd, type StdioOptions } from '../../../src/node/stdio/stdioServerEnd';
import { fixtureServer } from '../../unit/process/checkout';

/** A running fixture server with all that was heard of it. */
export interface FixtureEnd {
  readonly end: StdioServerEnd<object>;
  readonly messages: object[];
  readonly noise: string[];
  readonly stderr: string[];
  readonly tooLong: object[];
  readonly faults: unknown[];
  /** Resolves with the first message, past or to come, that passes. */
  readonly first: (
    passes: (message: Readonly<Record<string, unknown>>) => boolean,
  ) => Promise<Record<string, unknown>>;
  /** Sends a request under this id and resolves with its answer. */
  readonly ask: (id: number, method: string, params?: object) => Promise<Record<string, unknown>>;
  /** Calls a tool and resolves with the text it returns. */
  readonly call: (id: number, tool: string, given?: object) => Promise<string>;
  /** The handshake: `initialize` under the id 0, and `initialized`. */
  readonly initialize: (capabilities?: object) => Promise<Record<string, unknown>>;
}

/** Starts programs of Node and ends them all. */
export class FixtureEnds {
  readonly #started: StdioServerEnd<object>[] = [];

  /** Starts `misbehaving.mjs` with this behaviour. */
  start(behaviour: string, options?: StdioOptions): Promise<FixtureEnd> {
    return this.run([fixtureServer('misbehaving.mjs'), behaviour], options);
  }

  /** Starts Node with these arguments. */
  async run(args: readonly string[], options?: StdioOptions): Promise<FixtureEnd> {
    const env = serverEnvironment({}, process.env, process.platform);
    const launch = { executable: process.execPath, args, cwd: __dirname, env };
    const end = new StdioServerEnd(await ServerProcess.start(launch), parsedMessages, options);
    this.#started.push(end);
    return listenTo(end);
  }

  async stopAll(): Promise<void> {
    await Promise.all(this.#started.splice(0).map((end) => end.stop({ closeStdinMs: 100, termMs: 100 })));
  }
}

function listenTo(end: StdioServerEnd<object>): FixtureEnd {
  const messages: object[] = [];
  const [noise, stderr]: [string[], string[]] = [[], []];
  const tooLong: object[] = [];
  const faults: unknown[] = [];
  const arrivals = new EventTarget();
  end.onNoise((line) => noise.push(line));
  end.onStderr((line) => stderr.push(line));
  end.onTooLong((what) => tooLong.push(what));
  end.onFault((fault) => faults.push(fault));
  end.onMessage((message) => {
    messages.push(message);
    arrivals.dispatchEvent(new Event('arrival'));
  });
  const first: FixtureEnd['first'] = async (passes) => {
    for (;;) {
      for (const message of messages) if (isRecord(message) && passes(message)) return message;
      await once(arrivals, 'arrival');
    }
  };
  const ask: FixtureEnd['ask'] = async (id, method, params) => {
    await end.send({ jsonrpc: '2.0', id, method, ...(params && { params }) });
    return first((message) => message['id'] === id && !('method' in message));
  };
  return {
    end,
    messages,
    noise,
    stderr,
    tooLong,
    faults,
    first,
    ask,
    call: async (id, name, given = {}) => {
      const answer = await ask(id, 'tools/call', { name, arguments: given });
      const { content } = Object(answer['result']);
      return String(content?.[0]?.text);
    },
    initialize: async (capabilities = {}) => {
      const clientInfo = { name: 'test', version: '1' };
      const params = { protocolVersion: '2025-11-25', capabilities, clientInfo };
      const answer = await ask(0, 'initialize', params);
      await end.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
      return answer;
    },
  };
}

function isRecord(value: object): value is Record<string, unknown> {
  return !Array.isArray(value);
}
