import { Slot, type Disposable } from '../../core/lifecycle';
import type { Clock } from '../../core/clock';
import type { ToolCalls } from '../../core/session/toolCalls';
import { callWords, slowAfter, type CallWords } from './callWords';

interface Caller {
  readonly calls: Pick<ToolCalls, 'open' | 'ended'>;
}

/**
 * Has lines drawn again for calls of tools: not for each of however many there are, but twice a second at most, and
 * only where a line would read otherwise. Nothing ticks while nothing begins or ends.
 */
export class CallRefresh<C extends Caller> implements Disposable {
  readonly #clock: Clock;
  readonly #refresh: (caller: C) => void;
  readonly #due = new Set<C>();
  readonly #shown = new WeakMap<C, string>();
  readonly #look = new Slot();

  constructor(clock: Clock, refresh: (caller: C) => void) {
    this.#clock = clock;
    this.#refresh = refresh;
  }

  /** A call of this one has begun or ended. */
  called(caller: C): void {
    this.#due.add(caller);
    this.#lookLater();
  }

  /** What its line says of calls; remembered as what is shown. */
  words(caller: C): CallWords {
    const words = callWords(caller.calls, this.#clock.now());
    this.#shown.set(caller, JSON.stringify(words));
    return words;
  }

  dispose(): void {
    this.#look.dispose();
  }

  #lookLater(): void {
    this.#look.value ??= this.#clock.after(slowAfter, () => this.#lookAtAll());
  }

  #lookAtAll(): void {
    this.#look.value = undefined;
    const now = this.#clock.now();
    for (const caller of this.#due) {
      const { calls } = caller;
      if (JSON.stringify(callWords(calls, now)) !== this.#shown.get(caller)) this.#refresh(caller);
      // What has begun a moment ago may still become slow.
      if (calls.open.every(({ since }) => now - since >= slowAfter)) this.#due.delete(caller);
    }
    if (this.#due.size > 0) this.#lookLater();
  }
}
