import type { AgentUpdate } from './agentQuestions';

type Update = AgentUpdate['update'];

/** Updates that are kept at most; an agent that has more to say first has no session yet. */
const most = 1000;

/**
 * What an agent tells of a session before the answer that opens it: agents name their commands then. Kept only while a
 * session is being opened, since any other session that is not open is none of this window.
 */
export class EarlyUpdates {
  readonly #kept: { readonly sessionId: string; readonly update: Update }[] = [];
  #opening = 0;

  /** Keeps what comes while a session is being opened. @param open is given what came of a session, in order */
  async during<T>(open: (of: (sessionId: string) => readonly Update[]) => Promise<T>): Promise<T> {
    this.#opening += 1;
    try {
      return await open((sessionId) =>
        this.#kept.filter((each) => each.sessionId === sessionId).map(({ update }) => update),
      );
    } finally {
      this.#opening -= 1;
      if (this.#opening === 0) this.#kept.length = 0;
    }
  }

  add(sessionId: string, update: Update): void {
    if (this.#opening > 0 && this.#kept.length < most) this.#kept.push({ sessionId, update });
  }
}
