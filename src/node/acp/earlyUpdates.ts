import { weightOfJson } from '../../core/jsonWeight';
import type { AgentUpdate } from './agentQuestions';

type Update = AgentUpdate['update'];

/**
 * Updates that are kept at most, and characters of them; an agent that has more to say first has no session yet, and says
 * the rest to nobody.
 */
const most = 1000;
const mostWeight = 16 * 1024 * 1024;

/**
 * What an agent tells of a session before the answer that opens it: agents name their commands then. Kept only while a
 * session is being opened, since any other session that is not open is none of this window.
 */
export class EarlyUpdates {
  readonly #kept: { readonly sessionId: string; readonly update: Update }[] = [];
  #opening = 0;
  #weight = 0;

  /** Keeps what comes while a session is being opened. @param open is given what came of a session, in order */
  async during<T>(open: (of: (sessionId: string) => readonly Update[]) => Promise<T>): Promise<T> {
    this.#opening += 1;
    try {
      return await open((sessionId) =>
        this.#kept.filter((each) => each.sessionId === sessionId).map(({ update }) => update),
      );
    } finally {
      this.#opening -= 1;
      if (this.#opening === 0) {
        this.#kept.length = 0;
        this.#weight = 0;
      }
    }
  }

  add(sessionId: string, update: Update): void {
    if (this.#opening === 0 || this.#kept.length >= most) return;
    const weight = weightOfJson(update, mostWeight - this.#weight) + sessionId.length;
    if (weight > mostWeight - this.#weight) return;
    this.#weight += weight;
    this.#kept.push({ sessionId, update });
  }
}
