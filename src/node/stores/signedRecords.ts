import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { Emitter, type Event } from '../../core/event';
import { messageOf, UserError } from '../../core/errors';
import { Slot, type Disposable } from '../../core/lifecycle';
import type { Log } from '../../core/log';
import type { RecordStore } from '../../core/recordStore';
import { remedyFor } from './diskError';
import { watchFolder, whileListened } from './folderWatch';
import { isOutOfReach, markOf, seen, type Marks } from './head/mark';
import type { KindHead, StoreHead } from './head/storeHead';
import { isHeaded } from './head/survey';
import { inParallel } from './inParallel';
import type { PrivateFolder } from './privateFolder';
import { RecordFiles } from './recordFiles';
import type { RecordName } from './recordName';
import { hasLost, isSameOutcome, latestRecords, type Outcome } from './recordOrder';
import { planRecords, recordsBefore, type PlannedRecord } from './recordPlan';
import type { RecordKind } from './recordKind';
import type { Signer } from './signature';

/** Where records are kept, and with what. */
export interface RecordGround {
  /** The storage, in which each kind has a folder. */
  readonly storage: PrivateFolder;
  readonly signer: Signer;
  readonly log: Log;
  /** Left out: what is deleted or put back while no host runs is not noticed. */
  readonly head?: StoreHead | undefined;
}

/** The subjects whose latest record is not to be believed; all while the folder cannot be read. */
export interface Unreadable<About> {
  has(about: About): boolean;
}

const noneUnreadable: Unreadable<unknown> = { has: () => false };
const allUnreadable: Unreadable<unknown> = { has: () => true };

const pollMilliseconds = 500;
const writtenAtATime = 8;
/** A listing made while another window replaces a record may show neither the older nor the newer one. */
const looksBeforeLoss = 10;

/**
 * Records in one folder, a small signed file each, in which the latest about a subject holds. Shared by all
 * windows without locks: nothing is ever overwritten, a newer record stands beside the older until it is safely
 * on disk. While anyone listens, other windows' records are seen within a second (rule 6).
 */
export class SignedRecords<T extends About, About> implements RecordStore<T, About>, Disposable {
  readonly #folder: PrivateFolder;
  readonly #signer: Signer;
  readonly #kind: RecordKind<T, About>;
  readonly #log: Log;
  readonly #files: RecordFiles<T>;
  readonly #head: KindHead | undefined;
  /** How far each subject has come, by what this host believed and by the head. */
  readonly #marks: Marks;
  /** Subjects that this host raised in the head for a record that is not written yet, or could not be. */
  readonly #unwritten = new Set<string>();
  readonly #headWatch: Disposable | undefined;
  readonly #didChange = new Emitter<void>();
  readonly #watch = new Slot<Disposable>();
  #latest: ReadonlyMap<string, Outcome<T>> = new Map();
  #values: readonly T[] = [];
  #unreadable: Unreadable<About> = noneUnreadable;
  #unreadableNames: readonly string[] = [];
  #seen: unknown;
  #trouble: string | undefined;
  #turn: Promise<void> = Promise.resolve();

