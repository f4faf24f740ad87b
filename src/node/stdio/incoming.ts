import { envelopeOf, type JsonRpcMessage, type RequestId } from '../../core/session/envelope';
import { notCarried } from '../../core/session/ownMessages';

/** JSON-RPC 2.0, section 5.1. */
const invalidRequest = -32600;

/** What becomes of one JSON value that a server wrote. */
export type Incoming =
  | { readonly kind: 'message'; readonly message: object }
  /** A broken answer to a request that somebody waits for; the message fails it instead of letting it wait. */
  | { readonly kind: 'broken answer'; readonly message: JsonRpcMessage }
  /** No message at all. */
  | { readonly kind: 'noise' };

/** Judges the shape of one value; a batch is taken apart before (JSON-RPC 2.0, sections 4 and 5). */
export function incoming(value: unknown): Incoming {
  if (typeof value !== 'object' || value === null) return { kind: 'noise' };
  if (envelopeOf(value) !== undefined) return { kind: 'message', message: value };
  const isAnswer = 'jsonrpc' in value && value.jsonrpc === '2.0' && !('method' in value);
  if (!isAnswer || !('id' in value) || !isRequestId(value.id)) return { kind: 'noise' };
  return {
    kind: 'broken answer',
    message: notCarried(value.id, 'The server gave a malformed answer, not one result or one error.'),
  };
}

/** The answer to a server's request that was longer than the limit, so that it does not wait for ever. */
export function requestTooLong(id: RequestId, bytes: number): JsonRpcMessage {
  const message = `The request was ${bytes} bytes long, more than this client takes.`;
  return { jsonrpc: '2.0', id, error: { code: invalidRequest, message } };
}

function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id));
}
