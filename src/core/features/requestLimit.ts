import type { Fingerprint } from '../consent/decision';
import { RequestRefusal } from '../session/requestRefusal';

/**
 * Limits for each server, whatever it is allowed (MCP, client/sampling and client/elicitation, security: rate limits).
 */
const mostPerMinute = 10;
const mostAtOnce = 3;
const minute = 60_000;

interface Asked {
  starts: readonly number[];
  open: number;
}

/** Limits how often each server asks, and how many of its requests are open at a time. */
export class RequestLimit {
  readonly #what: string;
  readonly #asked = new Map<Fingerprint, Asked>();

  /** @param what the kind of request, as named in the sentences to the server: `sampling` */
  constructor(what: string) {
    this.#what = what;
  }

  /**
   * Counts a request that begins.
   * @param now milliseconds since the epoch
   * @returns a function to call when the request is over
   * @throws {RequestRefusal} when it exceeds a limit
   */
  begin(server: Fingerprint, now: number): () => void {
    const asked = this.#asked.get(server) ?? { starts: [], open: 0 };
    this.#asked.set(server, asked);
    asked.starts = asked.starts.filter((at) => at > now - minute);
    if (asked.starts.length >= mostPerMinute) {
      const why = `A server may make ${mostPerMinute} ${this.#what} requests a minute. Try again later.`;
      throw new RequestRefusal('notPossible', why);
    }
    if (asked.open >= mostAtOnce) {
      const why = `${mostAtOnce} ${this.#what} requests of this server wait for their answers already.`;
      throw new RequestRefusal('notPossible', why);
    }
    asked.starts = [...asked.starts, now];
    asked.open += 1;
    return () => void (asked.open -= 1);
  }
}
