import { Emitter } from '../../../core/event';
import { Lifetime, type Disposable } from '../../../core/lifecycle';
import type { SignedRecords } from '../signedRecords';

/** The part of `SignedRecords` that tells whether something other than a window changed records of one kind. */
export type Watched = Pick<SignedRecords<object, object>, 'changedOutside' | 'acknowledge' | 'onDidChange'>;

/**
 * Everything in a store whose latest record is missing, edited or an older one: it was changed from outside, or a host
 * ended in the middle of a revocation. It counts as undecided until something is decided anew.
 */
export class OutsideChanges implements Disposable {
  readonly #parts: readonly Watched[];
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<void>());

  /** `count` may have changed. */
  readonly onDidChange = this.#changed.event;

  constructor(parts: readonly Watched[]) {
    this.#parts = parts;
    for (const part of parts) this.#lifetime.add(part.onDidChange(() => this.#changed.fire()));
  }

  /** How many of these changes the user has not seen yet. */
  get count(): number {
    return this.#parts.reduce((sum, { changedOutside }) => sum + changedOutside, 0);
  }

  /** The user has seen the changes. Their subjects stay undecided, also where what is missing comes back. */
  async acknowledge(): Promise<void> {
    await Promise.all(this.#parts.map((part) => part.acknowledge()));
    this.#changed.fire();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
