import type { Fingerprint } from '../consent/decision';
import { RequestRefusal } from '../session/requestRefusal';

/** Of one server, however much it is allowed (MCP, client/sampling and client/elicitation, security: rate limits). */
const mostPerMinute = 10;
const mostAtOnce = 3;
const minute = 60_000;

interface Asked {
  starts: readonly number[];
  open: number;
}

/** Lets no server ask too often, or too much at once. */
export class RequestLimit {
  readonly #what: string;
  readonly #asked = new Map<Fingerprint, Asked>();

  /** @param what is asked for: `sampling`, for the sentences that the server reads */
  constructor(what: string) {
    this.#what = what;
  }

  /**
   * A request begins.
   * @param now milliseconds since the epoch
   * @returns what tells that it is over
   * @throws {RequestRefusal} when it is one too many
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
