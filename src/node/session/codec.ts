import type { Envelope, JsonRpcMessage, RequestId } from '../../core/session/envelope';

/** What becomes of one JSON value that stood on a line. */
export type Incoming<P> =
  | { readonly kind: 'message'; readonly message: P }
  /** A broken answer to a request that somebody waits for; the message fails it instead of letting it wait. */
  | { readonly kind: 'broken answer'; readonly message: P; readonly text: () => string }
  /** A request that readers could understand differently, and the answer for its sender. */
  | { readonly kind: 'unclear request'; readonly answer: P; readonly text: () => string }
  /** No message at all. */
  | { readonly kind: 'noise'; readonly text: () => string };

/** What one line carried. */
interface Taken<P> {
  readonly values: Iterator<Incoming<P>, undefined>;
  readonly areOfBatch: boolean;
}

/** The form in which messages pass through a session, and all that is ever done to one. */
export interface Codec<P> {
  /**
   * The values of one line: one, or those of a batch, taken apart (JSON-RPC 2.0, section 6).
   * @throws {SyntaxError} when the line is no JSON
   */
  take(line: Buffer): Taken<P>;
  /** The message as one line with its end, in pieces to be written one after another. */
  pieces(message: P): readonly (string | Buffer)[];
  /** In bytes, where that is known without counting. */
  size(message: P): number | undefined;
  /** What is judged of a message; undefined for what is no message. */
  envelopeOf(message: P): Envelope | undefined;
  /** The whole message, parsed; only for the few messages whose content is needed. */
  parsed(message: P): unknown;
  /** A message of our own in this form. */
  of(message: JsonRpcMessage): P;
  /** A request or an answer under this id; a notification as it is. */
  withId(message: P, id: RequestId): P;
  /** A request or a notification with this progress token in the place of its own; what has none as it is. */
  withProgressToken(message: P, token: RequestId): P;
  /** The client's `initialize` under this id and with exactly this roots capability, whatever it said itself. */
  withRoots(message: P, id: RequestId, roots: object | undefined): P;
}
