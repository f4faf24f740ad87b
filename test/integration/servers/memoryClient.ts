import type { OutsideReason } from '../../../src/core/session/outsideText';
import type { OutsideConnection } from '../../../src/node/servers/outsideClient';
import { parsedMessages } from '../../../src/node/session/parsedMessages';

/** A message as it came to the client. */
export interface Received {
  readonly id?: string | number;
  readonly method?: string;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** An outside client without the socket in between: what it says and hears are messages in memory. */
export class MemoryClient {
  readonly received: Received[] = [];
  readonly connection: OutsideConnection<object>;
  readonly refused: Promise<OutsideReason>;
  /** Resolves when this side has ended the session. */
  readonly ended: Promise<void>;
  /** The client is gone. */
  leave: () => void = () => undefined;
  #toSession: (message: object) => void = (message) => this.#early.push(message);
  readonly #early: object[] = [];
  readonly #waiting = new Map<string | number, (answer: Received) => void>();
  #lastId = 0;

  constructor() {
    let refuse: (why: OutsideReason) => void = () => undefined;
    this.refused = new Promise((resolve) => (refuse = resolve));
    let end: () => void = () => undefined;
    this.ended = new Promise((resolve) => (end = resolve));
    this.connection = {
      client: {
        codec: parsedMessages,
        attach: (toSession) => {
          setImmediate(() => {
            this.#toSession = toSession;
            this.#early.forEach(toSession);
          });
          return { receive: (message) => this.#receive(message), closed: end };
        },
      },
      closed: new Promise((resolve) => (this.leave = resolve)),
      refuse,
    };
  }

  /** Says hello as clients do; resolves with the answer to `initialize`. */
  async initialize(): Promise<Received> {
    const clientInfo = { name: 'calls itself anything', version: '0' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const answer = await this.ask('initialize', params);
    this.#toSession({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return answer;
  }

  ask(method: string, params: object): Promise<Received> {
    const id = (this.#lastId += 1);
    const answer = new Promise<Received>((resolve) => this.#waiting.set(id, resolve));
    this.#toSession({ jsonrpc: '2.0', id, method, params });
    return answer;
  }

  /** Gives up its last request. */
  cancel(): void {
    const params = { requestId: this.#lastId };
    this.#toSession({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
  }

  #receive(message: Received): undefined {
    this.received.push(message);
    if (message.method === undefined && message.id !== undefined) this.#waiting.get(message.id)?.(message);
    return undefined;
  }
}
