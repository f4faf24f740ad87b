import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../../../core/errors';
import type { Event } from '../../../core/event';
import { Lifetime, type Disposable } from '../../../core/lifecycle';
import type { Log } from '../../../core/log';
import { diskError } from '../diskError';
import type { InstallKey } from '../installKey';
import type { PrivateFolder } from '../privateFolder';
import type { Fields, Signer } from '../signature';
import { HeadParts } from './headParts';
import { headNameOf, inFolder, inSecrets, type HeadPlace, type HeadSecrets } from './headPlaces';
import { lostCaution, mergeMarks, type Marks } from './mark';
import { headedKinds, surveyRecords, type HeadedKind, type Survey } from './survey';

export interface StoreHeadOptions {
  readonly storage: PrivateFolder;
  readonly signer: Signer;
  readonly keptIn: InstallKey['keptIn'];
  readonly secrets?: HeadSecrets;
  readonly log: Log;
  /** Milliseconds since the epoch. Default: the real time. */
  readonly now?: () => number;
}

/** What is known of one kind of record besides its files. */
export interface KindHead {
  /** The id that every record of this storage folder carries. */
  readonly store: string;
  /** How far the records about each subject have come. Whoever raises a mark calls `publish` to keep it. */
  readonly marks: Marks;
  /** Fires when another window raised a mark. */
  readonly onDidChange: Event<void>;
  /** Resolves once the marks are kept, or a warning says why not, or after three seconds. Never throws. */
  publish(): Promise<void>;
  /**
   * May a record that names no storage folder be believed? 0.2.0 wrote such records. Those that were there at the
   * update are known by their marks, and a window of 0.2.0 may have written newer ones for a while. An older one
   * without a mark was put back.
   */
  admits(subject: string, madeAt: number): boolean;
}

/** What is kept once for a storage folder. */
interface Anchor {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly adoptedAt: number;
  /** The key files of clients that 0.2.0 left: digests by the files' names. */
  readonly clients: Readonly<Record<string, string>>;
}

const idFile = 'store.json';
const headFolder = 'head';
/** Another window that adopts the store at this moment may not be seen at once: secrets reach others a little later. */
const looksForAnchor = 5;
const betweenLooks = 200;
/** A secret storage that waits for the user's password must not keep a revocation from being written. */
const longestWait = 3000;

/**
 * The head of a storage folder: how far the records about each subject have come, signed, and kept where restoring
 * files does not bring it back (rule 16). Where secrets do not persist, it is kept in files of the same folder: then it
 * is not noticed if everything is restored together.
 */
export class StoreHead implements Disposable {
  readonly #lifetime = new Lifetime();
  readonly #parts: ReadonlyMap<HeadedKind, HeadParts>;
  readonly #anchor: Anchor;

  /**
   * The head was gone while records of a version that keeps one were there: all of them count as undecided, and sharing
   * is off.
   */
  readonly wasLost: boolean;

  /**
   * Reads the head; where there is none, takes over once what 0.2.0 left.
   * @throws {UserError} when it cannot be read
   */
  static async open(options: StoreHeadOptions): Promise<StoreHead> {
    const { storage, signer, secrets, keptIn, log, now = Date.now } = options;
    const kept = secrets === undefined ? [] : [inSecrets(secrets)];
    const files = keptIn === 'file' ? [inFolder(await storage.child(headFolder), log)] : [];
    const places = [...kept, ...files];
    const at = placeName(storage, signer);
    const before = await idAt(kept, signer, at);
    const known = (await readId(options)) ?? before;
    let anchor = known === undefined ? undefined : await findAnchor(places, signer, known);
    let survey: Survey | undefined;
    let wasLost = false;
    if (anchor === undefined) {
      survey = await surveyRecords(storage, signer);
      // The store was adopted before: records without a head were put back.
      wasLost = !survey.isEmpty && (!survey.isOld || before !== undefined);
      const id = known ?? (await makeId(options));
      anchor = { id, adoptedAt: now(), clients: before === undefined && !wasLost ? survey.clients : {} };
    }
    const ground = { places, signer, log, id: anchor.id };
    const parts = await openParts(ground);
    const head = new StoreHead(parts, anchor, wasLost);
    if (survey !== undefined) await head.#adopt(survey, options, places);
    await rememberId(options, anchor.id, kept).catch((error: unknown) => log.warn(messageOf(error)));
    if (keptIn === 'secrets') await forgetFiles(storage, log);
    if (secrets?.onDidChange !== undefined) head.#follow(secrets.onDidChange);
    return head;
  }

  private constructor(parts: ReadonlyMap<HeadedKind, HeadParts>, anchor: Anchor, wasLost: boolean) {
    this.#parts = parts;
    this.#anchor = anchor;
    this.wasLost = wasLost;
  }

  /** The key files that 0.2.0 left: digests by the files' names. */
  get oldClients(): Readonly<Record<string, string>> {
    return this.#anchor.clients;
  }

