import type { Disclosure, DisclosureEvent } from './disclosure';
import { BoundedMap } from '../boundedMap';
import { Emitter } from '../event';
import { Lifetime, Slot, type Disposable } from '../lifecycle';
import type { Clock } from '../clock';
import { joinedEnds } from './callEnds';
import { FirstWords } from './firstWords';
import { Knowledge, type SessionKnowledge } from './knowledge';
import { recordable, sameEvent, type RecordEntry } from './recordEntry';

/** How many entries are kept for each server besides those that are never dropped. */
const kept = 500;
/** While something goes on and on, its count is announced this often, in milliseconds. */
const countEvery = 10_000;

/** An entry whose count still grows. */
interface Row extends Omit<RecordEntry, 'times' | 'until' | 'what'> {
  times: number;
  until: number;
  what: DisclosureEvent;
}

/** What is kept of one server. */
interface Kept {
  rows: Row[];
  /** The entries by which it was told of a folder for the first time in a session. */
  readonly firstWords: FirstWords<Row>;
}

/** A fact as it came, and its entry. */
interface Entered {
  readonly fact: Disclosure;
  readonly row: Row;
}

/** What is needed to tell a repetition in a session. */
interface Repeating {
  /** A question whose answer is not there yet. */
  asked: Disclosure | undefined;
  /** The last answer; undefined after an event that makes a server ask anew. */
  answer: Entered | undefined;
  /** The last fact that was no answer. */
  last: Entered | undefined;
  /** The entry of every call of a tool that is not over, by its number. */
  readonly calls: Map<number, Row>;
}

/** How many sessions are remembered; in an older one a repetition is only not recognised. */
const mostSessions = { entries: 1000, weight: Infinity };

/** After these events a question is no mere repetition. */
const askedAnewAfter = new Set(['spawned', 'connected', 'exited', 'replaced', 'list_changed']);

/**
 * The record of this window. A question and its answer are one entry. What repeats in a session is one entry with a
 * count, an answer also if its client does other things in between: a server that asks without end fills neither memory
 * nor disk. The end of a call of a tool is part of the entry of that call. The oldest entries are dropped first, but
 * never one by which a server learned of a folder in a session, as far as there is room for these.
 */
export class DisclosureLog implements Disposable {
  readonly #clock: Clock;
  readonly #lifetime = new Lifetime();
  readonly #heard = this.#lifetime.add(new Emitter<Disclosure>());
  readonly #recorded = this.#lifetime.add(new Emitter<RecordEntry>());
  readonly #repeated = this.#lifetime.add(new Emitter<RecordEntry>());
  readonly #counting = this.#lifetime.add(new Slot());
  readonly #byServer = new Map<string, Kept>();
  readonly #sessions = new BoundedMap<string, Repeating>(mostSessions, () => 0);
  readonly #uncounted = new Set<Row>();
  readonly #knowledge = new Knowledge();
  #places = 0;

  /** Fires with each fact, as it happened. */
  readonly onDidAdd = this.#heard.event;

  /** Fires with each new entry. */
  readonly onDidRecord = this.#recorded.event;

