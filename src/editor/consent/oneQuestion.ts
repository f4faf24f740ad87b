/**
 * Keeps one question from coming on top of another, which would close the first one unanswered. Only what the user
 * begins comes on top.
 */
export class OneQuestion {
  /** One for each question that is not over, in the order in which they began; resolves when it is. */
  readonly #open = new Set<Promise<void>>();

  /** Is a question open? */
  get isAsking(): boolean {
    return this.#open.size > 0;
  }

  /** Asks, unless another question is open. @returns the answer; undefined when it was not asked */
  async put<T>(ask: () => Promise<T>): Promise<T | undefined> {
    return this.#open.size > 0 ? undefined : this.#asked(ask);
  }

  /** Asks at once what the user began, even while another question is open. Nobody else asks until it is over. */
  ofUser<T>(ask: () => Promise<T>): Promise<T> {
    // A user who begins something else has turned away from the question that was open: its end, which comes while this
    // one is shown, must not let a third one in.
    return this.#asked(ask);
  }

  /** Asks once no other question is open. @throws the signal's reason, if it is aborted before */
  async inTurn<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
    for (let [open] = this.#open; open !== undefined; [open] = this.#open) await open;
    signal.throwIfAborted();
    return this.#asked(ask);
  }

  async #asked<T>(ask: () => Promise<T>): Promise<T> {
    let close = () => {};
    const over = new Promise<void>((resolve) => (close = resolve));
    this.#open.add(over);
    try {
      return await ask();
    } finally {
      this.#open.delete(over);
      close();
    }
  }
}
