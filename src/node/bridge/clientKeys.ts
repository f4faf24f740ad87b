import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import { codeOf, messageOf, UserError } from '../../core/errors';
import { Emitter } from '../../core/event';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { Log } from '../../core/log';
import { displayText } from '../../core/text';
import { diskError } from '../stores/diskError';
import { watchFolder } from '../stores/folderWatch';
import { hasEnded, type ProcessIdentity } from '../stores/processIdentity';
import type { PrivateFolder } from '../stores/privateFolder';
import { digestOfFile } from '../stores/head/survey';
import type { StoreHead } from '../stores/head/storeHead';
import type { Signer } from '../stores/signature';
import { Admissions } from './admissions';
import {
  isClientId,
  keyFileName,
  keyFileText,
  keyFolder,
  largestKeyFile,
  readKeyFile,
  type KeyFile,
} from './keyFile';

/** A client outside this window that the user let in. */
export type ClientKey = Omit<KeyFile, 'key'>;

/** What a client is let in with. */
export interface NewClient {
  /** Left out: a new one is made. */
  readonly id?: string;
  readonly name: string;
  readonly servers: readonly string[];
  /** Of a session of an agent: the extension host whose session it is. */
  readonly owner?: ProcessIdentity;
}

/** What the keys of clients are kept with. */
export interface ClientKeysOptions {
  readonly storage: PrivateFolder;
  readonly signer: Signer;
  readonly log: Log;
  /** Left out: what is deleted or put back while no host runs is not noticed. */
  readonly head?: StoreHead;
}

/** How long another window's change may stay unseen where the system tells of none, in milliseconds. */
const lookEvery = 1000;

/**
 * The clients that the user let in: one key file each, of mode 0600, shared by all windows, and a signed record which
 * says whose key it is and what it opens. Deleting a client's file shuts the client out. A file that others could have
 * read or written, or one without its record, lets nobody in. The session of an agent has a key too, but no record: it
 * belongs to one window, which remembers what it wrote, and ends with it.
 */
export class ClientKeys implements Disposable {
  readonly #folder: PrivateFolder;
  readonly #log: Log;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<void>());
  readonly #warned = new Set<string>();
  readonly #admissions: Admissions;
  readonly #oldFiles: Readonly<Record<string, string>>;
  /** The key files of this window's agent sessions as they were written; while one is being written, old and new. */
  readonly #own = new Map<string, readonly KeyFile[]>();
  #unconfirmed: readonly ClientKey[] = [];
  #keys: readonly ClientKey[] = [];
  #looking: Promise<void> = Promise.resolve();

  /** Fires when a client was added or removed, or may open other servers. */
  readonly onDidChange = this.#changed.event;

  /** @throws {UserError} when the folder of keys cannot be used */
  static async open({ storage, signer, log, head }: ClientKeysOptions): Promise<ClientKeys> {
    const admissions = await Admissions.open({ storage, signer, log, head });
    const keys = new ClientKeys(await storage.child(keyFolder), log, admissions, head?.oldClients ?? {});
    await keys.#look();
    await keys.#removeLeftOver();
    return keys;
  }

  private constructor(
    folder: PrivateFolder,
    log: Log,
    admissions: Admissions,
    oldFiles: Readonly<Record<string, string>>,
  ) {
    this.#folder = folder;
    this.#log = log;
    this.#admissions = this.#lifetime.add(admissions);
    this.#oldFiles = oldFiles;
    this.#lifetime.add(admissions.onDidChange(() => void this.#look()));
    this.#lifetime.add(watchFolder(folder.path, lookEvery, () => this.#look()));
  }

  /** The clients that the user let in, the oldest first. */
  get keys(): readonly ClientKey[] {
    return this.#keys.filter(({ owner }) => owner === undefined);
  }

  /** `keys`, and the sessions of agents in all windows. */
  get all(): readonly ClientKey[] {
    return this.#keys;
  }

