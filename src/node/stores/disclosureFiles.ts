import { randomBytes } from 'node:crypto';
import { Lifetime, Slot, type Disposable } from '../../core/lifecycle';
import { Emitter } from '../../core/event';
import type { Clock } from '../../core/clock';
import type { Log } from '../../core/log';
import type { RecordEntry } from '../../core/record/recordEntry';
import { remedyFor } from './diskError';
import { fieldsOf, type RecordLine } from './disclosureLines';
import { readDisclosures, type KeptRecord } from './disclosureReading';
import { isDisclosureFile, nameOfFile } from './disclosureNames';
import type { PrivateFolder } from './privateFolder';
import { identify } from './processIdentity';
import type { Signer } from './signature';

export interface DisclosureFilesOptions {
  readonly storage: PrivateFolder;
  readonly signer: Signer;
  readonly log: Log;
  readonly clock: Clock;
  /** Names the workspace: the same for all its extension hosts, and for those of no other. */
  readonly workspace: string;
  /** The entries that every file begins with, so that they are not lost with an older one. */
  readonly firstWords: () => readonly RecordEntry[];
  /** A file that has grown to this is followed by another. Default: 512 KiB. */
  readonly fileBytes?: number;
  /** How many files a window keeps; default: 4. */
  readonly ownFiles?: number;
  /** How many files all windows of a workspace keep, the latest ones; default: 16. */
  readonly allFiles?: number;
}

/** Why the record on disk is not whole now. */
export interface RecordTrouble {
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly why: string;
}

/** How many entries wait for room on the disk at most. */
const mostWaiting = 5000;
const batchSize = 500;
const tryAgainAfter = 5000;

/**
 * The record of this window on disk: JSON lines in the private storage, below a keyed hash of the workspace, in files
 * that no other window writes. Entries are taken at once and written in order, in the background. Nothing here throws
 * into a session: what cannot be written waits, and is said once.
 */
export class DisclosureFiles implements Disposable {
  readonly #options: DisclosureFilesOptions;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<void>());
  readonly #retry = this.#lifetime.add(new Slot());
  readonly #folderName: string;
  readonly #waiting: RecordEntry[] = [];
  #folder: PrivateFolder | undefined;
  #writing: Promise<void> | undefined;
  #trouble: (RecordTrouble & { readonly lost: number }) | undefined;
  #number = 0;
  /** The bytes of the file that is being written, without what it began with; undefined: another one is due. */
  #bytes: number | undefined;

  /** Names this window among those that write here. */
  readonly window = randomBytes(8).toString('hex');

  /** Fires when the record becomes incomplete, and when it goes on. */
  readonly onDidChange = this.#changed.event;

  constructor(options: DisclosureFilesOptions) {
    this.#options = options;
    this.#folderName = options.signer.nameFor(['record of workspace', options.workspace]);
  }

  /** Why new entries are not on disk; undefined while they are. */
  get trouble(): RecordTrouble | undefined {
    return this.#trouble;
  }

