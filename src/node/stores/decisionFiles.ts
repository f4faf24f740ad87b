import type { Decision, Pair, Withdrawal } from '../../core/consent/decision';
import type { DecisionStore, UnreadablePairs } from '../../core/consent/decisionStore';
import type { Event } from '../../core/event';
import type { Disposable } from '../../core/lifecycle';
import type { Watched } from './head/outsideChanges';
import { decisions } from './recordKinds';
import { SignedRecords, type RecordGround } from './signedRecords';

type Recorded = Decision | Withdrawal;

/** Decisions for always. */
export class DecisionFiles implements DecisionStore, Disposable {
  readonly #records: SignedRecords<Recorded, Pair>;
  #standing: { readonly of: readonly Recorded[]; readonly decisions: readonly Decision[] } | undefined;

  private constructor(records: SignedRecords<Recorded, Pair>) {
    this.#records = records;
  }

  /** Reads what is there. @throws {UserError} when the folder cannot be used. */
  static async open(ground: RecordGround): Promise<DecisionFiles> {
    return new DecisionFiles(await SignedRecords.open(decisions, ground));
  }

  /** The oldest decision first; the same array until something changes. */
  get standing(): readonly Decision[] {
    const { values } = this.#records;
    if (this.#standing?.of !== values) {
      const held = values.filter(isDecision).sort((a, b) => a.decidedAt - b.decidedAt);
      this.#standing = { of: values, decisions: held };
    }
    return this.#standing.decisions;
  }

  /** A record's name says whose it is also where its text cannot be believed. */
  get unreadable(): UnreadablePairs {
    return this.#records.unreadable;
  }

  get onDidChange(): Event<void> {
    return this.#records.onDidChange;
  }

  /** @throws {TypeError} for a decision for the session: those are kept by the window's lease. */
  async write(records: readonly Recorded[]): Promise<void> {
    if (records.some((record) => isDecision(record) && record.duration !== 'always')) {
      throw new TypeError('A decision for the session is not for the store');
    }
    await this.#records.write(records);
  }

  /**
   * Leaves out decisions for the session.
   * @throws {UserError} when one could not be written; then it stands as before
   */
  async writeAgain(again: readonly Decision[]): Promise<void> {
    await this.#records.writeWhere(
      again.filter(({ duration }) => duration === 'always'),
      (decision, latest) => latest.decidedAt === decision.decidedAt && latest.verdict === decision.verdict,
    );
  }

  /** Resolves once `standing` says what is on disk now. Only needed where nobody listens to `onDidChange`. */
  refresh(): Promise<void> {
    return this.#records.refresh();
  }

  /** See `SignedRecords`. */
  get signed(): Watched {
    return this.#records;
  }

  dispose(): void {
    this.#records.dispose();
  }
}

function isDecision(recorded: Recorded): recorded is Decision {
  return recorded.verdict !== 'undecided';
}
