import { Slot, type Disposable } from '../../core/lifecycle';
import type { Clock } from '../../core/clock';

/** How long one request of ours may still wait. */
interface Watched extends Disposable {
  /** The server reported progress: the request may wait as long again. */
  renew(): void;
}

/**
 * How long answers of a server are waited for. While the server itself waits for an answer of ours, a person's or a
 * model's, no time passes: it can hardly answer before.
 */
export class ResponseTimeout {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #watched = new Set<() => void>();
  #askedOfUs = 0;

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock;
  }

  /** Gives up after so many milliseconds in which nothing was heard, unless disposed before. */
  watch(milliseconds: number, giveUp: () => void): Watched {
    const timer = new Slot<Disposable>();
    const renew = () => {
      timer.value = this.#askedOfUs > 0 ? undefined : this.#clock.after(milliseconds, giveUp);
    };
    this.#watched.add(renew);
    renew();
    return {
      renew,
      dispose: () => {
        this.#watched.delete(renew);
        timer.dispose();
      },
    };
  }

  /** Suspends all timeouts while the server waits for this answer. */
  async during<T>(answer: () => Promise<T>): Promise<T> {
    this.#turn(1);
    try {
      return await answer();
    } finally {
      this.#turn(-1);
    }
  }

  #turn(by: 1 | -1): void {
    this.#askedOfUs += by;
    for (const renew of this.#watched) renew();
  }
}
