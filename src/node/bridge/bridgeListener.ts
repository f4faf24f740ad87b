import { chmod } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { messageOf, UserError } from '../../core/errors';
import { Emitter } from '../../core/event';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { Log } from '../../core/log';
import type { PrivateFolder } from '../stores/privateFolder';
import { BridgeConnection } from './bridgeConnection';
import type { ClientKeys } from './clientKeys';
import { authenticateShim } from './authenticateShim';
import { socketAddress, type SocketPlaces } from './socketAddress';
import { WindowRegistry } from './windowRegistry';

/** Connections that may be in the middle of the greeting at one time; more are closed at once. */
const mostUnproven = 128;

const usualMessageLimit = 64 * 1024 * 1024;

/** What the listener of a window needs. */
export interface BridgeOptions {
  readonly storage: PrivateFolder;
  readonly keys: ClientKeys;
  readonly log: Log;
  /** The longest message taken from a client, in bytes. Default: 64 MiB. */
  readonly messageLimit?: number;
  readonly places?: SocketPlaces;
  /** How long the whole greeting may take, in milliseconds. */
  readonly greetingTime?: number;
}

/**
 * Where the shims of other clients reach this window: a unix socket in a folder that is ours alone, or a named pipe; no
 * network port (rule 11). Only who has proven a client's key comes further.
 */
export class BridgeListener implements Disposable {
  /** The path of the socket, or the name of the pipe. */
  readonly address: string;
  readonly #options: BridgeOptions;
  readonly #server = createServer();
  readonly #registry: WindowRegistry;
  readonly #lifetime = new Lifetime();
  readonly #connected = this.#lifetime.add(new Emitter<BridgeConnection>());
  readonly #open = new Set<BridgeConnection>();
  readonly #sockets = new Set<Socket>();
  #unproven = 0;

  /** A shim has proven its key and asks for a server (any name, not checked yet): attach to it, or refuse it. */
  readonly onConnection = this.#connected.event;

  /**
   * Listens. Shims that look for a window find this one once its folders were said.
   * @throws {UserError} when there is no place for the socket, or something else is in it
   */
  static async open(options: BridgeOptions): Promise<BridgeListener> {
    const { storage, log, places } = options;
    const address = await socketAddress(storage, log, places);
    const registry = await WindowRegistry.open(storage, address, log);
    const listener = new BridgeListener(options, address, registry);
    try {
      await listener.#listen();
      return listener;
    } catch (error) {
      listener.dispose();
      const why = `Other clients cannot reach this window: ${messageOf(error)}. Reload the window.`;
      throw new UserError(why, { cause: error });
    }
  }

  private constructor(options: BridgeOptions, address: string, registry: WindowRegistry) {
    this.#options = options;
    this.address = address;
    this.#registry = this.#lifetime.add(registry);
    this.#server.on('connection', (socket) => void this.#receive(socket));
    this.#lifetime.add(options.keys.onDidChange(() => this.#closeRevoked()));
  }

  /** Publishes which folders this window is for; resolves when shims can read it. @param folders their real paths */
  sayFolders(folders: readonly string[]): Promise<void> {
    return this.#registry.say(folders);
  }

  /** Stops listening and ends every connection; resolves when no shim finds this window any more. */
  async close(): Promise<void> {
    const closed = this.#server.listening ? once(this.#server, 'close') : undefined;
    this.#server.close();
    for (const connection of this.#open) connection.close();
    for (const socket of this.#sockets) if (!socket.writableEnded) socket.destroy();
    this.#lifetime.dispose();
    await Promise.all([closed, this.#registry.takeBack()]);
  }

  dispose(): void {
    void this.close();
  }

  async #listen(): Promise<void> {
    const server = this.#server.listen(this.address);
    await once(server, 'listening');
    server.on('error', (error) =>
      this.#options.log.warn(`Other clients may not reach this window: ${error.message}`),
    );
    // The folder is closed to others already, but it could be opened to them.
    if (process.platform !== 'win32') await chmod(this.address, 0o600);
  }

  /** A fault of this side ends the one connection that met it. */
  async #receive(socket: Socket): Promise<void> {
    try {
      await this.#greet(socket);
    } catch (error) {
      this.#options.log.error(
        `A connection of another client could not be served, and ends: ${messageOf(error)}`,
      );
      socket.destroy();
    }
  }

  async #greet(socket: Socket): Promise<void> {
    // A lost connection says so by closing.
    socket.on('error', () => undefined);
    if (this.#unproven >= mostUnproven) {
      socket.destroy();
      return;
    }
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    this.#unproven += 1;
    const { keys, messageLimit = usualMessageLimit, greetingTime, log } = this.#options;
    const proven = await authenticateShim(socket, keys, greetingTime);
    this.#unproven -= 1;
    if (proven === undefined || this.#lifetime.ended) return;
    const { key: _, ...client } = proven.client;
    // Another window may have let it in a moment ago.
    if (!keys.all.some((known) => isDeepStrictEqual(known, client))) await keys.refresh();
    const connection = new BridgeConnection(socket, client, proven.server, messageLimit, log);
    this.#open.add(connection);
    void connection.closed.then(() => this.#open.delete(connection));
    if (this.#connected.hasListeners) this.#connected.fire(connection);
    else connection.refuse('window not ready');
  }

  #closeRevoked(): void {
    const { all } = this.#options.keys;
    for (const connection of this.#open) {
      const { id, createdAt } = connection.client;
      // Revoked and let in again, it has another key.
      const key = all.find((each) => each.id === id && each.createdAt === createdAt);
      if (key?.servers.includes(connection.server) !== true) connection.close();
    }
  }
}
