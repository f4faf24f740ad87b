import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import { codeOf, messageOf, UserError } from '../../core/errors';
import { Emitter } from '../../core/event';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { Log } from '../../core/ports';
import { displayText } from '../../core/text';
import { diskError } from '../stores/diskError';
import { watchFolder } from '../stores/folderWatch';
import { hasEnded, type ProcessIdentity } from '../stores/processIdentity';
import type { PrivateFolder } from '../stores/privateFolder';
import { isClientId, keyFileName, keyFileText, keyFolder, readKeyFile, type KeyFile } from './keyFile';

/** A client outside this window that the user let in. */
export type ClientKey = Omit<KeyFile, 'key'>;

/** What a client is let in with. */
export interface NewClient {
  /** Left out: one of its own. */
  readonly id?: string;
  readonly name: string;
  readonly servers: readonly string[];
  /** Of a session of an agent: the extension host whose session it is. */
  readonly owner?: ProcessIdentity;
}

/** How long another window's change may stay unseen where the system tells of none, in milliseconds. */
const lookEvery = 1000;

/**
 * The clients that the user let in: one key file each, of mode 0600, shared by all windows. Deleting a file takes the
 * client's way in from it. A file that others could have read or written lets nobody in. The session of an agent has one
 * too, which is that of one window and goes with it.
 */
export class ClientKeys implements Disposable {
  readonly #folder: PrivateFolder;
  readonly #log: Log;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<void>());
  readonly #warned = new Set<string>();
  #keys: readonly ClientKey[] = [];
  #looking: Promise<void> = Promise.resolve();

  /** Some client came, went, or may open other servers. */
  readonly onDidChange = this.#changed.event;

  /** @throws {UserError} when the folder of keys cannot be used */
  static async open(storage: PrivateFolder, log: Log): Promise<ClientKeys> {
    const keys = new ClientKeys(await storage.child(keyFolder), log);
    await keys.#look();
    await keys.#removeLeftOver();
    return keys;
  }

  private constructor(folder: PrivateFolder, log: Log) {
    this.#folder = folder;
    this.#log = log;
    this.#lifetime.add(watchFolder(folder.path, lookEvery, () => this.#look()));
  }

  /** Those that the user let in, in the order in which that was. */
  get keys(): readonly ClientKey[] {
    return this.#keys.filter(({ owner }) => owner === undefined);
  }

  /** Those, and the sessions of agents in all windows. */
  get all(): readonly ClientKey[] {
    return this.#keys;
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

  /** Says anew which servers a client may open. @throws {UserError} when it is not known, or that could not be written */
  async setServers(id: string, servers: readonly string[]): Promise<void> {
    const known = await this.read(id);
    if (known === undefined) throw new UserError('This client is not let in any more. Let it in again.');
    await this.#write({ ...known, servers });
  }

  /** Takes a client's key from it; its sessions end. @throws {UserError} when the file could not be removed */
  async revoke(id: string): Promise<void> {
    try {
      if (isClientId(id)) await this.#folder.remove(keyFileName(id));
      await this.#folder.sync();
    } catch (error) {
      throw diskError('The key of this client could not be removed', error);
    }
    await this.#look();
  }

  /** Resolves when `keys` says what the files say now. */
  async refresh(): Promise<void> {
    await this.#look();
  }

  /** The client as its file says at this moment; undefined when it is not in, or its file is not to be believed. */
  async read(id: string): Promise<KeyFile | undefined> {
    if (!isClientId(id)) return undefined;
    const name = keyFileName(id);
    try {
      const file = await readKeyFile(join(this.#folder.path, name), id);
      if (file === undefined) this.#warn(name, 'it is damaged');
      else this.#warned.delete(name);
      return file;
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') this.#warn(name, `it ${messageOf(error)}`);
      return undefined;
    }
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #write(file: KeyFile): Promise<ClientKey> {
    try {
      await this.#folder.replace(keyFileName(file.id), keyFileText(file));
      await this.#folder.sync();
    } catch (error) {
      throw diskError('The key of this client could not be written', error);
    }
    await this.#look();
    return withoutKey(file);
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
      // An error in deciding lets nobody in (design rule 1).
      this.#warn('', messageOf(error));
      names = [];
    }
    const ids = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length));
    const files = await Promise.all(ids.map((id) => this.read(id)));
    const keys = files
      .flatMap((file) => (file === undefined ? [] : withoutKey(file)))
      .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
    if (isDeepStrictEqual(keys, this.#keys)) return;
    this.#keys = keys;
    this.#changed.fire();
  }

  /** What windows left that ended without a word: nobody can use it, and nobody would remove it. */
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

function withoutKey({ id, name, servers, createdAt, owner }: KeyFile): ClientKey {
  return { id, name, servers, createdAt, ...(owner !== undefined && { owner }) };
}
