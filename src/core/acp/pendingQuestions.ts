import { Emitter } from '../event';
import { toDisposable, type Disposable } from '../lifecycle';

/** Which session of which agent. */
export interface SessionName {
  /** As the user knows it. */
  readonly agent: string;
  readonly sessionId: string;
}

/** A question of an agent that waits for the user. */
export interface OpenQuestion<Q, A> {
  readonly question: Q;
  /** Aborted once it is answered, by whoever was first, or nobody waits for the answer any more. */
  readonly over: AbortSignal;
  /** The first answer counts; a later one, or one that comes too late, does nothing. */
  readonly answer: (answer: A) => void;
}

/** Questions of one agent that wait; one more is not put. */
const mostOpen = 50;

/**
 * The questions of agents that are open, oldest first, for whoever shows them: several faces can show one question, and
 * it is over for all of them when one of them answers. Nothing is answered here by itself but what nobody waits for, and
 * what an agent asks that asks too much at once.
 */
export class PendingQuestions<Q extends SessionName, A> implements Disposable {
  readonly #open = new Set<OpenQuestion<Q, A>>();
  readonly #taken = new Map<string, number>();
  readonly #changed = new Emitter<void>();
  readonly #unanswered: A;

  /** Fires when a question came, or was over, or another face shows those of a session. */
  readonly onDidChange = this.#changed.event;

  /** @param unanswered what the agent hears where nobody answered */
  constructor(unanswered: A) {
    this.#unanswered = unanswered;
  }

  /** Those that wait, oldest first. */
  get open(): readonly OpenQuestion<Q, A>[] {
    return [...this.#open];
  }

  /** Puts a question. @param signal aborts when the answer is not needed any more */
  readonly ask = (question: Q, signal: AbortSignal): Promise<A> => {
    const ofAgent = this.open.filter((open) => open.question.agent === question.agent).length;
    if (signal.aborted || ofAgent >= mostOpen) return Promise.resolve(this.#unanswered);
    const over = new AbortController();
    return new Promise((resolve) => {
      const answer = (given: A) => {
        if (!this.#open.delete(open)) return;
        signal.removeEventListener('abort', leave);
        resolve(given);
        over.abort();
        this.#changed.fire();
      };
      const leave = () => answer(this.#unanswered);
      const open = { question, over: over.signal, answer };
      this.#open.add(open);
      signal.addEventListener('abort', leave);
      this.#changed.fire();
    });
  };

  /** Somebody shows the questions of this session by himself, where the conversation is: no other face puts them. */
  take(session: SessionName): Disposable {
    const key = keyOf(session);
    const count = (by: 1 | -1) => {
      this.#taken.set(key, (this.#taken.get(key) ?? 0) + by);
      this.#changed.fire();
    };
    count(1);
    return toDisposable(() => count(-1));
  }

  isTaken(session: SessionName): boolean {
    return (this.#taken.get(keyOf(session)) ?? 0) > 0;
  }

  /** Leaves every question unanswered. */
  dispose(): void {
    for (const each of this.open) each.answer(this.#unanswered);
    this.#changed.dispose();
  }
}

function keyOf({ agent, sessionId }: SessionName): string {
  return JSON.stringify([agent, sessionId]);
}
