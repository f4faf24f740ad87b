import { Emitter, type Event } from '../../core/event';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { ServerDeps } from './serverDeps';
import type { ManagedServer } from './managedServer';
import { OutsideClient, type ClientIdentity, type OutsideConnection } from './outsideClient';
import type { ServerRegistry } from './serverRegistry';

/** A client that the user has let in. */
interface AdmittedClient extends ClientIdentity {
  /** The names of the servers that it may open. */
  readonly servers: readonly string[];
}

/** Where the clients are kept that the user has let in. */
export interface AdmittedClients {
  readonly admitted: readonly AdmittedClient[];
  readonly onDidChange: Event<void>;
}

type ConfiguredServers = Pick<ServerRegistry, 'all' | 'shadowing' | 'onDidChange'>;

/** Every server of this window as each outside client may use it. */
export class OutsideClients implements Disposable {
  readonly #admitted: AdmittedClients;
  readonly #servers: ConfiguredServers;
  readonly #around: ServerDeps;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<OutsideClient | 'all'>());
  readonly #called = this.#lifetime.add(new Emitter<OutsideClient>());
  readonly #owned = new Map<string, { readonly client: OutsideClient; readonly lifetime: Lifetime }>();
  /** The endings of clients that were removed and have not ended yet. */
  readonly #leaving = new Set<Promise<void>>();

  /** Fires with the client that changed, or with "all" when some may have been added or removed. */
  readonly onDidChange = this.#changed.event;

  /** Fires with a client whose active or most recent tool calls have changed since somebody last looked at them. */
  readonly onDidCall = this.#called.event;

  constructor(admitted: AdmittedClients, servers: ConfiguredServers, around: ServerDeps) {
    this.#admitted = admitted;
    this.#servers = servers;
    this.#around = around;
    this.#lifetime.add(admitted.onDidChange(() => this.#refresh()));
    this.#lifetime.add(
      servers.onDidChange((what) => {
        if (what === 'all') this.#refresh();
      }),
    );
    this.#refresh();
  }

  /** One for each client with grants of its own and each server that it may open, in the order of the clients. */
  get all(): readonly OutsideClient[] {
    return this.everyone.filter(({ client }) => client.session === undefined);
  }

  /** `all`, and the sessions of agents. */
  get everyone(): readonly OutsideClient[] {
    return [...this.#owned.values()].map(({ client }) => client);
  }

  /** The clients that may open this server. */
  ofServer(server: ManagedServer): readonly OutsideClient[] {
    return this.everyone.filter((each) => each.server === server);
  }

  /** The servers that this client may open. */
  ofClient(clientId: string): readonly OutsideClient[] {
    return this.everyone.filter(({ client }) => client.id === clientId);
  }

  /** Gives a client that has proven who it is a session with a server, or refuses it. Never rejects. */
  async connect<P>(clientId: string, server: string, connection: OutsideConnection<P>): Promise<void> {
    const own = this.ofClient(clientId);
    const wanted = own.find((each) => each.server.name === server);
    if (wanted !== undefined) return wanted.connect(connection);
    // The answer does not say whether there is such a server.
    connection.refuse('not open');
  }

  /** Ends every session; resolves when nothing of them is left. */
  async stopAll(): Promise<void> {
    await Promise.all([...this.everyone.map((client) => client.stop()), ...this.#leaving]);
  }

  dispose(): void {
    this.#lifetime.dispose();
    for (const { lifetime } of this.#owned.values()) lifetime.dispose();
    this.#owned.clear();
  }

  #refresh(): void {
    const wanted = new Map(
      this.#admitted.admitted.flatMap((client) =>
        client.servers.flatMap((name) => {
          const server = this.#usable(name);
          return server === undefined ? [] : [[`${client.id} ${server.id}`, { client, server }] as const];
        }),
      ),
    );
    const before = [...this.#owned];
    this.#owned.clear();
    for (const [key, { client, server }] of wanted) {
      const kept = before.find(([other, { client: own }]) => other === key && own.server === server);
      if (kept?.[1].client.client.name === client.name) this.#owned.set(...kept);
      else this.#own(key, client, server);
    }
    const kept = new Set(this.everyone);
    for (const [, { client, lifetime }] of before) if (!kept.has(client)) this.#letGo(client, lifetime);
    this.#changed.fire('all');
  }

  #usable(name: string): ManagedServer | undefined {
    const server = this.#servers.all.find((each) => each.name === name);
    return server !== undefined && this.#servers.shadowing(server) === undefined ? server : undefined;
  }

  #own(key: string, client: ClientIdentity, server: ManagedServer): void {
    const lifetime = new Lifetime();
    const own = lifetime.add(new OutsideClient(client, server, this.#around));
    lifetime.add(own.onDidChange(() => this.#changed.fire(own)));
    lifetime.add(own.calls.onDidChange(() => this.#called.fire(own)));
    this.#owned.set(key, { client: own, lifetime });
  }

  #letGo(client: OutsideClient, lifetime: Lifetime): void {
    const leaving = client.retire().finally(() => {
      lifetime.dispose();
      this.#leaving.delete(leaving);
    });
    this.#leaving.add(leaving);
  }
}
