import type { PlatformPath } from 'node:path';
import { Emitter } from '../event';
import { Lifetime, type Disposable } from '../lifecycle';
import type { Clock, DecisionStore, UnreadablePairs } from '../ports';
import type { RealPath } from '../roots/realPath';
import { asRealPath } from '../roots/realPath';
import type { Decision, Duration, Fingerprint, Pair, Verdict, Withdrawal } from './decision';

/** One answer of the user, before it is known for how long. */
export interface Choice extends Pair {
  readonly verdict: Verdict;
}

/**
 * What the user decided, for every server and folder: standing decisions from the store, and those of this window.
 * What takes something away holds at once, even when it cannot be written; what gives holds once it is safely kept.
 */
export class Ledger implements Disposable {
  readonly #store: DecisionStore;
  readonly #clock: Clock;
  readonly #path: PlatformPath;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<ReadonlySet<Fingerprint>>());
  /** Decisions of this window, and withdrawals that are on their way to the store. */
  readonly #window = new Map<string, Decision | Withdrawal>();
  /** Every server and folder that this window has said something about, also what left no trace: a withdrawal. */
  readonly #spokenOf = new Set<string>();
  /** How many writes are under way, by server and folder. */
  readonly #writing = new Map<string, number>();
  #lastWord = 0;
  /** What the store holds, found without looking through all of it; read anew when the store's list is another. */
  #standing: { readonly of: readonly Decision[]; readonly decisions: ByPair } = {
    of: [],
    decisions: new Map(),
  };
  #effective: ByPair = new Map();
  /** The store's list that `#effective` was made from. */
  #madeFrom: readonly Decision[] = [];
  #unreadable: UnreadablePairs;

  /** Fires with the servers for which something was decided otherwise. */
  readonly onDidChange = this.#changed.event;

  constructor(store: DecisionStore, clock: Clock, path: PlatformPath) {
    this.#store = store;
    this.#clock = clock;
    this.#path = path;
    this.#unreadable = store.unreadable;
    this.#lifetime.add(store.onDidChange(() => this.#refresh()));
    this.#refresh();
  }

  /** The decisions that end with this window. */
  get sessionDecisions(): readonly Decision[] {
    return [...this.#window.values()].filter((each) => each.verdict !== 'undecided');
  }

  /** Every decision in force. */
  get decisions(): readonly Decision[] {
    return [...this.#effective.values()].flatMap((folders) => [...folders.values()]);
  }

  /** Takes over decisions of this window that an extension host before this one left; what was decided since holds. */
  adopt(session: readonly Decision[]): void {
    const standing = new Map(this.#store.standing.map((decision) => [keyOf(decision), decision.decidedAt]));
    // A refusal for always is held in the window while it is written: what stands by now is not of the window any more.
    const stands = (decision: Decision) => (standing.get(keyOf(decision)) ?? -1) >= decision.decidedAt;
    this.#holdInWindow(
      session.filter((decision) => !this.#spokenOf.has(keyOf(decision)) && !stands(decision)),
    );
  }

  /** What was decided for exactly this server and folder. */
  decisionFor({ server, folder }: Pair): Decision | undefined {
    return this.#effective.get(server)?.get(folder);
  }

  /**
   * The decision for the folder itself or, without one, for the nearest folder around it: it covers what lies inside.
   * None where a record in between cannot be believed: it may have been a refusal, which a decision further out must
   * not overrule (design rules 1 and 6).
   */
  nearest({ server, folder }: Pair): Decision | undefined {
    const { unreadable } = this.#store;
    const folders = this.#effective.get(server);
    if (folders === undefined) return undefined;
    for (let path = folder; ;) {
      const decision = folders.get(path);
      if (decision !== undefined) return decision;
      if (unreadable.has({ server, folder: path })) return undefined;
      const parent = asRealPath(this.#path.dirname(path));
      if (parent === path) return undefined;
      path = parent;
    }
  }

  /**
   * Records answers of the user. Refusals hold at once.
   * @throws {UserError} when decisions for always could not be kept; grants among them do not hold then
   */
  async decide(choices: readonly Choice[], duration: Duration): Promise<void> {
    const decidedAt = this.#timeOfWord(choices);
    const decisions = choices.map((choice): Decision => ({ ...choice, duration, decidedAt }));
    if (duration === 'session') return this.#holdInWindow(decisions);
    this.#holdInWindow(decisions.filter(({ verdict }) => verdict === 'deny'));
    await this.#write(decisions);
    this.#letGoOfWindow(decisions);
  }

  /**
   * Takes decisions back: these folders are undecided again. Holds at once.
   * @throws {UserError} when it could not be kept; it then holds for this window only
   */
  async withdraw(pairs: readonly Pair[]): Promise<void> {
    const decidedAt = this.#timeOfWord(pairs);
    const records = pairs.map(({ server, folder }): Withdrawal => ({
      server,
      folder,
      verdict: 'undecided',
      decidedAt,
    }));
    this.#holdInWindow(records);
    // A grant that is being written stands when this is: it has to be followed by its withdrawal.
    const kept = (record: Withdrawal) =>
      this.#standingFor(record) !== undefined ||
      this.#store.unreadable.has(record) ||
      this.#writing.has(keyOf(record));
    await this.#write(records.filter(kept));
    this.#letGoOfWindow(records);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** Later than every earlier word of this window or about these pairs, also when the clock was set back. */
  #timeOfWord(pairs: readonly Pair[]): number {
    const keys = new Set(pairs.map(keyOf));
    for (const key of keys) this.#spokenOf.add(key);
    const earlier = pairs.flatMap((pair) => [this.#standingFor(pair), this.#window.get(keyOf(pair))]);
    this.#lastWord = earlier.reduce(
      (time, each) => (each === undefined ? time : Math.max(time, each.decidedAt + 1)),
      Math.max(this.#clock.now(), this.#lastWord + 1),
    );
    return this.#lastWord;
  }

  async #write(records: readonly (Decision | Withdrawal)[]): Promise<void> {
    const keys = records.map(keyOf);
    for (const key of keys) this.#writing.set(key, (this.#writing.get(key) ?? 0) + 1);
    try {
      await this.#store.write(records);
    } finally {
      for (const key of keys) {
        const others = (this.#writing.get(key) ?? 0) - 1;
        if (others > 0) this.#writing.set(key, others);
        else this.#writing.delete(key);
      }
    }
  }

  #holdInWindow(records: readonly (Decision | Withdrawal)[]): void {
    for (const record of records) this.#window.set(keyOf(record), record);
    this.#refreshPairs(records);
  }

  #letGoOfWindow(records: readonly (Decision | Withdrawal)[]): void {
    for (const record of records) {
      const held = this.#window.get(keyOf(record));
      if (held !== undefined && held.decidedAt <= record.decidedAt) this.#window.delete(keyOf(record));
    }
    this.#refreshPairs(records);
  }

  /** Takes over what the store holds now, and with it everything in force. */
  #refresh(): void {
    const before = this.#effective;
    this.#readStore();
    const { of, decisions } = this.#standing;
    this.#madeFrom = of;
    this.#effective = new Map([...decisions].map(([server, folders]) => [server, new Map(folders)]));
    for (const record of this.#window.values()) put(this.#effective, record, this.#inForce(record));
    const servers = new Set([...before.keys(), ...this.#effective.keys()]);
    // Whose record it is that cannot be believed is not known: it may be anyone's.
    const isAnyones = this.#unreadable !== this.#store.unreadable;
    this.#unreadable = this.#store.unreadable;
    const isOther = (server: Fingerprint) =>
      isAnyones || !sameFolders(before.get(server), this.#effective.get(server));
    this.#announce([...servers].filter(isOther));
  }

  /** What this window said about these: all else in force is as it was, unless the store has changed too. */
  #refreshPairs(pairs: readonly Pair[]): void {
    if (this.#store.standing !== this.#madeFrom) return this.#refresh();
    const changed = pairs.filter((pair) => {
      const [before, now] = [this.decisionFor(pair), this.#inForce(pair)];
      put(this.#effective, pair, now);
      return !sameDecision(before, now);
    });
    this.#announce(changed.map(({ server }) => server));
  }

  #announce(changed: readonly Fingerprint[]): void {
    if (changed.length > 0) this.#changed.fire(new Set(changed));
  }

  /** Where this window and another disagree, the later word holds, and the earlier one is over for good. */
  #inForce(pair: Pair): Decision | undefined {
    const own = this.#window.get(keyOf(pair));
    const standing = this.#standing.decisions.get(pair.server)?.get(pair.folder);
    if (own === undefined) return standing;
    if (standing !== undefined && standing.decidedAt > own.decidedAt) {
      this.#window.delete(keyOf(pair));
      return standing;
    }
    return own.verdict === 'undecided' ? undefined : own;
  }

  #standingFor({ server, folder }: Pair): Decision | undefined {
    this.#readStore();
    return this.#standing.decisions.get(server)?.get(folder);
  }

  #readStore(): void {
    const { standing } = this.#store;
    if (standing === this.#standing.of) return;
    const decisions: ByPair = new Map();
    for (const decision of standing) put(decisions, decision, decision);
    this.#standing = { of: standing, decisions };
  }
}

type ByPair = Map<Fingerprint, Map<RealPath, Decision>>;

function put(decisions: ByPair, { server, folder }: Pair, decision: Decision | undefined): void {
  const folders = decisions.get(server);
  if (decision === undefined) folders?.delete(folder);
  else if (folders === undefined) decisions.set(server, new Map([[folder, decision]]));
  else folders.set(folder, decision);
}

function keyOf({ server, folder }: Pair): string {
  return `${server}\0${folder}`;
}

function sameFolders(
  a: ReadonlyMap<RealPath, Decision> = new Map(),
  b: ReadonlyMap<RealPath, Decision> = new Map(),
): boolean {
  return a.size === b.size && [...a].every(([folder, decision]) => sameDecision(decision, b.get(folder)));
}

function sameDecision(a: Decision | undefined, b: Decision | undefined): boolean {
  return a?.verdict === b?.verdict && a?.duration === b?.duration;
}
