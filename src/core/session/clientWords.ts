import type { RequestId } from './envelope';
import { clientText, type ClientText, type OutsideReason, type Reader, type Why } from './outsideText';
import { cancelled, notCarried, taskIsGone } from './ownMessages';
import type { Effects } from './sessionEffect';

/** Tells the client end what became of requests, in a text that this client may read. */
export class ClientWords<P> {
  readonly #effects: Effects<P>;
  readonly #reader: Reader;

  /** @param reader left out: another client, which reads fixed sentences only */
  constructor(effects: Effects<P>, reader: Reader = 'another client') {
    this.#effects = effects;
    this.#reader = reader;
  }

  textOf(why: Why | OutsideReason): ClientText {
    return clientText(this.#reader, why);
  }

  /** Answers a request of the client with an error: the server gives no answer to it. */
  fail(id: RequestId, why: Why | OutsideReason): void {
    this.#effects.send('client', notCarried(id, this.textOf(why)));
  }

  /** Answers a request about a task that ended with its process. */
  taskIsGone(id: RequestId, why: ClientText): void {
    this.#effects.send('client', taskIsGone(id, why));
  }

  /** Tells the client that nobody waits any more for its answer to this request of the server. */
  cancel(id: RequestId, why: Why | OutsideReason): void {
    this.#effects.send('client', cancelled(id, this.textOf(why)));
  }
}
