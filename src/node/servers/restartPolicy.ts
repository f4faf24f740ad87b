import type { Lifetime } from '../../core/lifecycle';
import type { Clock } from '../../core/clock';

/** Milliseconds before each further start after a crash. When they are used up, the server has failed. */
const delays = [250, 1000, 3000];

/** When the last crash is longer ago than this, in milliseconds, crashes are counted anew. */
const wellAfter = 60_000;

/** Decides whether a crashed server is started again, and when. */
export class RestartPolicy {
  readonly #clock: Clock;
  #crashes = 0;
  #lastCrash = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Waits for the time of the next start.
   * @returns whether to start again; never resolves when `owner` ends first
   */
  next(owner: Lifetime): Promise<boolean> {
    const now = this.#clock.now();
    if (now - this.#lastCrash > wellAfter) this.#crashes = 0;
    this.#lastCrash = now;
    const delay = delays[this.#crashes];
    this.#crashes += 1;
    if (delay === undefined) return Promise.resolve(false);
    return new Promise((resolve) => owner.add(this.#clock.after(delay, () => resolve(true))));
  }
}
