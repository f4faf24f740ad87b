/** While one question is open, no other comes on top of it: it would take the first one away unanswered. */
export class OneQuestion {
  #open = false;

  /** Asks, unless another question is open. @returns the answer; undefined when it was not asked */
  async put<T>(ask: () => Promise<T>): Promise<T | undefined> {
    if (this.#open) return undefined;
    this.#open = true;
    try {
      return await ask();
    } finally {
      this.#open = false;
    }
  }
}
