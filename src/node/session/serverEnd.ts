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

/** A request that got no answer: there will be none. */
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
  /** Nothing while there is room, else a promise that resolves when more can be taken; never rejects: a lost end says so by closing. */
  send(message: P): Promise<void> | undefined;
  /** Delivers no message until `resume`, and soon the server cannot write any more. */
  pause(): void;
  resume(): void;
}

/** A server end that was started for one run, which sees to its end. */
export interface OwnedServerEnd<P> extends ServerEnd<P> {
  /** Resolves when it is over, and all that it said was delivered. */
  readonly closed: Promise<ServerExit>;
  /** Resolves when nothing of it is left. */
  readonly gone: Promise<void>;
  /** Says why, when the server turns out to have no way to ask on its own; it may still ask while it is asked. */
  readonly onCannotAsk?: Event<string>;
  /** Ends it; no message is delivered any more. Resolves when nothing of it is left. */
  stop(grace: Grace): Promise<void>;
}
