/** The id of a JSON-RPC request. MCP forbids `null`. */
export type RequestId = string | number;

/** A JSON-RPC message as this project writes one itself. */
export interface JsonRpcMessage {
  readonly jsonrpc: '2.0';
  readonly id?: RequestId;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** All that the session looks at in a message; the rest of it is somebody else's business. */
export type Envelope =
  | { readonly kind: 'request'; readonly id: RequestId; readonly method: string; readonly subject?: string }
  | { readonly kind: 'notification'; readonly method: string; readonly subject?: RequestId }
  | { readonly kind: 'response'; readonly id: RequestId; readonly failed: boolean };

/** A message on its way: what is judged, and what is carried. */
export interface Message<P> {
  readonly envelope: Envelope;
  readonly payload: P;
}

/**
 * Reads the envelope of a parsed message.
 * `subject` is the URI of a subscription, or the request that `notifications/cancelled` names.
 * @returns undefined for what is no JSON-RPC 2.0 request, notification or response (a batch is none: take it apart first).
 */
export function envelopeOf(message: unknown): Envelope | undefined {
  if (!isRecord(message) || message['jsonrpc'] !== '2.0') return undefined;
  const { id, method } = message;
  if (typeof method === 'string') {
    const params = isRecord(message['params']) ? message['params'] : {};
    if (id === undefined) return notification(method, params);
    if (!isRequestId(id)) return undefined;
    const uri = params['uri'];
    return { kind: 'request', id, method, ...(typeof uri === 'string' && { subject: uri }) };
  }
  if (method !== undefined || !isRequestId(id)) return undefined;
  const failed = 'error' in message;
  return failed === 'result' in message ? undefined : { kind: 'response', id, failed };
}

function notification(method: string, params: Record<string, unknown>): Envelope {
  const subject = method === 'notifications/cancelled' ? params['requestId'] : undefined;
  return { kind: 'notification', method, ...(isRequestId(subject) && { subject }) };
}

function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