  /** The part about one kind of record. */
  of(kind: HeadedKind): KindHead {
    const parts = this.#parts.get(kind);
    if (parts === undefined) throw new TypeError(`No head is kept of "${kind}"`);
    const { id, adoptedAt } = this.#anchor;
    return {
      store: id,
      marks: parts.marks,
      onDidChange: parts.onDidChange,
      publish: () => atMost(longestWait, parts.publish()),
      admits: (subject, madeAt) => parts.marks.has(subject) || madeAt > adoptedAt,
    };
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** Writes the marks before the anchor: if this host ends in between, the next start does it again. */
  async #adopt(survey: Survey, { storage, signer, log }: StoreHeadOptions, places: readonly HeadPlace[]) {
    for (const [kind, found] of survey.marks) {
      const parts = this.#parts.get(kind);
      if (parts === undefined) continue;
      mergeMarks(parts.marks, this.wasLost ? new Map([...found].map(lost)) : found);
      if (this.wasLost && kind === 'sharing') {
        const sharing = signer.nameFor(['sharing']);
        mergeMarks(parts.marks, new Map([[sharing, { sequence: 0, caution: lostCaution, chance: '' }]]));
      }
      await parts.publish();
    }
    const { id } = this.#anchor;
    const text = signer.seal(`head/${id}`, { ...this.#anchor });
    for (const place of places) await place.write(signer.nameFor(['head', id]), text);
    if (this.wasLost)
      log.warn(`"${storage.path}" was changed from outside: nothing that was decided there counts any more.`);
  }

  #follow(onDidChange: Event<{ readonly key: string }>): void {
    this.#lifetime.add(
      onDidChange(({ key }) => {
        const name = headNameOf(key);
        if (name === undefined) return;
        for (const parts of this.#parts.values()) void parts.refresh(name);
      }),
    );
  }
}

async function openParts(ground: Parameters<typeof HeadParts.open>[0]) {
  const opened = headedKinds.map(async (kind) => [kind, await HeadParts.open(ground, kind)] as const);
  return new Map(await Promise.all(opened));
}

function lost([subject, { sequence }]: readonly [string, { readonly sequence: number }]) {
  return [subject, { sequence, caution: lostCaution, chance: '' }] as const;
}

/** The id of the storage folder, as far as its file can be believed. */
async function readId({ storage, signer, log }: StoreHeadOptions): Promise<string | undefined> {
  try {
    const { text } = await storage.read(idFile, 4096);
    const id = signer.open(idFile, text)?.['id'];
    if (typeof id === 'string') return id;
    log.warn(`"${idFile}" in "${storage.path}" is not as this installation wrote it.`);
  } catch {
    // Whatever the reason, the folder is one whose id is not known.
  }
  return undefined;
}

async function findAnchor(
  places: readonly HeadPlace[],
  signer: Signer,
  id: string,
): Promise<Anchor | undefined> {
  for (let look = 1; ; look++) {
    for (const place of places) {
      const text = await place.read(signer.nameFor(['head', id]));
      const fields = text === undefined ? undefined : signer.open(`head/${id}`, text);
      const anchor = fields === undefined ? undefined : parseAnchor(fields);
      if (anchor !== undefined) return anchor;
    }
    if (look === looksForAnchor) return undefined;
    await pause(betweenLooks);
  }
}

function parseAnchor({ id, adoptedAt, clients }: Fields): Anchor | undefined {
  if (typeof id !== 'string' || typeof adoptedAt !== 'number') return undefined;
  if (typeof clients !== 'object' || clients === null) return undefined;
  const texts = Object.entries(clients).flatMap(([name, digest]) =>
    typeof digest === 'string' ? [[name, digest] as const] : [],
  );
  return { id, adoptedAt, clients: Object.fromEntries(texts) };
}

/** A random id for a folder that has none; windows that make one at the same time all get the same. */
async function makeId(options: StoreHeadOptions): Promise<string> {
  const { storage, signer } = options;
  const id = randomBytes(16).toString('hex');
  try {
    // An id file that does not verify is in the way.
    await storage.remove(idFile);
    await storage.create(idFile, signer.seal(idFile, { id }));
    await storage.sync();
  } catch (cause) {
    throw diskError(`What is kept in "${storage.path}" could not be given an id`, cause);
  }
  return (await readId(options)) ?? id;
}

/** The id that the folder at this path had, known also where the file with it was deleted. */
async function idAt(places: readonly HeadPlace[], signer: Signer, at: string): Promise<string | undefined> {
  for (const place of places) {
    const text = await place.read(at);
    const id = text === undefined ? undefined : signer.open(at, text)?.['id'];
    if (typeof id === 'string') return id;
  }
  return undefined;
}

async function rememberId(
  { storage, signer }: StoreHeadOptions,
  id: string,
  places: readonly HeadPlace[],
): Promise<void> {
  const at = placeName(storage, signer);
  const text = signer.seal(at, { id });
  for (const place of places) if ((await place.read(at)) !== text) await place.write(at, text);
  const file = signer.seal(idFile, { id });
  const there = await storage.read(idFile, 4096).catch(() => undefined);
  if (there?.text === file) return;
  await storage.replace(idFile, file);
  await storage.sync();
}

function placeName(storage: PrivateFolder, signer: Signer): string {
  return signer.nameFor(['storage folder', storage.path]);
}

/** Clears the files of the head, which are not used once secrets have proven to persist. */
async function forgetFiles(storage: PrivateFolder, log: Log): Promise<void> {
  try {
    if ((await storage.names()).includes(headFolder)) await (await storage.child(headFolder)).clear();
  } catch (error) {
    log.warn(messageOf(error));
  }
}

async function atMost(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds).unref();
  });
  try {
    await Promise.race([work, waited]);
  } finally {
    clearTimeout(timer);
  }
}
