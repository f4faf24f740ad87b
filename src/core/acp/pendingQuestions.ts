import { Emitter } from '../event';
import { toDisposable, type Disposable } from '../lifecycle';

/** A session of an agent. */
export interface SessionName {
  /** As the user knows it. */
  readonly agent: string;
  readonly sessionId: string;
}

/** A question of an agent that waits for the user's answer. */
export interface OpenQuestion<Q, A> {
  readonly question: Q;
  /** Less than that of every question that was put later, also of another kind where both count by the same counter. */
  readonly place: number;
  /** Aborted once the question is answered, or its answer is not needed any more. */
  readonly over: AbortSignal;
  /** The first answer counts; any later one is ignored. */
  readonly answer: (answer: A) => void;
}

/** How many questions of one agent may wait; any further one counts as unanswered at once. */
const mostOpen = 50;

/**
 * The questions of agents that wait for the user, oldest first. Several parts of the user interface can show the same
 * question; the first answer ends it for all. Without the user, a question ends as unanswered only when its answer is
 * not needed any more, when the agent has too many open questions, or at the end of this object.
 */
export class PendingQuestions<Q extends SessionName, A> implements Disposable {
  readonly #open = new Set<OpenQuestion<Q, A>>();
  readonly #taken = new Map<string, number>();
  readonly #changed = new Emitter<void>();
  readonly #unanswered: A;
  readonly #nextPlace: () => number;

  /** Fires when a question was added or is over, or when `isTaken` has changed for a session. */
  readonly onDidChange = this.#changed.event;

  /**
   * @param unanswered the answer that the agent gets where nobody answered
   * @param nextPlace counts the questions
   */
  constructor(unanswered: A, nextPlace = counter()) {
    this.#unanswered = unanswered;
    this.#nextPlace = nextPlace;
  }

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
      const open = { question, place: this.#nextPlace(), over: over.signal, answer };
      this.#open.add(open);
      signal.addEventListener('abort', leave);
      this.#changed.fire();
    });
  };

  /**
   * The caller shows the questions of this session in its conversation, so that nothing else shows them until this is
   * disposed.
   */
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

  /** Ends every question as unanswered. */
  dispose(): void {
    for (const each of this.open) each.answer(this.#unanswered);
    this.#changed.dispose();
  }
}

/** Gives a greater number each time. */
export function counter(): () => number {
  let last = 0;
  return () => (last += 1);
}

function keyOf({ agent, sessionId }: SessionName): string {
  return JSON.stringify([agent, sessionId]);
}
