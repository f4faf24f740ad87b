import { Emitter } from '../event';
import { Lifetime, type Disposable } from '../lifecycle';
import type { Decision, Pair } from './decision';
import type { Ledger } from './ledger';
import { keyOf } from './byPair';

const durations = ['session', 'always'] as const;

/** "Revoke Everything", which can be undone as long as this window lives. */
export class Revocation implements Disposable {
  readonly #ledger: Ledger;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<void>());
  #taken = new Map<string, Decision>();
  /** Every server and folder that was decided about in this window. */
  readonly #spokenOf = new Set<string>();

  /** Fires when what `undo` would put back may have changed. */
  readonly onDidChange = this.#changed.event;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
    this.#lifetime.add(ledger.onDidSay((words) => this.#leaveOut(words)));
    this.#lifetime.add(ledger.onDidChange(() => this.#changed.fire()));
  }

  /** The decisions that `undo` would put back: those of the last revocation about which nothing was decided since. */
  get restorable(): readonly Decision[] {
    return [...this.#taken.values()].filter((each) => this.#ledger.decisionFor(each) === undefined);
  }

  /** Takes over what the previous extension host of this window revoked, unless something was revoked since. */
  adopt(revoked: readonly Decision[]): void {
    if (this.#taken.size > 0 || revoked.length === 0) return;
    this.#taken = byPair(revoked.filter((each) => !this.#spokenOf.has(keyOf(each))));
    this.#changed.fire();
  }

  /**
   * Takes every decision back. Holds at once.
   * @throws {UserError} when it could not be kept; it then holds for this window only
   */
  async revokeAll(): Promise<void> {
    const all = this.#ledger.decisions;
    const withdrawing = this.#ledger.withdraw(all);
    this.#taken = byPair(all);
    this.#changed.fire();
    await withdrawing;
  }

  /**
   * Puts back what the last revocation took, each decision with its duration, and nothing else. Refusals come first, so
   * that no grant shows for a moment what was refused inside it.
   * @throws {UserError} when decisions for always could not be kept; grants among them do not hold then
   */
  async undo(): Promise<void> {
    const decisions = this.restorable;
    for (const verdict of ['deny', 'allow'] as const) {
      for (const duration of durations) {
        const own = decisions.filter((each) => each.verdict === verdict && each.duration === duration);
        const choices = own.map(({ server, folder, identity }) => {
          return { server, folder, verdict, ...(identity !== undefined && { identity }) };
        });
        if (choices.length > 0) await this.#ledger.decide(choices, duration);
      }
    }
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #leaveOut(pairs: readonly Pair[]): void {
    for (const pair of pairs) this.#spokenOf.add(keyOf(pair));
    if (pairs.filter((pair) => this.#taken.delete(keyOf(pair))).length > 0) this.#changed.fire();
  }
}

function byPair(decisions: readonly Decision[]): Map<string, Decision> {
  return new Map(decisions.map((decision) => [keyOf(decision), decision]));
}
