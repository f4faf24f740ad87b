import type { Event } from '../../core/event';
import type { RequestId } from '../../core/session/envelope';
import type { Grace } from '../process/serverProcess';
import type { ServerExit } from './serverExit';

/** A message that was longer than the limit and was skipped. */
interface TooLong {
  readonly bytes: number;
  /** Its JSON-RPC id, as far as it could be found. */
  readonly id: RequestId | undefined;
}

/** A request that will never be answered. */
interface Unanswered {
  readonly id: RequestId;
  /** A sentence for the user: it can name anything. */
  readonly why: string;
}

/** The end of a session at which a server sits: one process, or one connection. */
export interface ServerEnd<P> {
  /** One message at a time; batches are taken apart before. */
  readonly onMessage: Event<P>;
  readonly onTooLong: Event<TooLong>;
  /** A request that could not be carried to a server at an address, or was not answered by it. */
  readonly onUnanswered?: Event<Unanswered>;
  /**
   * Returns nothing while there is room, else a promise that resolves when more can be taken. It never rejects: a lost
   * end says so by closing.
   */
  send(message: P): Promise<void> | undefined;
  /** Delivers no message until `resume`, and soon the server cannot write any more. */
  pause(): void;
  resume(): void;
}

/** A server end that was started for one run, and is ended by that run. */
export interface OwnedServerEnd<P> extends ServerEnd<P> {
  /** Resolves when this end is over, and everything that the server said was delivered. */
  readonly closed: Promise<ServerExit>;
  /** Resolves when nothing of it is left. */
  readonly gone: Promise<void>;
  /**
   * Fires with the reason when the server turns out to have no way to send requests on its own. It may still send some
   * while it answers one.
   */
  readonly onCannotAsk?: Event<string>;
  /** Ends it; no message is delivered any more. Resolves when nothing of it is left. */
  stop(grace: Grace): Promise<void>;
}
