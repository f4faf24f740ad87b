import type { RequestId } from './envelope';
import { clientText, type ClientText, type OutsideReason, type Reader, type Why } from './outsideText';
import { cancelled, notCarried, taskIsGone } from './ownMessages';
import type { Effects } from './sessionEffect';

/** Tells the client end what became of requests, in the words that are for it. */
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

  /** A request of the client is not carried to its server. */
  fail(id: RequestId, why: Why | OutsideReason): void {
    this.#effects.send('client', notCarried(id, this.textOf(why)));
  }

  /** The client asks after a task that ended with its process. */
  taskIsGone(id: RequestId, why: ClientText): void {
    this.#effects.send('client', taskIsGone(id, why));
  }

  /** Nobody waits any more for the answer to a request of the server. */
  cancel(id: RequestId, why: Why | OutsideReason): void {
    this.#effects.send('client', cancelled(id, this.textOf(why)));
  }
}
