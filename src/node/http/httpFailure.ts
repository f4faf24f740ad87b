/** What a failed exchange means for its session. */
export type FailureKind =
  /** There was no answer, or the connection broke. */
  | 'no connection'
  /** The server does not know the session any more (MCP, basic/transports, session management). */
  | 'session over'
  /** The server demands a sign-in, and there is none, or it does not suffice. */
  | 'sign in'
  /** The server may use the transport before Streamable HTTP (MCP, basic/transports, backwards compatibility). */
  | 'perhaps the old transport'
  /** The server answered, but not with what was asked for. */
  | 'refused';

/** A failed exchange with a server at a URL. The message is a sentence for the user. */
export class HttpFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    /** The error in the answer, if it was a JSON-RPC error. */
    readonly rpcError?: { readonly code: number; readonly message: string },
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
