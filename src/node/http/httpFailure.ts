/** What a failed exchange means for the session that it belongs to. */
export type FailureKind =
  /** Nobody answered, or the answer broke off. */
  | 'no connection'
  /** The server does not know the session any more (MCP, basic/transports, session management). */
  | 'session over'
  /** The server wants to know who asks, and nobody is signed in. */
  | 'sign in'
  /** It may be a server of the transport before Streamable HTTP (MCP, basic/transports, backwards compatibility). */
  | 'perhaps the old transport'
  /** It answered, but not with what was asked for. */
  | 'refused';

/** One exchange with a server at an address that failed. The message is a sentence for the user. */
export class HttpFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    /** What the server itself said, if that is a JSON-RPC error. */
    readonly rpcError?: { readonly code: number; readonly message: string },
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