  /** Fires with an entry whose count or ends of calls have grown: now and then, and when it repeats no more. */
  readonly onDidRepeat = this.#repeated.event;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(fact: Disclosure): void {
    this.#knowledge.take(fact);
    this.#take(fact);
    this.#heard.fire(fact);
  }

  /** What this server was told, oldest first. */
  of(serverId: string): readonly RecordEntry[] {
    const own = this.#byServer.get(serverId);
    return own === undefined ? [] : withoutOldest(own).map((row) => ({ ...row }));
  }

  /** What the processes that run now were told. */
  get knowledge(): readonly SessionKnowledge[] {
    return this.#knowledge.sessions;
  }

  /** Every entry by which a server learned of a folder in a session, oldest first. */
  get firstWords(): readonly RecordEntry[] {
    const all = [...this.#byServer.values()].flatMap(({ firstWords }) => firstWords.all);
    return all.sort((a, b) => a.place - b.place).map((row) => ({ ...row }));
  }

  /** Announces every count that has grown. */
  settle(): void {
    this.#counting.value = undefined;
    for (const row of this.#uncounted) this.#count(row);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #take(fact: Disclosure): void {
    if (fact.session === undefined) {
      this.#record(fact);
      return;
    }
    const repeating = this.#sessions.get(fact.session) ?? newSession();
    this.#sessions.set(fact.session, repeating);
    const { event } = fact.what;
    if (event === 'call ended') return this.#endCall(fact.what, repeating);
    const { asked } = repeating;
    repeating.asked = event === 'asked' ? fact : undefined;
    // An answer implies that it was asked.
    const isAnswer = event === 'answered' || event === 'refused';
    if (asked !== undefined && !isAnswer) this.#next(asked, repeating);
    if (isAnswer) this.#answer(fact, repeating);
    else if (event !== 'asked') this.#next(fact, repeating);
  }

  #answer(fact: Disclosure, repeating: Repeating): void {
    const { answer, last } = repeating;
    if (this.#isRepetition(fact, answer)) return;
    this.#end(answer);
    this.#end(last);
    repeating.answer = { fact, row: this.#record(fact) };
    repeating.last = undefined;
  }

  #next(fact: Disclosure, repeating: Repeating): void {
    const { answer, last } = repeating;
    if (this.#isRepetition(fact, last)) return noteCall(fact.what, last?.row, repeating);
    this.#end(last);
    if (askedAnewAfter.has(fact.what.event)) {
      this.#end(answer);
      repeating.answer = undefined;
    }
    const row = this.#record(fact);
    noteCall(fact.what, row, repeating);
    repeating.last = { fact, row };
  }

  /** Counts a fact in the entry that it repeats. @returns whether it repeats that */
  #isRepetition({ at, what }: Disclosure, of: Entered | undefined): boolean {
    if (of === undefined || !sameEvent(of.fact.what, what)) return false;
    of.row.times += 1;
    of.row.until = at;
    this.#countLater(of.row);
    return true;
  }

  #endCall(
    { call, how, took }: Extract<DisclosureEvent, { event: 'call ended' }>,
    { calls }: Repeating,
  ): void {
    const row = calls.get(call);
    calls.delete(call);
    if (row?.what.event !== 'called') return;
    const end = { counts: { [how]: 1 }, shortest: took, longest: took };
    row.what = { ...row.what, ends: joinedEnds(row.what.ends, end) };
    this.#countLater(row);
  }

  #countLater(row: Row): void {
    this.#uncounted.add(row);
    this.#counting.value ??= this.#clock.after(countEvery, () => this.settle());
  }

  #end(entered: Entered | undefined): void {
    if (entered !== undefined) this.#count(entered.row);
  }

  #record(fact: Disclosure): Row {
    const place = (this.#places += 1);
    const row: Row = { ...recordable(fact), place, times: 1, until: fact.at };
    const own = this.#byServer.get(fact.serverId) ?? { rows: [], firstWords: new FirstWords<Row>() };
    this.#byServer.set(fact.serverId, own);
    own.rows.push(row);
    own.firstWords.take(row);
    // Many are dropped at a time: to look through all entries for one costs as much.
    if (own.rows.length > 2 * kept + own.firstWords.size) own.rows = withoutOldest(own);
    this.#recorded.fire({ ...row });
    return row;
  }

  #count(row: Row): void {
    if (this.#uncounted.delete(row)) this.#repeated.fire({ ...row });
  }
}

function newSession(): Repeating {
  return { asked: undefined, answer: undefined, last: undefined, calls: new Map() };
}

function noteCall(what: DisclosureEvent, row: Row | undefined, { calls }: Repeating): void {
  if (what.event === 'called' && what.call !== undefined && row !== undefined) calls.set(what.call, row);
}

/** Everything but the oldest entries beyond the bound, in order. */
function withoutOldest({ rows, firstWords }: Kept): Row[] {
  let surplus = rows.length - firstWords.size - kept;
  return rows.filter((each) => firstWords.has(each) || (surplus -= 1) < 0);
}
