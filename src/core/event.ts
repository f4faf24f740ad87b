import { toDisposable, type Disposable } from './lifecycle';

/** Subscribes a listener; the result unsubscribes it. Shaped like VS Code's own, so that one reads like the other. */
export type Event<T> = (listener: (fact: T) => void) => Disposable;

/**
 * Announces facts. Each listener sees every fact in the order in which the facts became true, also when a
 * listener causes another one: that one waits until all have heard the first.
 */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(fact: T) => void>();
  readonly #waiting: T[] = [];
  #delivering = false;

  readonly event: Event<T> = (listener) => {
    const own = (fact: T) => listener(fact);
    this.#listeners.add(own);
    return toDisposable(() => this.#listeners.delete(own));
  };

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  /**
   * Delivers to every listener, even when one throws; the first error is thrown once all have heard. Whoever
   * unsubscribes meanwhile hears nothing more.
   */
  fire(fact: T): void {
    this.#waiting.push(fact);
    if (this.#delivering) return;
    this.#delivering = true;
    const errors: unknown[] = [];
    while (this.#waiting.length > 0) {
      for (const next of this.#waiting.splice(0)) {
        for (const listener of Array.from(this.#listeners)) {
          if (!this.#listeners.has(listener)) continue;
          try {
            listener(next);
          } catch (error) {
            errors.push(error);
          }
        }
      }
    }
    this.#delivering = false;
    if (errors.length > 0) throw errors[0];
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
