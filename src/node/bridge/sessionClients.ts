import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Emitter } from '../../core/event';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { ClientSession } from '../servers/outsideClient';
import type { AdmittedClients } from '../servers/outsideClients';
import { identify } from '../stores/processIdentity';
import type { ClientKey, ClientKeys } from './clientKeys';
import { sessionPrefix } from './keyFile';

type Admitted = AdmittedClients['admitted'];

/** The clients that this window lets in: those of the user, and the sessions of its own agents, a key each. */
export class SessionClients implements AdmittedClients, Disposable {
  readonly #keys: ClientKeys;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<void>());
  readonly #sessions = new Map<string, ClientSession>();
  #admitted: Admitted;

  /** Fires when the clients that are let in here have changed; sessions of other windows do not count. */
  readonly onDidChange = this.#changed.event;

  constructor(keys: ClientKeys) {
    this.#keys = keys;
    this.#admitted = this.#look();
    this.#lifetime.add(keys.onDidChange(() => this.#refresh()));
  }

  get admitted(): Admitted {
    return this.#admitted;
  }

  /** May this client be served here? Not a session of another window, nor one that is over. */
  isServed({ id, owner }: ClientKey): boolean {
    return owner === undefined || this.#sessions.has(id);
  }

  /**
   * Makes a key for a session of an agent, which may open exactly these servers.
   * @returns its id
   * @throws {UserError} when it could not be written
   */
  async admit(session: ClientSession, name: string, servers: readonly string[]): Promise<string> {
    const id = `${sessionPrefix}${randomBytes(6).toString('hex')}`;
    const owner = await identify(process.pid);
    this.#sessions.set(id, session);
    try {
      await this.#keys.create({ id, name, servers, owner });
    } catch (error) {
      this.#sessions.delete(id);
      throw error;
    }
    return id;
  }

  /**
   * From now on the session may open these servers only, and never more than before.
   * @throws {UserError} when that could not be written
   */
  async narrow(id: string, servers: readonly string[]): Promise<void> {
    const key = this.#keys.all.find((each) => each.id === id);
    const left = key?.servers.filter((each) => servers.includes(each)) ?? [];
    if (key !== undefined && left.length < key.servers.length) await this.#keys.setServers(id, left);
  }

  /**
   * Ends the session: everything that it has open ends at once, and its key is removed.
   * @throws {UserError} when the key could not be removed
   */
  async end(id: string): Promise<void> {
    this.#sessions.delete(id);
    this.#refresh();
    await this.#keys.revoke(id);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #refresh(): void {
    const next = this.#look();
    if (isDeepStrictEqual(next.map(plain), this.#admitted.map(plain))) return;
    this.#admitted = next;
    this.#changed.fire();
  }

  #look(): Admitted {
    return this.#keys.all
      .filter((key) => this.isServed(key))
      .map((key) => {
        const session = this.#sessions.get(key.id);
        return session === undefined ? key : { ...key, session };
      });
  }
}

function plain({ id, name, servers }: Admitted[number]): object {
  return { id, name, servers };
}