  /** Clients that a version let in which did not sign them: they are not let in before the user has confirmed them. */
  get unconfirmed(): readonly ClientKey[] {
    return this.#unconfirmed;
  }

  /** Tells whether records of the clients that were let in were deleted or put back. */
  get signed(): Admissions['signed'] {
    return this.#admissions.signed;
  }

  /** The user has confirmed these. @throws {UserError} when that could not be kept */
  async confirm(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const file = await this.#readFile(id);
      if (file !== undefined && (await this.#isOld(file))) await this.#admissions.letIn(file);
    }
    await this.#look();
  }

  /**
   * Lets a client in under a new key; one that is in already keeps its key and gets this name and these servers.
   * @throws {UserError} when its key could not be written
   */
  async create({ id = randomBytes(6).toString('hex'), ...client }: NewClient): Promise<ClientKey> {
    if (!isClientId(id)) throw new UserError(`"${displayText(id, 80)}" cannot be the id of a client.`);
    const known = await this.read(id);
    const key = known ?? { id, key: randomBytes(32), createdAt: Date.now() };
    return this.#write({ ...key, ...client });
  }

  /**
   * Sets which servers a client may open.
   * @throws {UserError} when it is not known, or that could not be written
   */
  async setServers(id: string, servers: readonly string[]): Promise<void> {
    const known = await this.read(id);
    if (known === undefined) throw new UserError('This client is not let in any more. Let it in again.');
    await this.#write({ ...known, servers });
  }

  /** Takes a client's key from it; its sessions end. @throws {UserError} when that could not be kept */
  async revoke(id: string): Promise<void> {
    try {
      if (isClientId(id)) {
        const file = await this.#readFile(id);
        // Recorded first, because the file may be put back.
        const isUsers = file === undefined ? this.#admissions.of(id) !== undefined : file.owner === undefined;
        if (isUsers) await this.#admissions.remove(id);
      }
    } finally {
      await this.#removeFile(id);
      await this.#look();
    }
  }

  /** Resolves when `keys` says what the files say now. */
  async refresh(): Promise<void> {
    await this.#look();
  }

  /** The client as it is let in at this moment; undefined when it is not, or its file must not be believed. */
  async read(id: string): Promise<KeyFile | undefined> {
    await this.#admissions.refresh();
    return this.#readJudged(id);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #write(file: KeyFile): Promise<ClientKey> {
    if (file.owner !== undefined) this.#own.set(file.id, [...(this.#own.get(file.id) ?? []), file]);
    try {
      await this.#folder.replace(keyFileName(file.id), keyFileText(file));
      await this.#folder.sync();
    } catch (error) {
      throw diskError('The key of this client could not be written', error);
    }
    if (file.owner === undefined) await this.#admissions.letIn(file);
    else this.#own.set(file.id, [file]);
    await this.#look();
    return withoutKey(file);
  }

  /** The key file, if it is the one that was let in, with what the record says of it. */
  async #readJudged(id: string): Promise<KeyFile | undefined> {
    const before = this.#own.get(id);
    const file = await this.#readFile(id);
    if (file === undefined) return undefined;
    const name = keyFileName(id);
    const now = this.#own.get(id);
    // It may have been written while it was read.
    const own = now && [...now, ...(before ?? [])];
    if (own !== undefined || file.owner !== undefined) {
      // A session of another window: only that window lets it in, and knows what it wrote.
      if (own === undefined || own.some((each) => isDeepStrictEqual(file, plainKey(each)))) return file;
      this.#warn(name, 'it is not as this window wrote it');
      return undefined;
    }
    const standing = this.#admissions.of(id);
    if (typeof standing !== 'object' || !this.#admissions.hasKey(file)) {
      if (!(await this.#isOld(file))) this.#warn(name, 'it is not the key of a client that you let in');
      return undefined;
    }
    const { servers, createdAt } = standing;
    return { id, key: file.key, name: standing.name, servers, createdAt };
  }

  async #readFile(id: string): Promise<KeyFile | undefined> {
    if (!isClientId(id)) return undefined;
    const name = keyFileName(id);
    try {
      const file = await readKeyFile(join(this.#folder.path, name), id);
      if (file === undefined) this.#warn(name, 'it is damaged');
      return file;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') this.#warned.delete(name);
      else this.#warn(name, `it ${messageOf(error)}`);
      return undefined;
    }
  }

  /** Is the file as it was left by a version that did not sign it, and has nothing been recorded of it since? */
  async #isOld({ id, owner }: KeyFile): Promise<boolean> {
    const name = keyFileName(id);
    const digest = this.#oldFiles[name];
    if (digest === undefined || owner !== undefined || this.#admissions.of(id) !== undefined) return false;
    try {
      return digestOfFile((await this.#folder.read(name, largestKeyFile)).text) === digest;
    } catch {
      return false;
    }
  }

  async #removeFile(id: string): Promise<void> {
    this.#own.delete(id);
    try {
      if (isClientId(id)) await this.#folder.remove(keyFileName(id));
      await this.#folder.sync();
    } catch (error) {
      throw diskError('The key of this client could not be removed', error);
    }
  }

  /** One look after another; each sees what was true when it was asked for. */
  #look(): Promise<void> {
    return (this.#looking = this.#looking.then(() => this.#lookNow()));
  }

  async #lookNow(): Promise<void> {
    if (this.#lifetime.ended) return;
    let names: readonly string[];
    try {
      names = await this.#folder.names();
    } catch (error) {
      // An error in deciding lets nobody in (rule 1).
      this.#warn('', messageOf(error));
      names = [];
    }
    const ids = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length));
    await this.#admissions.refresh();
    const keys = inOrder(await Promise.all(ids.map((id) => this.#readJudged(id))));
    const unconfirmed = inOrder(
      await Promise.all(
        ids.filter((id) => keys.every((key) => key.id !== id)).map((id) => this.#readOld(id)),
      ),
    );
    if (isDeepStrictEqual([keys, unconfirmed], [this.#keys, this.#unconfirmed])) return;
    this.#keys = keys;
    this.#unconfirmed = unconfirmed;
    this.#changed.fire();
  }

  async #readOld(id: string): Promise<KeyFile | undefined> {
    if (this.#oldFiles[keyFileName(id)] === undefined) return undefined;
    const file = await this.#readFile(id);
    return file !== undefined && (await this.#isOld(file)) ? file : undefined;
  }

  /** Removes the keys of sessions whose window ended without removing them: nobody can use these any more. */
  async #removeLeftOver(): Promise<void> {
    const over = await Promise.all(
      this.#keys.map(async ({ id, owner }) =>
        owner !== undefined && (await hasEnded(owner)) ? id : undefined,
      ),
    );
    for (const id of over) {
      if (id !== undefined) await this.revoke(id).catch((error: unknown) => this.#log.warn(messageOf(error)));
    }
  }

  #warn(name: string, why: string): void {
    if (this.#warned.has(name)) return;
    this.#warned.add(name);
    const file = name === '' ? 'The keys of other clients are' : `The key file "${displayText(name, 80)}" is`;
    this.#log.warn(`${file} not used: ${why}.`);
  }
}

function inOrder(files: readonly (KeyFile | undefined)[]): readonly ClientKey[] {
  return files
    .flatMap((file) => (file === undefined ? [] : withoutKey(file)))
    .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
}

/** As it is read back from its file. */
function plainKey({ key, ...others }: KeyFile): KeyFile {
  return { ...others, key: Buffer.from(key) };
}

function withoutKey({ id, name, servers, createdAt, owner }: KeyFile): ClientKey {
  return { id, name, servers, createdAt, ...(owner !== undefined && { owner }) };
}
