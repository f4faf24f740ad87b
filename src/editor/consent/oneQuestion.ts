/** Keeps one question from coming on top of another, which would close the first one unanswered. */
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

  /** Asks at once what the user began, even while another question is open. If none was, none comes on top of it. */
  async ofUser<T>(ask: () => Promise<T>): Promise<T> {
    const answered = await this.put(async () => ({ answer: await ask() }));
    // A user who begins something else has turned away from the question that was open.
    return answered === undefined ? ask() : answered.answer;
  }

  /** Asks once no other question is open. @throws the signal's reason, if it is aborted before */
  async inTurn<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
    while (this.#open !== undefined) await this.#open;
    signal.throwIfAborted();
    const answered = await this.put(async () => ({ answer: await ask() }));
    return answered === undefined ? this.inTurn(ask, signal) : answered.answer;
  }
}
