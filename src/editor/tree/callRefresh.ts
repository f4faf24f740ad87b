import { Slot, type Disposable } from '../../core/lifecycle';
import type { Clock } from '../../core/clock';
import type { ToolCalls } from '../../core/session/toolCalls';
import { callWords, slowAfter, type CallWords } from './callWords';

interface Caller {
  readonly calls: Pick<ToolCalls, 'open' | 'ended'>;
}

/**
 * Has lines drawn again for calls of tools: twice a second at most, however many calls there are, and only where a line
 * would change. No timer runs while no call begins or ends.
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

  /** To be called when a call of a tool begins or ends. */
  called(caller: C): void {
    this.#due.add(caller);
    this.#lookLater();
  }

  /** What the line says of calls. That is remembered as what the line shows. */
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
      // A call that began a moment ago may still become slow: looks at it again.
      if (calls.open.every(({ since }) => now - since >= slowAfter)) this.#due.delete(caller);
    }
    if (this.#due.size > 0) this.#lookLater();
  }
}
