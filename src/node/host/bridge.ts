import type { Disposable } from '../../core/lifecycle';
import { Lifetime, Slot } from '../../core/lifecycle';
import { messageOf } from '../../core/errors';
import { availablePath } from '../../core/roots/candidate';
import type { Catalog } from '../../core/roots/catalog';
import type { OutsideReason } from '../../core/session/outsideText';
import { BridgeListener } from '../bridge/bridgeListener';
import { ClientKeys, type ClientKeysOptions } from '../bridge/clientKeys';
import { installShim, shimPath } from '../bridge/installShim';
import { SessionClients } from '../bridge/sessionClients';
import type { OutsideClients } from '../servers/outsideClients';

/** What the bridge needs of the host. */
export interface BridgeDeps extends ClientKeysOptions {
  /** The path of the shim in this version of the extension. */
  readonly bundle: string;
  /** The longest message taken from a client, in bytes. */
  readonly messageLimit: () => number;
}

/** The way in for other clients. Until the user lets one in, nothing listens and no shim is installed. */
export class Bridge implements Disposable {
  /** The clients that the user has let in. */
  readonly keys: ClientKeys;
  /** Those clients, and the sessions of this window's agents: everyone who can get a session with a server. */
  readonly clients: SessionClients;
  /** The path of the shim that clients start; it stays the same over updates. */
  readonly shim: string;
  readonly #around: BridgeDeps;
  readonly #lifetime = new Lifetime();
  readonly #listener = this.#lifetime.add(new Slot<BridgeListener>());
  #serving: () => void = () => undefined;
  /** Resolves once clients are served, or never will be. */
  readonly served = new Promise<void>((resolve) => {
    this.#serving = resolve;
    this.#lifetime.add({ dispose: resolve });
  });
  #opening: Promise<BridgeListener | undefined> | undefined;
  #outside: { readonly clients: OutsideClients; readonly catalog: Catalog } | undefined;

  /** @throws {UserError} when the keys cannot be read */
  static async open(around: BridgeDeps): Promise<Bridge> {
    return new Bridge(around, await ClientKeys.open(around));
  }

  private constructor(around: BridgeDeps, keys: ClientKeys) {
    this.#around = around;
    this.keys = this.#lifetime.add(keys);
    this.clients = this.#lifetime.add(new SessionClients(keys));
    this.shim = shimPath(around.storage.path);
  }

  /** From now on, clients that the user lets in reach these servers, in a window for these folders. */
  serve(clients: OutsideClients, catalog: Catalog): void {
    this.#outside = { clients, catalog };
    this.#serving();
    this.#lifetime.add(this.clients.onDidChange(() => void this.#openOrClose()));
    this.#lifetime.add(catalog.onDidChange(() => void this.#sayFolders()));
    void this.address();
  }

  /**
   * Where this window listens for shims; listens from now on if some client may come.
   * @returns undefined where nobody is let in, or it cannot listen: a warning says so, and the next call tries again
   */
  async address(): Promise<string | undefined> {
    if (this.clients.admitted.length === 0 || this.#outside === undefined || this.#lifetime.ended)
      return undefined;
    this.#opening ??= this.#listen();
    return (await this.#opening)?.address;
  }

  /** Ends every connection; resolves when no shim finds this window any more. */
  async close(): Promise<void> {
    const listener = await this.#opening;
    await listener?.close();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #listen(): Promise<BridgeListener | undefined> {
    const { storage, bundle, messageLimit, log } = this.#around;
    const { keys } = this;
    try {
      await installShim(bundle, storage);
      const listener = await BridgeListener.open({
        storage,
        keys,
        log,
        get messageLimit() {
          return messageLimit();
        },
      });
      this.#listener.value = listener;
      listener.onConnection((connection) => {
        const { client, server, closed } = connection;
        const refuse = (why: OutsideReason) => connection.refuse(why);
        if (!this.clients.isServed(client)) return refuse('of another window');
        void this.#outside?.clients.connect(client.id, server, { client: connection, closed, refuse });
      });
      await listener.sayFolders(this.#folders());
      return listener;
    } catch (error) {
      log.warn(messageOf(error));
      this.#opening = undefined;
      return undefined;
    }
  }

  /** Listens while some client is let in; stops when the last one is gone. */
  async #openOrClose(): Promise<void> {
    await this.address();
    if (this.clients.admitted.length > 0) return;
    const opening = this.#opening;
    this.#opening = undefined;
    await (await opening)?.close();
  }

  async #sayFolders(): Promise<void> {
    const listener = await this.#opening;
    await listener?.sayFolders(this.#folders());
  }

  /** The real paths of the workspace's own folders, by which a shim tells windows apart. */
  #folders(): readonly string[] {
    return (this.#outside?.catalog.candidates ?? [])
      .filter(({ origin }) => origin === 'workspace')
      .flatMap((candidate) => availablePath(candidate) ?? []);
  }
}
