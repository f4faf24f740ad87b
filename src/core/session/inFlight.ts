import { BoundedMap } from '../boundedMap';
import type { RequestId } from './envelope';
import type { ToolCall } from './toolCalls';

/** A request of the client end that its server has not answered yet. */
interface Asked {
  readonly id: RequestId;
  readonly method: string;
  /** The call of a tool whose end is not reported yet. */
  readonly call?: ToolCall;
}

/** How many unanswered requests of a server are kept; one more is refused, so that a flood fills no memory. */
const mostServerRequests = 1000;

/** How many unanswered requests of a client are kept. */
const mostClientRequests = 10_000;

/** How many characters of ids, names and tokens each of the maps below keeps. */
const mostWeight = 4 * 1024 * 1024;

/** These maps drop nothing that is waited for: requests are refused before there are too many. */
const unbounded = { entries: Infinity, weight: Infinity };

/**
 * The requests that wait for an answer, in both directions. The ids and progress tokens of a server's requests are
 * rewritten, so that a message for a dead process can never be taken for one for its successor.
 */
export class InFlight {
  readonly #client = new BoundedMap<RequestId, Asked>(
    unbounded,
    ({ id, method, call }) => lengthOf(id) + method.length + (call?.tool.length ?? 0),
  );
  readonly #server = new BoundedMap<RequestId, RequestId>(unbounded, lengthOf);
  /** The server's own tokens, by the rewritten id of the request. The oldest go: a task may outlive its request. */
  readonly #progressTokens = new BoundedMap<RequestId, RequestId>(
    { entries: mostClientRequests, weight: mostWeight },
    lengthOf,
  );
  #lastServerRequest = 0;

  /** Does no request wait for an answer, in either direction? */
  get isEmpty(): boolean {
    return this.#client.size === 0 && this.#server.size === 0;
  }

  /** Is there room for another request of the client end? */
  get takesClientRequests(): boolean {
    return this.#client.size < mostClientRequests && this.#client.weight < mostWeight;
  }

  /** @returns an earlier call with the same id: its answer can never be told from the answer to this request */
  clientAsks(id: RequestId, method: string, call?: ToolCall): ToolCall | undefined {
    const before = this.#client.get(id)?.call;
    this.#client.set(id, { id, method, ...(call && { call }) });
    return before;
  }

  /** The tool call that ends because the client cancels this request; handed out once. */
  takeCall(id: RequestId): ToolCall | undefined {
    const { method, call } = this.#client.get(id) ?? {};
    if (method !== undefined && call !== undefined) this.#client.set(id, { id, method });
    return call;
  }

  /** The client's request that the server answers with this id; each can be answered once. */
  serverAnswers(id: RequestId): Asked | undefined {
    const asked = this.#client.get(id);
    this.#client.delete(id);
    return asked;
  }

  /** Hands out every unanswered request of the client end; afterwards none is waiting. */
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

  /** @returns the id under which the client end gets the server's request; it also replaces the progress token */
  serverAsks(id: RequestId, progressToken?: RequestId): RequestId {
    const rewritten = `server-${(this.#lastServerRequest += 1)}`;
    this.#server.set(rewritten, id);
    if (progressToken !== undefined) this.#progressTokens.set(rewritten, progressToken);
    return rewritten;
  }

  /**
   * The server's own id of the request that the client end answers, if that server still waits for it.
   * @param isTask the answer only announces a task, which may report progress until it ends
   */
  clientAnswers(id: RequestId, isTask = false): RequestId | undefined {
    const original = this.#server.get(id);
    this.#server.delete(id);
    if (!isTask) this.#progressTokens.delete(id);
    return original;
  }

  /** The server's own token for progress that the client end reports; undefined if that server no longer expects it. */
  progressToken(rewritten: RequestId): RequestId | undefined {
    return this.#progressTokens.get(rewritten);
  }

  /**
   * The server cancels a request that waits for an answer: from now on no answer is due.
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

  /** Hands out the ids, as the client end knows them, of every open request of a server that is gone. */
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