  /** Another record holds for some subject, by this window or another. Listening keeps the folder watched. */
  readonly onDidChange: Event<void> = whileListened(this.#didChange.event, () => {
    const watch = watchFolder(this.#folder.path, pollMilliseconds, (changed) =>
      this.#inTurn(() => this.#lookWithoutThrowing(new Set([...changed, ...this.#files.nextShare()]))),
    );
    this.#watch.value = watch;
    return watch;
  });

  private constructor(
    kind: RecordKind<T, About>,
    { signer, log, head: heads }: RecordGround,
    folder: PrivateFolder,
  ) {
    const head = isHeaded(kind.folder) ? heads?.of(kind.folder) : undefined;
    this.#head = head;
    this.#marks = head?.marks ?? new Map();
    this.#headWatch = head?.onDidChange(() => {
      this.#seen = undefined;
      void this.#inTurn(() => this.#lookWithoutThrowing(new Set()));
    });
    this.#folder = folder;
    this.#signer = signer;
    this.#kind = kind;
    this.#log = log;
    const binding = head && {
      store: head.store,
      admits: (subject: string, value: T) => head.admits(subject, kind.madeAt(value)),
    };
    this.#files = new RecordFiles(
      folder,
      signer,
      (fields) => z.safeParse(kind.schema, fields).data,
      log,
      binding,
    );
  }

  /** Reads all records there are. @throws {UserError} when their folder cannot be used. */
  static async open<T extends About, About>(
    kind: RecordKind<T, About>,
    ground: RecordGround,
  ): Promise<SignedRecords<T, About>> {
    const records = new SignedRecords(kind, ground, await ground.storage.child(kind.folder));
    await records.#look(new Set());
    await records.#head?.publish();
    return records;
  }

  /** None while the folder cannot be read. */
  get values(): readonly T[] {
    return this.#values;
  }

  /** The same object until other subjects are in it. */
  get unreadable(): Unreadable<About> {
    return this.#unreadable;
  }

  latest(about: About): T | 'unreadable' | undefined {
    if (this.#trouble !== undefined) return 'unreadable';
    const outcome = this.#latest.get(this.#nameOf(about));
    return outcome?.kind === 'known' ? outcome.value : outcome?.kind;
  }

  /** How many subjects' latest records were deleted, edited, or replaced by older ones, unseen by the user. */
  get changedOutside(): number {
    if (this.#trouble !== undefined) return 0;
    return [...this.#latest].filter(
      ([subject, { kind }]) =>
        kind === 'unreadable' && isOutOfReach(this.#marks.get(subject)) && !this.#unwritten.has(subject),
    ).length;
  }

  /** The user has seen what was changed from outside, which stays undecided even when what is missing comes back. */
  async acknowledge(): Promise<void> {
    await this.#inTurn(async () => {
      for (const [subject, { kind }] of this.#latest) {
        const mark = this.#marks.get(subject);
        if (kind === 'unreadable' && mark !== undefined) this.#marks.set(subject, seen(mark));
      }
      await this.#head?.publish();
    });
    this.#didChange.fire();
  }

  /** Resolves once everything in the folder has been seen. Never throws: what cannot be read is not in it. */
  refresh(): Promise<void> {
    return this.#inTurn(() => this.#lookWithoutThrowing(new Set(this.#files.found.keys())));
  }

  write(values: readonly T[]): Promise<void> {
    return this.#inTurn(() => this.#write(values));
  }

  writeWhere(values: readonly T[], isLast: (value: T, latest: T) => boolean): Promise<void> {
    return this.#inTurn(() => this.#write(values, isLast));
  }

  /**
   * Removes every record about some subjects; resolves once none of them holds. Only for what may be lost: while this
   * host lives such a subject counts as unreadable, and afterwards as one of which there never was a record.
   * @throws {UserError} when some could not be removed
   */
  remove(values: readonly T[]): Promise<void> {
    return this.#inTurn(() => this.#removeAll(values));
  }

  dispose(): void {
    this.#watch.dispose();
    this.#headWatch?.dispose();
    this.#didChange.dispose();
  }

  async #removeAll(values: readonly T[]): Promise<void> {
    const subjects = new Set(values.map((value) => this.#nameOf(value)));
    await this.#look(new Set());
    const names = this.#existing().filter(({ subject }) => subjects.has(subject));
    const outcomes = await inParallel(names, writtenAtATime, ({ file }) => this.#folder.remove(file));
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
    await this.#look(new Set());
    if (failed.length === 0) return;
    const which = failed.length === 1 ? `A ${this.#kind.noun}` : `${failed.length} ${this.#kind.noun}s`;
    const cause: unknown = failed[0]?.reason;
    throw new UserError(`${which} could not be removed. ${remedyFor(cause)}`, { cause });
  }

  async #write(values: readonly T[], isLast?: (value: T, latest: T) => boolean): Promise<void> {
    await this.#look(new Set());
    const planned = this.#plan(
      isLast === undefined ? values : values.filter((value) => this.#isFor(value, isLast)),
    );
    if (planned.length === 0) return;
    await this.#sayAhead(planned);
    const outcomes = await inParallel(planned, writtenAtATime, ({ name, value }) =>
      this.#files.write(name, this.#kind.fieldsOf(value)),
    );
    const written = planned
      .filter((_, index) => outcomes[index]?.status === 'fulfilled')
      .map(({ name }) => name);
    const failure = outcomes.find((outcome) => outcome.status === 'rejected');
    try {
      await this.#folder.sync();
    } catch (cause) {
      await this.#remove(written);
      throw this.#failed(planned.length, planned.length, cause);
    }
    const [standing, lost] = await this.#readBack(written);
    if (lost.length > 0) {
      await this.#remove(lost);
      await this.#look(new Set());
    }
    for (const { subject } of standing) this.#unwritten.delete(subject);
    await this.#head?.publish();
    await this.#remove(recordsBefore(standing, this.#existing()));
    if (standing.length < planned.length) {
      const cause: unknown = failure?.reason ?? new Error('what was written does not read back');
      throw this.#failed(planned.length - standing.length, planned.length, cause);
    }
  }

  /** What takes something away is in the head before its record is written, so that a missing record is noticed. */
  async #sayAhead(planned: readonly PlannedRecord<T>[]): Promise<void> {
    if (this.#head === undefined) return;
    const away = planned.filter(({ value }) => this.#kind.caution(value) > 0);
    for (const { name, value } of away) {
      this.#marks.set(name.subject, markOf(name, this.#kind.caution(value)));
      this.#unwritten.add(name.subject);
    }
    if (away.length === 0) return;
    this.#seen = undefined;
    await this.#head.publish();
  }

  /** A listing made while another window replaces files can show neither what was written nor what replaced it. */
  async #readBack(
    written: readonly RecordName[],
  ): Promise<readonly [standing: readonly RecordName[], lost: readonly RecordName[]]> {
    for (let again = 0; ; again++) {
      await this.#look(new Set());
      const lost = written.filter((name) => !this.#stands(name));
      if (lost.length === 0 || again === looksBeforeLoss)
        return [written.filter((name) => this.#stands(name)), lost];
      await pause(again);
    }
  }

  /** A record that was written stands when it reads back, or when another window's newer one has replaced it. */
  #stands(name: RecordName): boolean {
    const file = this.#files.found.get(name.file);
    if (file !== undefined) return file.content !== undefined;
    return (this.#latest.get(name.subject)?.name.sequence ?? 0) > name.sequence;
  }

  #isFor(value: T, isLast: (value: T, latest: T) => boolean): boolean {
    const latest = this.latest(value);
    return latest !== undefined && latest !== 'unreadable' && isLast(value, latest);
  }

  #plan(values: readonly T[]): readonly PlannedRecord<T>[] {
    const last = new Map(values.map((value) => [this.#nameOf(value), value] as const));
    const marks = [...this.#marks].map(([subject, { sequence }]) => ({ subject, sequence, file: '' }));
    return planRecords(last, this.#folder.path, [...this.#existing(), ...marks]);
  }

  #nameOf(about: About): string {
    return this.#signer.nameFor(this.#kind.subjectOf(about));
  }

  #existing(): readonly RecordName[] {
    return [...this.#files.found.values()].map(({ name }) => name);
  }

  /** Best effort: an older one that stays loses against the newer anyhow. */
  async #remove(names: readonly RecordName[]): Promise<void> {
    await inParallel(names, writtenAtATime, (name) => this.#folder.remove(name.file));
  }

  async #look(suspects: ReadonlySet<string>): Promise<void> {
    await this.#files.look(suspects);
    if (this.#seen === this.#files.found && this.#trouble === undefined) return;
    let next = this.#judge();
    for (let again = 0; again < looksBeforeLoss && hasLost(this.#latest, next); again++) {
      await pause(again);
      await this.#files.look(suspects);
      next = this.#judge();
    }
    this.#seen = this.#files.found;
    this.#accept(next, undefined);
  }

  async #lookWithoutThrowing(suspects: ReadonlySet<string>): Promise<void> {
    try {
      await this.#look(suspects);
    } catch (cause) {
      const trouble = messageOf(cause);
      if (trouble !== this.#trouble) this.#log.error(`Nothing is granted from there: ${trouble}`);
      this.#accept(new Map(), trouble);
    }
  }

  #judge(): ReadonlyMap<string, Outcome<T>> {
    return latestRecords(this.#files.found.values(), this.#marks, (value) => this.#kind.caution(value));
  }

  #accept(next: ReadonlyMap<string, Outcome<T>>, trouble: string | undefined): void {
    const isSame =
      isSameOutcome(this.#latest, next) && (this.#trouble === undefined) === (trouble === undefined);
    this.#latest = next;
    this.#trouble = trouble;
    if (isSame) return;
    this.#takeUnreadable(next);
    this.#values = [...next.values()].flatMap((outcome) => (outcome.kind === 'known' ? [outcome.value] : []));
    try {
      this.#didChange.fire();
    } catch (error) {
      this.#log.error(`A listener failed after a change in "${this.#folder.path}": ${messageOf(error)}`);
    }
  }

  #takeUnreadable(outcomes: ReadonlyMap<string, Outcome<T>>): void {
    const unreadable = [...outcomes].filter(([, { kind }]) => kind === 'unreadable');
    const names = unreadable.map(([subject]) => subject).toSorted();
    const isSame = names.join() === this.#unreadableNames.join();
    this.#unreadableNames = names;
    if (this.#trouble !== undefined) this.#unreadable = allUnreadable;
    else if (names.length === 0) this.#unreadable = noneUnreadable;
    else if (!isSame || this.#unreadable === allUnreadable) {
      const known = new Set(names);
      this.#unreadable = { has: (about) => known.has(this.#nameOf(about)) };
    }
  }

  #failed(count: number, total: number, cause: unknown): UserError {
    const which = total === 1 ? `The ${this.#kind.noun}` : `${count} of ${total} ${this.#kind.noun}s`;
    return new UserError(`${which} could not be saved. ${remedyFor(cause)}`, { cause });
  }

  #inTurn<R>(run: () => Promise<R>): Promise<R> {
    const result = this.#turn.then(run);
    this.#turn = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }
}
