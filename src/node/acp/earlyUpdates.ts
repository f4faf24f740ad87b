import { weightOfJson } from '../../core/jsonWeight';
import type { AgentUpdate } from './agentQuestions';

type Update = AgentUpdate['update'];

/** Limits on the updates that are kept; any further ones are dropped. */
const most = 1000;
const mostWeight = 16 * 1024 * 1024;

/**
 * Updates of a session that come before the answer that begins it: some agents send their commands then. They are kept
 * only while a session is being begun: at any other time, a session that is not open is not one of this window.
 */
export class EarlyUpdates {
  readonly #kept: { readonly sessionId: string; readonly update: Update }[] = [];
  #opening = 0;
  #weight = 0;

  /** Keeps updates while `open` runs. @param open gets a function that gives the kept updates of a session, in order */
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
