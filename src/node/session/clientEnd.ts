import type { JsonRpcMessage } from '../../core/session/envelope';

/** The end of a session at which a client sits. Both calls return at once. */
export interface ClientEnd {
  /** A message of the server, or of the session itself. */
  receive(message: object | JsonRpcMessage): void;
  /** The session is over; nothing more comes. */
  closed(): void;
}
