import type {
  Decision,
  Duration,
  Fingerprint,
  Pair,
  Verdict,
  Withdrawal,
} from '../../../src/core/consent/decision';
import type { RootWriter } from '../../../src/core/consent/exposing';
import { UserError } from '../../../src/core/errors';
import { Emitter } from '../../../src/core/event';
import { toDisposable, type Disposable } from '../../../src/core/lifecycle';
import type { Clock } from '../../../src/core/clock';
import type { DecisionStore, UnreadablePairs } from '../../../src/core/consent/decisionStore';
import { asRealPath } from '../../../src/core/roots/realPath';

export function server(name: string): Fingerprint {
  return name as Fingerprint;
}

/** A choice for the server "git". */
export function choice(folder: string, verdict: Verdict = 'allow', by = 'git') {
  return { server: server(by), folder: asRealPath(folder), verdict };
}

export function decision(
  folder: string,
  verdict: Verdict,
  decidedAt: number,
  duration: Duration = 'always',
  by = 'git',
): Decision {
  return { ...choice(folder, verdict, by), duration, decidedAt };
}

/** The file: URI of a posix path, and the name as it is. */
export const plainWriter: RootWriter = { uri: (folder) => `file://${folder}`, name: (name) => name };

/** Time that passes when a test says so. */
export class FakeClock implements Clock {
  time = 1000;
  readonly #timers = new Set<{ readonly at: number; readonly run: () => void }>();
  readonly #turn: (() => void)[] = [];

  now(): number {
    return this.time;
  }

  after(milliseconds: number, run: () => void): Disposable {
    const timer = { at: this.time + milliseconds, run };
    this.#timers.add(timer);
    return toDisposable(() => this.#timers.delete(timer));
  }

  soon(run: () => void): void {
    this.#turn.push(run);
  }

  /** How long each timer that is set will still wait. */
  get waits(): readonly number[] {
    return [...this.#timers].map(({ at }) => at - this.time);
  }

  /** Lets time pass and runs what is due. */
  pass(milliseconds: number): void {
    this.time += milliseconds;
    for (const timer of this.#timers) {
      if (timer.at > this.time) continue;
      this.#timers.delete(timer);
      timer.run();
    }
  }

  endTurn(): void {
    for (const run of this.#turn.splice(0)) run();
  }
}

/** A store in memory, in which the last record written about a server and a folder holds. */
export class FakeStore implements DecisionStore {
  readonly #changed = new Emitter<void>();
  readonly #records = new Map<string, Decision | Withdrawal>();
  #standing: readonly Decision[] | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  /** While set, writes wait for it. */
  gate: Promise<void> | undefined;
  fails = false;
  /** Everything that was asked to be written, in order. */
  readonly asked: (readonly (Decision | Withdrawal)[])[] = [];
  /** Everything that was written once more, in order. */
  readonly writtenAgain: Decision[] = [];
  readonly onDidChange = this.#changed.event;
  unreadable: UnreadablePairs = { has: () => false };

  constructor(...records: readonly Decision[]) {
    for (const record of records) this.#put(record);
  }

  get standing(): readonly Decision[] {
    return (this.#standing ??= [...this.#records.values()].filter(
      (record) => record.verdict !== 'undecided',
    ));
  }

  write(records: readonly (Decision | Withdrawal)[]): Promise<void> {
    this.asked.push(records);
    const written = this.#writeAfter(this.#turn, this.gate, records);
    this.#turn = written.catch(() => undefined);
    return written;
  }

  writeAgain(decisions: readonly Decision[]): Promise<void> {
    const stands = (decision: Decision) => {
      const latest = this.#records.get(keyOf(decision));
      return latest?.decidedAt === decision.decidedAt && latest.verdict === decision.verdict;
    };
    const write = async (earlier: Promise<unknown>) => {
      await earlier;
      const still = decisions.filter(stands);
      this.writtenAgain.push(...still);
      if (still.length > 0) this.byAnother(...still);
    };
    const written = write(this.#turn);
    this.#turn = written.catch(() => undefined);
    return written;
  }

  async #writeAfter(
    earlier: Promise<unknown>,
    gate: Promise<void> | undefined,
    records: readonly (Decision | Withdrawal)[],
  ): Promise<void> {
    await earlier;
    await gate;
    if (this.fails) throw new UserError('The disk is full.');
    this.byAnother(...records);
  }

  /** What another window wrote appears here. */
  byAnother(...records: readonly (Decision | Withdrawal)[]): void {
    for (const record of records) this.#put(record);
    this.#changed.fire();
  }

  /** What another window wrote is read already, and not announced yet. */
  unannounced(...records: readonly (Decision | Withdrawal)[]): void {
    for (const record of records) this.#put(record);
  }

  /** From now on these are the records that cannot be believed. */
  spoil(...pairs: readonly Pair[]): void {
    const keys = new Set(pairs.map(keyOf));
    for (const key of keys) this.#records.delete(key);
    this.#standing = undefined;
    this.unreadable = { has: (pair) => keys.has(keyOf(pair)) };
    this.#changed.fire();
  }

  #put(record: Decision | Withdrawal): void {
    this.#records.set(keyOf(record), record);
    this.#standing = undefined;
  }
}

function keyOf({ server: by, folder }: Pair): string {
  return `${by} ${folder}`;
}
