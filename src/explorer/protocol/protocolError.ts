/** Answers a request with a JSON-RPC error of this code. The SDK's own class would add a prefix to the message. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';

  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** Codes of JSON-RPC 2.0, and of MCP where it adds one. */
export const errorCodes = {
  invalidRequest: -32600,
  invalidParams: -32602,
  tooManyRequests: -32000,
  resourceNotFound: -32002,
} as const;