  /** Has an entry written soon; an entry with the same `place` replaces the one before. Never throws. */
  add(entry: RecordEntry): void {
    this.#waiting.push(entry);
    if (this.#trouble === undefined) void this.#write();
    else this.#keepWithinBound();
  }

  /** Resolves once everything so far is on disk, or cannot be written now. */
  async flush(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
    if (this.#waiting.length > 0) await this.#write();
  }

  /** Everything that all windows of this workspace have left, oldest first. Never throws. */
  async read(): Promise<KeptRecord> {
    await this.flush();
    return readDisclosures(() => this.#open(), this.#options.signer, this.#options.log);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #write(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    // Entries that are added in the same turn are written together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, batchSize);
      try {
        await this.#writeBatch(batch);
        this.#goOn();
      } catch (error) {
        this.#waiting.unshift(...batch);
        this.#fail(error, batch[0]?.at ?? this.#options.clock.now());
        return;
      }
    }
  }

  async #writeBatch(batch: readonly RecordEntry[]): Promise<void> {
    const folder = await this.#open();
    const { clock, fileBytes = 512 * 1024 } = this.#options;
    const lines = batch.map((entry): RecordLine => ({ kind: 'entry', entry }));
    if (this.#trouble !== undefined && this.#trouble.lost > 0) {
      const { since, lost } = this.#trouble;
      lines.unshift({ kind: 'gap', gap: { from: since, until: clock.now(), lost } });
    }
    if (this.#bytes === undefined || this.#bytes >= fileBytes) await this.#beginFile(folder);
    const file = nameOfFile(this.window, this.#number);
    const text = this.#textOf(lines, file);
    // A file that somebody removed begins again with what must not be lost.
    if ((await folder.append(file, text)) === 0) await folder.append(file, await this.#beginning(file));
    this.#bytes = (this.#bytes ?? 0) + Buffer.byteLength(text);
  }

  async #beginFile(folder: PrivateFolder): Promise<void> {
    const next = nameOfFile(this.window, this.#number + 1);
    await folder.append(next, await this.#beginning(next));
    this.#number += 1;
    this.#bytes = 0;
    await this.#removeOldest(folder);
  }

  /** Which host writes the file, and what must not be lost with an older one. */
  async #beginning(file: string): Promise<string> {
    const host = await identify(process.pid);
    const earlier = this.#options.firstWords().map((entry): RecordLine => ({ kind: 'entry', entry }));
    return this.#textOf([{ kind: 'window', host }, ...earlier], file);
  }

  #textOf(lines: readonly RecordLine[], file: string): string {
    const name = `${this.#folderName}/${file}`;
    return lines.map((line) => this.#options.signer.seal(name, fieldsOf(line))).join('');
  }

  async #removeOldest(folder: PrivateFolder): Promise<void> {
    const { ownFiles = 4, allFiles = 16 } = this.#options;
    const names = (await folder.names()).filter(isDisclosureFile);
    const own = names.filter((name) => name.startsWith(this.window)).toSorted();
    const surplus = own.slice(0, Math.max(0, own.length - ownFiles));
    const others = await Promise.all(
      names
        .filter((name) => !own.includes(name))
        .map(async (name) => ({ name, at: await folder.modifiedAt(name).catch(() => 0) })),
    );
    const room = Math.max(0, allFiles - (own.length - surplus.length));
    const oldest = others.toSorted((a, b) => b.at - a.at).slice(room);
    for (const name of [...surplus, ...oldest.map((each) => each.name)]) await folder.remove(name);
  }

  async #open(): Promise<PrivateFolder> {
    if (this.#folder === undefined) {
      const record = await this.#options.storage.child('record');
      this.#folder = await record.child(this.#folderName);
    }
    return this.#folder;
  }

  #fail(error: unknown, since: number): void {
    this.#retry.value = this.#options.clock.after(tryAgainAfter, () => void this.#write());
    this.#keepWithinBound();
    if (this.#trouble !== undefined) return;
    const why = remedyFor(error);
    this.#trouble = { since, why, lost: 0 };
    this.#keepWithinBound();
    const from = new Date(since).toISOString();
    this.#options.log.warn(`The record of what servers were told is incomplete since ${from}. ${why}`);
    this.#changed.fire();
  }

  #goOn(): void {
    if (this.#trouble === undefined) return;
    const { lost } = this.#trouble;
    this.#trouble = undefined;
    const lacks = lost === 0 ? 'nothing is lost' : `${lost} entries are lost`;
    this.#options.log.info(`The record of what servers were told goes on: ${lacks}.`);
    this.#changed.fire();
  }

  #keepWithinBound(): void {
    const surplus = this.#waiting.length - mostWaiting;
    if (surplus <= 0 || this.#trouble === undefined) return;
    this.#waiting.splice(0, surplus);
    this.#trouble = { ...this.#trouble, lost: this.#trouble.lost + surplus };
  }
}
