import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

/** The SDK's end of a session in this process. */
export class MemoryTransport implements Transport {
  readonly #toSession: (message: object) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  onclose?: NonNullable<Transport['onclose']>;
  onerror?: NonNullable<Transport['onerror']>;

  constructor(toSession: (message: object) => void) {
    this.#toSession = toSession;
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    this.#toSession(message);
  }

  async close(): Promise<void> {
    this.onclose?.();
  }
}
