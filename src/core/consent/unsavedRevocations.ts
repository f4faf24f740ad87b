import { Emitter } from '../event';
import type { Disposable } from '../lifecycle';
import { keyOf } from './byPair';
import type { Decision, Withdrawal } from './decision';

/** A decision that takes something away: a refusal for always, or a withdrawal. */
export type TakenAway = Decision | Withdrawal;

/**
 * What the user took away and what is not safely written yet. It holds meanwhile, but only in this window and in what
 * this window hands to its successor (rule 7).
 */
export class UnsavedRevocations implements Disposable {
  readonly #changed = new Emitter<void>();
  readonly #words = new Map<string, { readonly word: TakenAway; readonly failed: boolean }>();

  /** Fires when another decision has to be kept, was kept, or could not be. */
  readonly onDidChange = this.#changed.event;

  /** Everything that is not on disk for certain. */
  get words(): readonly TakenAway[] {
    return [...this.#words.values()].map(({ word }) => word);
  }

  /** What could not be written at the last try. */
  get failed(): readonly TakenAway[] {
    return [...this.#words.values()].flatMap(({ word, failed }) => (failed ? word : []));
  }

  add(words: readonly TakenAway[]): void {
    for (const word of words) this.#words.set(keyOf(word), { word, failed: false });
    if (words.length > 0) this.#changed.fire();
  }

  /** Writing these has failed. */
  fail(words: readonly (Decision | Withdrawal)[]): void {
    const failing = words.filter((each) => this.#words.get(keyOf(each))?.word === each);
    for (const word of failing) this.#words.set(keyOf(word), { word, failed: true });
    if (failing.length > 0) this.#changed.fire();
  }

  /** These were written: they, and earlier decisions about the same pairs, need not be kept here any more. */
  settle(words: readonly (Decision | Withdrawal)[]): void {
    const settled = words.filter((each) => {
      const held = this.#words.get(keyOf(each));
      return held !== undefined && held.word.decidedAt <= each.decidedAt && this.#words.delete(keyOf(each));
    });
    if (settled.length > 0) this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
