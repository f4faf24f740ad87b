import { codeOf, messageOf } from '../../core/errors';
import type { Log } from '../../core/log';
import { displayText } from '../../core/text';
import { inParallel } from './inParallel';
import type { PrivateFolder } from './privateFolder';
import { UnfitFile } from './privateFile';
import { parseRecordName, type RecordName } from './recordName';
import type { Fields, Signer } from './signature';

/** A file of a record: its value, or nothing when it must not be believed. */
export interface RecordFile<T> {
  readonly name: RecordName;
  readonly content: { readonly value: T } | undefined;
}

interface CachedFile<T> extends RecordFile<T> {
  readonly stamp: string | undefined;
  /** Why there is no value. */
  readonly reason?: string;
}

/** What a record must have besides its signature. */
export interface RecordBinding<T> {
  /** The id of the storage folder, which every record carries. */
  readonly store: string;
  /** May a record that carries no such id be believed? */
  admits(subject: string, value: T): boolean;
}

const maximumBytes = 256 * 1024;
const readAtATime = 32;
const share = 250;
const warningsPerLook = 20;

/**
 * The record files of one folder, each read once and again only when it changed. A file that is foreign, torn,
 * copied, edited, too large, a link, or open to others yields one warning and no value.
 */
export class RecordFiles<T> {
  readonly #folder: PrivateFolder;
  readonly #signer: Signer;
  readonly #parse: (fields: Fields) => T | undefined;
  readonly #log: Log;
  readonly #binding: RecordBinding<T> | undefined;
  #cached: ReadonlyMap<string, CachedFile<T>> = new Map();
  #foreign: ReadonlySet<string> = new Set();
  #shareFrom = 0;

  /** @param binding left out: a signature is enough */
  constructor(
    folder: PrivateFolder,
    signer: Signer,
    parse: (fields: Fields) => T | undefined,
    log: Log,
    binding?: RecordBinding<T>,
  ) {
    this.#folder = folder;
    this.#signer = signer;
    this.#parse = parse;
    this.#log = log;
    this.#binding = binding;
  }

  /** Every record file of the last look. The same object as before when nothing changed. */
  get found(): ReadonlyMap<string, RecordFile<T>> {
    return this.#cached;
  }

  /**
   * The next few files in turn. A look that checks these finds files that were edited without an event, and does not
   * ask the disk about thousands of files each time.
   */
  nextShare(): readonly string[] {
    const files = [...this.#cached.keys()];
    const from = this.#shareFrom < files.length ? this.#shareFrom : 0;
    this.#shareFrom = from + share;
    return files.slice(from, from + share);
  }

  /**
   * Looks at the folder again: reads files with new names, and checks the suspects among the known ones for changes.
   * @throws {UserError} when the folder cannot be listed; then `found` stays as it was.
   */
  async look(suspects: ReadonlySet<string>): Promise<void> {
    const names = await this.#folder.names();
    const cached = new Map<string, CachedFile<T>>();
    const toRead: RecordName[] = [];
    const toCheck: CachedFile<T>[] = [];
    const foreign = new Set<string>();
    for (const file of names) {
      const known = this.#cached.get(file);
      if (known !== undefined) {
        cached.set(file, known);
        if (suspects.has(file)) toCheck.push(known);
      } else {
        const name = parseRecordName(file);
        if (name === undefined) foreign.add(file);
        else toRead.push(name);
      }
    }

    await inParallel(toCheck, readAtATime, async ({ name, stamp }) => {
      const present = await this.#folder.stamp(name.file).catch(() => undefined);
      if (present === stamp) return;
      cached.delete(name.file);
      toRead.push(name);
    });
    await inParallel(toRead, readAtATime, async (name) => {
      const file = await this.#read(name);
      if (file !== undefined) cached.set(name.file, file);
    });
    this.#warn([
      ...[...foreign]
        .filter((file) => !this.#foreign.has(file))
        .map((file) => `"${displayText(file)}" is foreign`),
      ...toRead.flatMap(({ file }) => this.#newlyUnfit(cached.get(file))),
    ]);
    this.#foreign = foreign;
    if (toRead.length > 0 || cached.size !== this.#cached.size) this.#cached = cached;
  }

  /** Writes a record; its content is on disk when this resolves, its name after `PrivateFolder.sync`. */
  write(name: RecordName, fields: Fields): Promise<void> {
    const bound = this.#binding === undefined ? fields : { ...fields, store: this.#binding.store };
    return this.#folder.replace(name.file, this.#signer.seal(this.#signedName(name.file), bound));
  }

  /** Records are signed under the name of their folder too, so that a record of one kind is none of another kind. */
  #signedName(file: string): string {
    return `${this.#folder.name}/${file}`;
  }

  async #read(name: RecordName): Promise<CachedFile<T> | undefined> {
    try {
      const { text, stamp } = await this.#folder.read(name.file, maximumBytes);
      const fields = this.#signer.open(this.#signedName(name.file), text);
      const value = fields === undefined ? undefined : this.#parse(fields);
      if (fields === undefined || value === undefined)
        return { name, content: undefined, stamp, reason: 'is not as this installation wrote it' };
      if (!this.#belongsHere(name, fields, value))
        return { name, content: undefined, stamp, reason: 'was put there from outside' };
      return { name, content: { value }, stamp };
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      const lasting = error instanceof UnfitFile || codeOf(error) === 'EACCES';
      return {
        name,
        content: undefined,
        stamp: lasting ? await this.#folder.stamp(name.file).catch(() => undefined) : undefined,
        reason: error instanceof UnfitFile ? error.message : `cannot be read (${messageOf(error)})`,
      };
    }
  }

  #belongsHere({ subject }: RecordName, { store }: Fields, value: T): boolean {
    if (this.#binding === undefined || store === this.#binding.store) return true;
    return store === undefined && this.#binding.admits(subject, value);
  }

  #newlyUnfit(file: CachedFile<T> | undefined): readonly string[] {
    if (file?.reason === undefined) return [];
    if (this.#cached.get(file.name.file)?.reason === file.reason) return [];
    return [`"${file.name.file}" ${displayText(file.reason)}`];
  }

  #warn(warnings: readonly string[]): void {
    for (const warning of warnings.slice(0, warningsPerLook)) {
      this.#log.warn(`Skipped in "${this.#folder.path}", grants nothing: ${warning}.`);
    }
    const more = warnings.length - warningsPerLook;
    if (more > 0) this.#log.warn(`Skipped in "${this.#folder.path}", grants nothing: ${more} more files.`);
  }
}
