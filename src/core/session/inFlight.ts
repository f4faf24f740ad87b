import { BoundedMap } from '../boundedMap';
import type { RequestId } from './envelope';
import type { ToolCall } from './toolCalls';

/** A request of the client end that its server has not answered yet. */
interface Asked {
  readonly id: RequestId;
  readonly method: string;
  /** The call of a tool of which nobody has heard the end yet. */
  readonly call?: ToolCall;
}

/** Requests of a server that wait for their answers; one more is refused, so that a flood fills no memory. */
const mostServerRequests = 1000;

/** Requests of a client that its server has not answered. */
const mostClientRequests = 10_000;

/** Characters of ids, names and tokens of each side that are kept at once. */
const mostWeight = 4 * 1024 * 1024;

/** Refused before there is too much, so that nothing that is waited for is forgotten. */
const unbounded = { entries: Infinity, weight: Infinity };

/**
 * Who waits for which answer, in both directions. The ids and progress tokens of a server's requests are rewritten, so
 * that what is meant for a dead process can never be taken for something for its successor.
 */
export class InFlight {
  readonly #client = new BoundedMap<RequestId, Asked>(
    unbounded,
    ({ id, method, call }) => lengthOf(id) + method.length + (call?.tool.length ?? 0),
  );
  readonly #server = new BoundedMap<RequestId, RequestId>(unbounded, lengthOf);
  /** By the id of their request, which stands in their place. A task may outlive its request: of these the oldest go. */
  readonly #progressTokens = new BoundedMap<RequestId, RequestId>(
    { entries: mostClientRequests, weight: mostWeight },
    lengthOf,
  );
  #lastServerRequest = 0;

  /** Does nobody wait for anything? */
  get isEmpty(): boolean {
    return this.#client.size === 0 && this.#server.size === 0;
  }

  /** Is there room for another request of the client end? */
  get takesClientRequests(): boolean {
    return this.#client.size < mostClientRequests && this.#client.weight < mostWeight;
  }

  /** @returns a call whose answer can never be told from that to this request, which has taken its id */
  clientAsks(id: RequestId, method: string, call?: ToolCall): ToolCall | undefined {
    const before = this.#client.get(id)?.call;
    this.#client.set(id, { id, method, ...(call && { call }) });
    return before;
  }

  /** The call that the client gives up with this request, handed out once. */
  takeCall(id: RequestId): ToolCall | undefined {
    const { method, call } = this.#client.get(id) ?? {};
    if (method !== undefined && call !== undefined) this.#client.set(id, { id, method });
    return call;
  }

  /** The client's request that this answers; each can be answered once. */
  serverAnswers(id: RequestId): Asked | undefined {
    const asked = this.#client.get(id);
    this.#client.delete(id);
    return asked;
  }

  /** Every unanswered request of the client end; none waits afterwards. */
  takeClientRequests(): readonly Asked[] {
    const asked = this.#client.values;
    this.#client.clear();
    return asked;
  }

  /** How many requests of the server the client end has not answered. */
  get openServerRequests(): number {
    return this.#server.size;
  }

  /** Is there room for another request of the server? */
  get takesServerRequests(): boolean {
    return this.#server.size < mostServerRequests && this.#server.weight < mostWeight;
  }

  /** @returns the id under which the client end gets the server's request; it stands for its progress token too */
  serverAsks(id: RequestId, progressToken?: RequestId): RequestId {
    const rewritten = `server-${(this.#lastServerRequest += 1)}`;
    this.#server.set(rewritten, id);
    if (progressToken !== undefined) this.#progressTokens.set(rewritten, progressToken);
    return rewritten;
  }

  /**
   * The server's own id of the request that the client end answers, if that server still waits for it.
   * @param isTask the answer is only the beginning: a task may tell of its progress to its end
   */
  clientAnswers(id: RequestId, isTask = false): RequestId | undefined {
    const original = this.#server.get(id);
    this.#server.delete(id);
    if (!isTask) this.#progressTokens.delete(id);
    return original;
  }

  /** The server's own token for the progress of which the client end tells, if that server may still hear of it. */
  progressToken(rewritten: RequestId): RequestId | undefined {
    return this.#progressTokens.get(rewritten);
  }

  /**
   * The server takes back a request that waits for an answer: from now on none is due.
   * @returns the id under which the client end knows it
   */
  serverCancels(original: RequestId): RequestId | undefined {
    for (const rewritten of this.#server.keys()) {
      if (this.#server.get(rewritten) !== original) continue;
      this.clientAnswers(rewritten);
      return rewritten;
    }
    return undefined;
  }

  /** The ids, as the client end knows them, of every open request of a server that is gone. */
  takeServerRequests(): readonly RequestId[] {
    const open = [...this.#server.keys()];
    this.#server.clear();
    this.#progressTokens.clear();
    return open;
  }
}

function lengthOf(id: RequestId): number {
  return typeof id === 'string' ? id.length : 8;
}
