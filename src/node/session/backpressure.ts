import type { ClientEnd } from './clientEnd';
import type { ServerEnd } from './serverEnd';

type ReasonToHold = 'the server takes no more' | 'too much waits here';

/** Lets neither end say more than the other takes, as if they were joined directly: memory stays bounded. */
export class Backpressure {
  readonly #client: Pick<ClientEnd<unknown>, 'hold'>;
  readonly #reasons = new Set<ReasonToHold>();
  #server: Pick<ServerEnd<unknown>, 'pause' | 'resume'> | undefined;
  #roomAtClient: Promise<void> | undefined;
  #roomAtServer: Promise<void> | undefined;

  constructor(client: Pick<ClientEnd<unknown>, 'hold'>) {
    this.#client = client;
  }

  /** The present server end, if any. A lost one can no longer hold up the client. */
  set server(server: Pick<ServerEnd<unknown>, 'pause' | 'resume'> | undefined) {
    this.#server = server;
    this.#roomAtServer = undefined;
    this.hold('the server takes no more', false);
    if (this.#roomAtClient !== undefined) server?.pause();
  }

  /** The client was given something. @param room resolves when it takes more; undefined if it does already */
  clientTook(room: Promise<void> | undefined): void {
    if (room === undefined || room === this.#roomAtClient) return;
    this.#roomAtClient = room;
    this.#server?.pause();
    void this.#whenClientTakesMore(room);
  }

  /** The server was given something. @param room resolves when it takes more; undefined if it does already */
  serverTook(room: Promise<void> | undefined): void {
    if (room === undefined || room === this.#roomAtServer) return;
    this.#roomAtServer = room;
    this.hold('the server takes no more', true);
    void this.#whenServerTakesMore(room);
  }

  /** Takes nothing more from this side until the promise resolves. */
  holdUp(side: 'client' | 'server', until: Promise<void>): void {
    if (side === 'server') this.clientTook(until);
    else this.serverTook(until);
  }

  /** Holds up what the client says while the reason applies. */
  hold(reason: ReasonToHold, applies: boolean): void {
    const before = this.#reasons.size > 0;
    if (applies) this.#reasons.add(reason);
    else this.#reasons.delete(reason);
    const isHeld = this.#reasons.size > 0;
    if (isHeld !== before) this.#client.hold?.(isHeld);
  }

  async #whenClientTakesMore(room: Promise<void>): Promise<void> {
    await room;
    if (room !== this.#roomAtClient) return;
    this.#roomAtClient = undefined;
    this.#server?.resume();
  }

  async #whenServerTakesMore(room: Promise<void>): Promise<void> {
    await room;
    if (room !== this.#roomAtServer) return;
    this.#roomAtServer = undefined;
    this.hold('the server takes no more', false);
  }
}
