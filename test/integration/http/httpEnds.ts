import { once } from 'node:events';
import { parseAddress } from '../../../src/core/servers/address';
import { HttpServerEnd } from '../../../src/node/http/httpServerEnd';
import { requesterFor } from '../../../src/node/http/requester';
import type { Codec } from '../../../src/node/session/codec';
import { parsedMessages } from '../../../src/node/session/parsedMessages';

const grace = { closeStdinMs: 2000, termMs: 2000 };

/** How an end is opened. */
export interface EndOptions {
  readonly type?: 'http' | 'sse';
  readonly headers?: Readonly<Record<string, string>>;
  readonly messageLimit?: number;
}

/** One session with a server at an address, with all that was heard of it. */
export interface HeardEnd<P> {
  readonly end: HttpServerEnd<P>;
  readonly messages: P[];
  readonly log: string[];
  readonly cannotAsk: string[];
  /** Resolves with the first message, past or to come, that passes. */
  readonly first: (passes: (message: Readonly<Record<string, unknown>>) => boolean) => Promise<P>;
}

/** An end that speaks in objects. */
export interface ObjectEnd extends HeardEnd<object> {
  /** Sends a request under this id and resolves with its answer. */
  readonly ask: (id: number, method: string, params?: object) => Promise<Record<string, unknown>>;
  /** The handshake: `initialize` under the id 0, and `initialized`. */
  readonly initialize: () => Promise<Record<string, unknown>>;
}

/** Opens sessions and ends them all. */
export class HttpEnds {
  readonly #opened: { stop: HttpServerEnd<object>['stop'] }[] = [];

  open(url: string, options: EndOptions = {}): ObjectEnd {
    const heard = this.openWith(parsedMessages, url, options);
    const { end } = heard;
    const ask: ObjectEnd['ask'] = async (id, method, params) => {
      void end.send({ jsonrpc: '2.0', id, method, ...(params && { params }) });
      return { ...(await heard.first((message) => message['id'] === id && !('method' in message))) };
    };
    const initialize = async () => {
      const clientInfo = { name: 'test', version: '1' };
      const capabilities = { roots: { listChanged: true } };
      const answer = await ask(0, 'initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo });
      void end.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
      return answer;
    };
    return { ...heard, ask, initialize };
  }

  openWith<P>(
    codec: Codec<P>,
    url: string,
    { type = 'http', headers = {}, messageLimit = 1024 * 1024 }: EndOptions = {},
  ): HeardEnd<P> {
    const address = parseAddress(url);
    if (address.kind === 'wrong') throw new Error(address.why);
    const end = new HttpServerEnd(
      { address, type, exchange: requesterFor(address, headers), canSignIn: true, messageLimit },
      codec,
    );
    this.#opened.push(end);
    const [messages, log, cannotAsk]: [P[], string[], string[]] = [[], [], []];
    const arrivals = new EventTarget();
    end.onNoise((line) => log.push(line));
    end.onCannotAsk((why) => cannotAsk.push(why));
    const hear = (message: P) => {
      messages.push(message);
      arrivals.dispatchEvent(new Event('arrival'));
    };
    end.onMessage(hear);
    // As whoever carries the session would have it for the user.
    end.onUnanswered(({ id, why }) =>
      hear(codec.of({ jsonrpc: '2.0', id, error: { code: -32000, message: why } })),
    );
    const first: HeardEnd<P>['first'] = async (passes) => {
      for (;;) {
        for (const message of messages)
          if (passes(codec.parsed(message) as Readonly<Record<string, unknown>>)) return message;
        await once(arrivals, 'arrival');
      }
    };
    return { end, messages, log, cannotAsk, first };
  }

  async stopAll(): Promise<void> {
    await Promise.all(this.#opened.splice(0).map((end) => end.stop(grace)));
  }
}
