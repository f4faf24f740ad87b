/** The codes with which a request of a server is refused (JSON-RPC 2.0, section 5.1; MCP, client/sampling). */
export const refusalCodes = {
  /** Only for a refusal by the user (MCP, client/sampling, error handling). */
  rejectedByUser: -1,
  /** The feature is not, or no longer, offered to this server. */
  notOffered: -32601,
  invalidParams: -32602,
  /** It could not be done: no model, quota, no answer in time, too many requests. */
  notPossible: -32603,
} as const;

/** Why a request of a server is refused, in words for that server. It never gets the text of any other error. */
export class RequestRefusal extends Error {
  override readonly name = 'RequestRefusal';
  readonly code: number;

  constructor(kind: keyof typeof refusalCodes, message: string) {
    super(message);
    this.code = refusalCodes[kind];
  }
}
