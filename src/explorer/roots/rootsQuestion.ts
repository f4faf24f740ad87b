import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js';

/** The question `roots/list` to the client, one at a time, each with a limit of wall-clock time. */
export class RootsQuestion {
  readonly #server: Server;
  readonly #timeout: number;
  #pending: AbortController | undefined;
  #ended = false;

  /** @param timeout milliseconds for one answer */
  constructor(server: Server, timeout: number) {
    this.#server = server;
    this.#timeout = timeout;
  }

  /** The result as the client gave it. Rejects when it is an error, late, or the client can no longer answer. */
  async ask(): Promise<unknown> {
    if (this.#ended) throw new Error('the client has closed its end');
    const asking = new AbortController();
    this.#pending = asking;
    try {
      const options = { timeout: this.#timeout, signal: asking.signal };
      return await this.#server.request({ method: 'roots/list' }, ResultSchema, options);
    } finally {
      this.#pending = undefined;
    }
  }

  /** The client has closed its end: nobody needs to wait any longer. */
  end(): void {
    this.#ended = true;
    this.#pending?.abort('the client has closed its end');
  }
}
