import type { PlatformPath } from 'node:path';
import { Emitter } from '../event';
import { messageOf, UserError } from '../errors';
import { Lifetime, Slot, type Disposable } from '../lifecycle';
import type { Clock } from '../clock';
import type { DecisionStore, UnreadablePairs } from './decisionStore';
import type { WindowState } from './windowLease';
import { isFolder } from '../roots/grantable';
import { asRealPath } from '../roots/realPath';
import { keyOf, put, sameDecision, sameFolders, type ByPair } from './byPair';
import type { Decision, Duration, Fingerprint, Pair, Verdict, Withdrawal } from './decision';
import type { FolderIdentity } from '../roots/folderStat';
import { UnsavedRevocations, type TakenAway } from './unsavedRevocations';

/** How soon a failed write of a refusal or withdrawal is tried again, in milliseconds; twice as long each time. */
const firstRetry = 1000;
const lastRetry = 30_000;

/** One answer of the user, without its duration. */
export interface Choice extends Pair {
  readonly verdict: Verdict;
  /** Of a grant: the directory that the user was shown. */
  readonly identity?: FolderIdentity;
}

/** A grant and the directory that it is for. */
export type BoundGrant = Decision & { readonly identity: FolderIdentity };

/**
 * What the user decided, for every server and folder: standing decisions from the store, and those of this window.
 * Refusals and withdrawals hold at once, even when they cannot be written; a grant for always holds once it is safely
 * kept.
 */
