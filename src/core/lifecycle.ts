/** Something that holds on to a resource until it is disposed. Disposing twice does nothing more. */
export interface Disposable {
  dispose(): void;
}

/** Wraps a function as a `Disposable` that runs it once. */
export function toDisposable(run: () => void): Disposable {
  let pending: (() => void) | undefined = run;
  return {
    dispose: () => {
      const last = pending;
      pending = undefined;
      last?.();
    },
  };
}

/** Owns many disposables and ends them in the reverse of the order in which they came. */
export class Lifetime implements Disposable {
  #owned: Disposable[] | undefined = [];

  get ended(): boolean {
    return this.#owned === undefined;
  }

  /** Takes ownership and hands the thing back; what arrives after the end is disposed at once. */
  add<T extends Disposable>(owned: T): T {
    if (this.#owned === undefined) owned.dispose();
    else this.#owned.push(owned);
    return owned;
  }

  /** Ends all, even when one throws; the first error is thrown once nothing is left. */
  dispose(): void {
    const owned = this.#owned ?? [];
    this.#owned = undefined;
    const errors: unknown[] = [];
    for (const each of owned.toReversed()) {
      try {
        each.dispose();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}

/** Owns at most one replaceable thing: setting another disposes the one before. */
export class Slot<T extends Disposable> implements Disposable {
  #value: T | undefined;
  #ended = false;

  get value(): T | undefined {
    return this.#value;
  }

  set value(next: T | undefined) {
    const previous = this.#value;
    if (previous === next) return;
    this.#value = this.#ended ? undefined : next;
    previous?.dispose();
    if (this.#ended) next?.dispose();
  }

  dispose(): void {
    this.value = undefined;
    this.#ended = true;
  }
}
