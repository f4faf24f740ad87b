import { BoundedMap } from '../boundedMap';
import type { Message, RequestId } from './envelope';

/** How many subscriptions, and bytes of them, are kept for a successor; the oldest beyond that are dropped. */
const mostSubscriptions = { entries: 10_000, weight: 8 * 1024 * 1024 };

/**
 * The messages of a client end that its server has to know. They are repeated, word for word, to a successor (the next
 * process). (MCP, basic/lifecycle: `initialize`, `initialized`; server/utilities/logging; server/resources,
 * subscriptions.)
 */
export class Handshake<P> {
  #initialize: { readonly id: RequestId; readonly payload: P } | undefined;
  #identity: string | undefined;
  #initialized: P | undefined;
  #logLevel: P | undefined;
  readonly #subscriptions = new BoundedMap<string, Pick<Message<P>, 'payload' | 'size'>>(
    mostSubscriptions,
    ({ size = 0 }, uri) => uri.length + size,
  );

  /** The client's own `initialize`, if it has sent one. */
  get initialize(): { readonly id: RequestId; readonly payload: P } | undefined {
    return this.#initialize;
  }

  /** Is the client end subscribed to a resource? */
  get hasSubscriptions(): boolean {
    return this.#subscriptions.size > 0;
  }

  /** The server refused the client's `initialize`: the client may send another, and this one is answered. */
  refuse(): void {
    this.#initialize = undefined;
  }

  /** What the server said that it is (version, capabilities, name) when it accepted `initialize`; else undefined. */
  get identity(): string | undefined {
    return this.#identity;
  }

  set identity(identity: string) {
    this.#identity ??= identity;
  }

  /** The client's own `initialized`, if it has sent one. */
  get initialized(): P | undefined {
    return this.#initialized;
  }

  /**
   * The requests of the client that a successor must get too, in order.
   * @param mayName whether the successor may be told of a subscription to this URI
   */
  requests(mayName: (uri: string) => boolean): readonly P[] {
    const level = this.#logLevel === undefined ? [] : [this.#logLevel];
    const subscriptions = [...this.#subscriptions.keys()].flatMap((uri) => {
      const said = mayName(uri) ? this.#subscriptions.get(uri) : undefined;
      return said === undefined ? [] : said.payload;
    });
    return [...level, ...subscriptions];
  }

  /** Takes note of a message of the client end that goes to the server. */
  observe({ envelope, payload, size = 0 }: Message<P>): void {
    if (envelope.kind === 'response') return;
    switch (envelope.method) {
      case 'initialize':
        if (envelope.kind === 'request') this.#initialize ??= { id: envelope.id, payload };
        return;
      case 'notifications/initialized':
        this.#initialized ??= payload;
        return;
      case 'logging/setLevel':
        this.#logLevel = payload;
        return;
      case 'resources/subscribe':
        if (typeof envelope.subject === 'string')
          this.#subscriptions.set(envelope.subject, { payload, size });
        return;
      case 'resources/unsubscribe':
        if (typeof envelope.subject === 'string') this.#subscriptions.delete(envelope.subject);
        return;
      default:
    }
  }
}