export class Ledger implements Disposable {
  readonly #store: DecisionStore;
  readonly #clock: Clock;
  readonly #path: PlatformPath;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<ReadonlySet<Fingerprint>>());
  readonly #said = this.#lifetime.add(new Emitter<readonly (Decision | Withdrawal)[]>());
  /** Decisions for the session, and refusals and withdrawals that are on their way to the store. */
  readonly #window = new Map<string, Decision | Withdrawal>();
  /** Every server and folder that was decided about in this window; also by a withdrawal, which leaves no decision. */
  readonly #spokenOf = new Set<string>();
  /** Grants for always that are being written. `onDidSay` tells each once it stands, before `onDidChange` does. */
  readonly #unsaid = new Set<Decision>();
  /** How many writes are under way, by server and folder. */
  readonly #writing = new Map<string, number>();
  /** What was taken away and is not safely kept yet. */
  readonly unkept = this.#lifetime.add(new UnsavedRevocations());
  readonly #retry = this.#lifetime.add(new Slot());
  #patience = firstRetry;
  #lastWord = 0;
  /** What the store holds, by server and folder; made anew when the store has another list. */
  #standing: { readonly of: readonly Decision[]; readonly decisions: ByPair } = {
    of: [],
    decisions: new Map(),
  };
  /** Grants for which this window found out which directory they are for, by server and folder. */
  readonly #bound = new Map<string, BoundGrant>();
  #effective: ByPair = new Map();
  /** The store's list that `#effective` was made from. */
  #madeFrom: readonly Decision[] = [];
  #unreadable: UnreadablePairs;

  /** Fires with the servers for which a decision, or a record that cannot be read, may have changed. */
  readonly onDidChange = this.#changed.event;

  /** Fires with what the user decided in this window, before it takes effect; a grant for always: once it is kept. */
  readonly onDidSay = this.#said.event;

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
    return [...this.#window.values()].flatMap((each) =>
      each.verdict !== 'undecided' && each.duration === 'session' ? this.#withFolder(each) : [],
    );
  }

  /** Every decision in force. */
  get decisions(): readonly Decision[] {
    return [...this.#effective.values()].flatMap((folders) => [...folders.values()]);
  }

  /**
   * Takes over what the previous extension host of this window left: decisions for the session, and refusals and
   * withdrawals that could not be kept, which are tried again at once. What was decided since holds.
   */
  adopt({ sessionDecisions, unkept }: Pick<WindowState, 'sessionDecisions' | 'unkept'>): void {
    const standing = new Map(this.#store.standing.map((decision) => [keyOf(decision), decision.decidedAt]));
    // A decision for the session is over where one in the store is as late or later.
    const stands = (decision: Decision) => (standing.get(keyOf(decision)) ?? -1) >= decision.decidedAt;
    this.#holdInWindow(
      sessionDecisions.filter((decision) => !this.#spokenOf.has(keyOf(decision)) && !stands(decision)),
    );
    const due = unkept.filter((word) => this.#isToBeKept(word));
    this.#holdInWindow(due.filter((word) => !this.#spokenOf.has(keyOf(word))));
    this.unkept.add(due);
    if (due.length > 0) void this.keepAgain();
  }

  /** Tries again to write refusals and withdrawals that are not kept; later again where that fails. Never throws. */
  async keepAgain(): Promise<void> {
    const words = this.unkept.words.filter((word) => !this.#writing.has(keyOf(word)));
    const due = words.filter((word) => this.#isToBeKept(word));
    const done = words.filter((word) => !due.includes(word));
    this.#letGoOfWindow(done);
    this.unkept.settle(done);
    if (due.length === 0) return;
    try {
      await this.#write(due);
      this.#letGoOfWindow(due);
    } catch {
      // `unkept` says that it failed, and another try is set.
    }
  }

  /** What was decided for exactly this server and folder. */
  decisionFor({ server, folder }: Pair): Decision | undefined {
    return this.#effective.get(server)?.get(folder);
  }

  /**
   * The decision for the folder itself or, without one, for the nearest folder around it: it covers what lies inside.
   * Undefined where a record in between cannot be read or verified: it may have been a refusal, which a decision
   * further out must not overrule (rules 1 and 6).
   */
  nearest({ server, folder }: Pair): Decision | undefined {
    const { unreadable } = this.#store;
    const folders = this.#effective.get(server);
    if (folders === undefined) return undefined;
    for (let path = folder; ;) {
      const decision = folders.get(path);
      if (decision !== undefined) return decision;
      if (unreadable.has({ server, folder: path }) || !isFolder(path)) return undefined;
      const parent = asRealPath(this.#path.dirname(path));
      if (parent === path) return undefined;
      path = parent;
    }
  }

  /** The nearest grant around a folder that is refused, by itself or by a folder around it. */
  grantAround({ server, folder }: Pair): Decision | undefined {
    for (let path = folder; ;) {
      const decision = this.nearest({ server, folder: path });
      if (decision === undefined || decision.verdict === 'allow') return decision;
      if (!isFolder(decision.folder)) return undefined;
      path = asRealPath(this.#path.dirname(decision.folder));
      if (path === decision.folder) return undefined;
    }
  }

  /**
   * Records answers of the user. Refusals hold at once.
   * @throws {UserError} when decisions for always could not be kept: grants among them do not hold then, refusals do,
   * and keeping them is tried again
   */
  async decide(choices: readonly Choice[], duration: Duration): Promise<void> {
    const decidedAt = this.#timeOfWord(choices);
    const decisions = choices.map((choice): Decision => ({ ...choice, duration, decidedAt }));
    const isSession = duration === 'session';
    const atOnce = isSession ? decisions : decisions.filter(({ verdict }) => verdict === 'deny');
    this.#sayAndHold(atOnce);
    if (isSession) return;
    this.unkept.add(atOnce);
    const grants = decisions.filter(({ verdict }) => verdict === 'allow');
    for (const grant of grants) this.#unsaid.add(grant);
    try {
      await this.#write(decisions);
      this.#sayGrants(grants);
      this.#letGoOfWindow(decisions);
    } finally {
      for (const grant of grants) this.#unsaid.delete(grant);
    }
  }

  /**
   * Adds to grants which directory they are for. This grants nothing and takes nothing away: it holds at once in this
   * window, and for others as soon as it is kept, where the same decision still stands.
   * @param kept the grants for which other windows are to know it too
   */
  bind(grants: readonly BoundGrant[], kept: readonly BoundGrant[]): void {
    for (const grant of grants) this.#bound.set(keyOf(grant), grant);
    this.#refreshPairs(grants);
    const always = kept.filter(({ duration }) => duration === 'always');
    // If that cannot be kept, the next window may have to ask again; nothing is granted by it.
    if (always.length > 0) this.#store.writeAgain(always).catch(() => undefined);
  }

  /**
   * Takes decisions back: these folders are undecided again. Holds at once.
   * @throws {UserError} when it could not be kept; it then holds for this window only, and keeping it is tried again
   */
  async withdraw(pairs: readonly Pair[]): Promise<void> {
    const decidedAt = this.#timeOfWord(pairs);
    const records = pairs.map(({ server, folder }): Withdrawal => ({
      server,
      folder,
      verdict: 'undecided',
      decidedAt,
    }));
    this.#sayAndHold(records);
    // A grant that is still being written will stand in the store: its withdrawal has to be written after it.
    const kept = (record: Withdrawal) =>
      this.#standingFor(record) !== undefined ||
      this.#store.unreadable.has(record) ||
      this.#writing.has(keyOf(record));
    const written = records.filter(kept);
    this.unkept.add(written);
    await this.#write(written);
    this.#letGoOfWindow(records);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** The decisions hold even if a listener of `onDidSay` throws. */
  #sayAndHold(words: readonly (Decision | Withdrawal)[]): void {
    try {
      this.#say(words);
    } finally {
      this.#holdInWindow(words);
    }
  }

  /** Tells those of these grants for always that were not told yet. */
  #sayGrants(grants: readonly Decision[]): void {
    const due = grants.filter((grant) => this.#unsaid.delete(grant));
    this.#say(due);
  }

  #say(words: readonly (Decision | Withdrawal)[]): void {
    if (words.length > 0) this.#said.fire(words);
  }

  /** A time for a new decision: later than all earlier ones of this window or about these pairs, whatever the clock. */
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
      this.unkept.settle(records);
      this.#patience = firstRetry;
    } catch (cause) {
      const taken = records.filter(({ verdict }) => verdict !== 'allow');
      this.unkept.fail(taken);
      if (taken.length === 0 || this.#lifetime.ended) throw cause;
      this.#retry.value = this.#clock.after(this.#patience, () => void this.keepAgain());
      this.#patience = Math.min(2 * this.#patience, lastRetry);
      throw new UserError(
        `${messageOf(cause)} What you took away stays taken away in this window; saving it is tried again.`,
        { cause },
      );
    } finally {
      for (const key of keys) {
        const others = (this.#writing.get(key) ?? 0) - 1;
        if (others > 0) this.#writing.set(key, others);
        else this.#writing.delete(key);
      }
    }
  }

  /** Does the store still have to take up this refusal or withdrawal? */
  #isToBeKept(word: TakenAway): boolean {
    const standing = this.#standingFor(word);
    if (standing !== undefined) return standing.decidedAt < word.decidedAt;
    return word.verdict === 'deny' || this.#store.unreadable.has(word);
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
    for (const pair of [...this.#window.values(), ...this.#bound.values()]) {
      put(this.#effective, pair, this.#inForce(pair));
    }
    const servers = new Set([...before.keys(), ...this.#effective.keys()]);
    // It is not known which server an unreadable record is about, so it may be any.
    const isAnyones = this.#unreadable !== this.#store.unreadable;
    this.#unreadable = this.#store.unreadable;
    const isOther = (server: Fingerprint) =>
      isAnyones || !sameFolders(before.get(server), this.#effective.get(server));
    try {
      const stands = (grant: Decision) => this.#standingFor(grant)?.decidedAt === grant.decidedAt;
      this.#sayGrants([...this.#unsaid].filter(stands));
    } finally {
      this.#announce([...servers].filter(isOther));
    }
  }

  /** Computes anew what is in force for these pairs; for all of them if the store has changed too. */
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

  /** The decision that holds for a pair. One of this window that the store's decision overrules is dropped for good. */
  #inForce(pair: Pair): Decision | undefined {
    const own = this.#window.get(keyOf(pair));
    const standing = this.#standing.decisions.get(pair.server)?.get(pair.folder);
    if (own === undefined) return standing && this.#withFolder(standing);
    if (standing !== undefined && overrules(standing, own)) {
      this.#window.delete(keyOf(pair));
      return this.#withFolder(standing);
    }
    return own.verdict === 'undecided' ? undefined : this.#withFolder(own);
  }

  #withFolder(decision: Decision): Decision {
    const bound = this.#bound.get(keyOf(decision));
    const isOfIt = bound?.decidedAt === decision.decidedAt && decision.verdict === 'allow';
    return isOfIt ? { ...decision, identity: bound.identity } : decision;
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

/** The later word holds; of two in one millisecond the more cautious one, as in the store. */
function overrules(standing: Decision, own: Decision | Withdrawal): boolean {
  if (standing.decidedAt !== own.decidedAt) return standing.decidedAt > own.decidedAt;
  return standing.verdict === 'deny' && own.verdict === 'allow';
}
