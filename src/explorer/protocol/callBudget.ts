/**
 * Limits how often something happens: `burst` times at once, and `perSecond` times a second in the long run.
 * MCP specification, server/tools, security considerations: servers must rate limit tool invocations.
 */
export class CallBudget {
  readonly #burst: number;
  readonly #perSecond: number;
  readonly #now: () => number;
  #left: number;
  #countedAt: number;

  /** @param now the milliseconds of a clock that never goes back */
  constructor(burst: number, perSecond: number, now: () => number = () => performance.now()) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#now = now;
    this.#left = burst;
    this.#countedAt = now();
  }

  /** Whether one more is within the limit; if so, it is counted. */
  spend(): boolean {
    const now = this.#now();
    this.#left = Math.min(this.#burst, this.#left + ((now - this.#countedAt) / 1000) * this.#perSecond);
    this.#countedAt = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
