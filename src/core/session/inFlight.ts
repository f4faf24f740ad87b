import type { RequestId } from './envelope';

/** A request of the client end that its server has not answered yet. */
interface Asked {
  readonly id: RequestId;
  readonly method: string;
}

/**
 * Who waits for which answer, in both directions. The ids of a server's requests are rewritten, so that an answer
 * to a dead process can never be taken for one to its successor.
 */
export class InFlight {
  readonly #client = new Map<RequestId, Asked>();
  readonly #server = new Map<RequestId, RequestId>();
  #lastServerRequest = 0;

  clientAsks(id: RequestId, method: string): void {
    this.#client.set(id, { id, method });
  }

  /** The client's request that this answers; each can be answered once. */
  serverAnswers(id: RequestId): Asked | undefined {
    const asked = this.#client.get(id);
    this.#client.delete(id);
    return asked;
  }

  /** Every unanswered request of the client end; none waits afterwards. */
  takeClientRequests(): readonly Asked[] {
    const asked = [...this.#client.values()];
    this.#client.clear();
    return asked;
  }

  /** @returns the id under which the client end gets the server's request */
  serverAsks(id: RequestId): RequestId {
    const rewritten = `server-${(this.#lastServerRequest += 1)}`;
    this.#server.set(rewritten, id);
    return rewritten;
  }

  /** The server's own id of the request that the client end answers, if that server still waits for it. */
  clientAnswers(id: RequestId): RequestId | undefined {
    const original = this.#server.get(id);
    this.#server.delete(id);
    return original;
  }

  /** The id under which the client end knows a request of the server that waits for an answer. */
  rewrittenId(original: RequestId): RequestId | undefined {
    for (const [rewritten, id] of this.#server) if (id === original) return rewritten;
    return undefined;
  }

  /** The ids, as the client end knows them, of every open request of a server that is gone. */
  takeServerRequests(): readonly RequestId[] {
    const open = [...this.#server.keys()];
    this.#server.clear();
    return open;
  }
}
