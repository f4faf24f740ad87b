import type { Decision, Fingerprint, Pair, Withdrawal } from '../../core/consent/decision';
import type { Event } from '../../core/event';
import type { Disposable } from '../../core/lifecycle';
import type { Log } from '../../core/log';
import type { DecisionStore, UnreadablePairs } from '../../core/consent/decisionStore';
import { asRealPath } from '../../core/roots/realPath';
import type { Watched } from './head/outsideChanges';
import type { StoreHead } from './head/storeHead';
import type { PrivateFolder } from './privateFolder';
import { identityFields, parseIdentity } from './identityFields';
import type { Fields, Signer } from './signature';
import { SignedRecords, type RecordFormat, type UnreadableSubjects } from './signedRecords';

type Recorded = Decision | Withdrawal;

/**
 * Decisions for always: one signed record each in the `decisions` folder of the global storage (rule 6).
 * A withdrawal is a record too, and stays, so that an old grant put back beside it loses.
 */
export class DecisionFiles implements DecisionStore, Disposable {
  readonly #records: SignedRecords<Recorded>;
  #standing: { readonly of: readonly Recorded[]; readonly decisions: readonly Decision[] } | undefined;

  #unreadable: { readonly of: UnreadableSubjects; readonly pairs: UnreadablePairs } | undefined;

  private constructor(records: SignedRecords<Recorded>) {
    this.#records = records;
  }

  /**
   * Reads what is there. @param head left out: what is deleted or put back while no host runs is not noticed
   * @throws {UserError} when the folder cannot be used.
   */
  static async open(
    storage: PrivateFolder,
    signer: Signer,
    log: Log,
    head?: StoreHead,
  ): Promise<DecisionFiles> {
    const folder = await storage.child('decisions');
    return new DecisionFiles(
      await SignedRecords.open({ folder, signer, format, log, head: head?.of('decisions') }),
    );
  }

  /** The oldest decision first; the same array until something changes. */
  get standing(): readonly Decision[] {
    const recorded = this.#records.values;
    if (this.#standing?.of !== recorded) {
      const decisions = recorded.filter(isDecision).sort((a, b) => a.decidedAt - b.decidedAt);
      this.#standing = { of: recorded, decisions };
    }
    return this.#standing.decisions;
  }

  /** A record's name says whose it is also where its text cannot be believed. */
  get unreadable(): UnreadablePairs {
    const { unreadable } = this.#records;
    if (this.#unreadable?.of !== unreadable) {
      const has = (pair: Pair) => unreadable.has(subjectOf(pair));
      this.#unreadable = { of: unreadable, pairs: { has } };
    }
    return this.#unreadable.pairs;
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

  /** @throws {TypeError} as `write` */
  async writeAgain(decisions: readonly Decision[]): Promise<void> {
    await this.#records.writeWhere(
      decisions.filter(({ duration }) => duration === 'always'),
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

const cautionOf = { allow: 0, deny: 1, undecided: 2 } as const;

const format: RecordFormat<Recorded> = {
  noun: 'decision',
  subjectOf,
  fieldsOf: ({ server, folder, verdict, decidedAt, ...more }) => ({
    server,
    folder,
    verdict,
    decidedAt,
    ...identityFields(more),
  }),
  parse: parseRecorded,
  caution: ({ verdict }) => cautionOf[verdict],
  madeAt: ({ decidedAt }) => decidedAt,
};

function subjectOf({ server, folder }: Pair): readonly string[] {
  return ['decision', server, folder];
}

function isDecision(recorded: Recorded): recorded is Decision {
  return recorded.verdict !== 'undecided';
}

function parseRecorded({ server, folder, verdict, decidedAt, identity }: Fields): Recorded | undefined {
  if (typeof server !== 'string' || typeof folder !== 'string' || typeof decidedAt !== 'number')
    return undefined;
  const pair = { server: server as Fingerprint, folder: asRealPath(folder), decidedAt };
  if (verdict === 'undecided') return { ...pair, verdict };
  const meant = parseIdentity(identity);
  if (meant === undefined) return undefined;
  return verdict === 'allow' || verdict === 'deny'
    ? { ...pair, verdict, duration: 'always', ...meant }
    : undefined;
}
