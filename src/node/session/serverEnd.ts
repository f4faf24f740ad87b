import type { Event } from '../../core/event';
import type { RequestId } from '../../core/session/envelope';

/** A message that was longer than the limit and was skipped. */
interface TooLong {
  readonly bytes: number;
  /** Its JSON-RPC id, as far as it could be found. */
  readonly id: RequestId | undefined;
}

/** The end of a session at which a server sits: one process, or one connection. */
export interface ServerEnd {
  /** One message at a time; batches are taken apart before. */
  readonly onMessage: Event<object>;
  readonly onTooLong: Event<TooLong>;
  /** Resolves when more can be taken; never rejects: a lost end says so by closing. */
  send(message: object): Promise<void>;
}
