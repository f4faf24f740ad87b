/** While one question is open, no other comes on top of it: it would take the first one away unanswered. */
export class OneQuestion {
  /** Resolves when the present question is over. */
  #open: Promise<void> | undefined;

  /** Asks, unless another question is open. @returns the answer; undefined when it was not asked */
  async put<T>(ask: () => Promise<T>): Promise<T | undefined> {
    if (this.#open !== undefined) return undefined;
    let close = () => {};
    this.#open = new Promise((resolve) => (close = resolve));
    try {
      return await ask();
    } finally {
      this.#open = undefined;
      close();
    }
  }

  /** Asks at once what the user began; nothing comes on top of it until it is over. */
  async ofUser<T>(ask: () => Promise<T>): Promise<T> {
    const answered = await this.put(async () => ({ answer: await ask() }));
    // Whoever begins something else has turned away from the question that was open.
    return answered === undefined ? ask() : answered.answer;
  }

  /** Asks once no other question is open. @throws what aborted the signal, when that comes first */
  async inTurn<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
    while (this.#open !== undefined) await this.#open;
    signal.throwIfAborted();
    const answered = await this.put(async () => ({ answer: await ask() }));
    return answered === undefined ? this.inTurn(ask, signal) : answered.answer;
  }
}
