import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js';

/** Asks the client `roots/list`, with a limit of wall-clock time. Only one question may be pending. */
export class RootsQuestion {
  readonly #server: Server;
  readonly #timeout: number;
  #pending: AbortController | undefined;
  #ended = false;

  /** @param timeout how long to wait for an answer, in milliseconds */
  constructor(server: Server, timeout: number) {
    this.#server = server;
    this.#timeout = timeout;
  }

  /**
   * The result as the client gave it. Rejects when the answer is an error or too late, or the client has closed its
   * end.
   */
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

  /** The client has closed its end: the pending question fails at once. */
  end(): void {
    this.#ended = true;
    this.#pending?.abort('the client has closed its end');
  }
}
