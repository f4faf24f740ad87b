/**
 * The id of a JSON-RPC request. MCP forbids `null`. A `bigint` is an integer that a number would alter; only code that
 * reads messages as bytes gets one.
 */
export type RequestId = string | number | bigint;

/** A JSON-RPC message as this project writes one itself. */
export interface JsonRpcMessage {
  readonly jsonrpc: '2.0';
  readonly id?: RequestId;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Everything that the session looks at in a message; it does not read the rest. */
export type Envelope =
  | {
      readonly kind: 'request';
      readonly id: RequestId;
      readonly method: string;
      readonly subject?: string;
      readonly progressToken?: RequestId;
    }
  | { readonly kind: 'notification'; readonly method: string; readonly subject?: RequestId }
  | {
      readonly kind: 'response';
      readonly id: RequestId;
      readonly failed: boolean;
      readonly isError?: true;
      readonly task?: string;
    };

/** A message on its way: the session judges the envelope and passes the payload on. */
export interface Message<P> {
  readonly envelope: Envelope;
  readonly payload: P;
  /** In bytes; given where the bytes of held messages are counted. */
  readonly size?: number;
}

/**
 * Reads the envelope of a parsed message.
 * `subject` is the URI of a subscription, the name of a called tool, the id of the task that a request is about, the id
 * of the request that `notifications/cancelled` names, or the token that `notifications/progress` names. `task` is the
 * id of a task that an answer announces; `isError` is set when the answer to a tool call says that it is an error.
 * @returns undefined for anything but a JSON-RPC 2.0 request, notification or response (a batch is none: take it apart
 * first)
 */
export function envelopeOf(message: unknown): Envelope | undefined {
  if (!isRecord(message) || message['jsonrpc'] !== '2.0') return undefined;
  const { id, method } = message;
  if (typeof method === 'string') {
    const params = recordOr(message['params']);
    if (id === undefined) return notification(method, params);
    return isRequestId(id) ? request(id, method, params) : undefined;
  }
  if (method !== undefined || !isRequestId(id)) return undefined;
  const failed = 'error' in message;
  if (failed === 'result' in message) return undefined;
  const result = recordOr(message['result']);
  const task = recordOr(result['task'])['taskId'];
  return {
    kind: 'response',
    id,
    failed,
    ...(result['isError'] === true && { isError: true }),
    ...(typeof task === 'string' && { task }),
  };
}

function request(id: RequestId, method: string, params: Record<string, unknown>): Envelope {
  const subject = params[subjectOf(method)];
  const progressToken = recordOr(params['_meta'])['progressToken'];
  return {
    kind: 'request',
    id,
    method,
    ...(typeof subject === 'string' && { subject }),
    ...(isRequestId(progressToken) && { progressToken }),
  };
}

function subjectOf(method: string): string {
  if (method === 'tools/call') return 'name';
  return method.startsWith('tasks/') ? 'taskId' : 'uri';
}

function notification(method: string, params: Record<string, unknown>): Envelope {
  const subject = subjects.get(method);
  const named = subject === undefined ? undefined : params[subject];
  return { kind: 'notification', method, ...(isRequestId(named) && { subject: named }) };
}

const subjects: ReadonlyMap<string, string> = new Map([
  ['notifications/cancelled', 'requestId'],
  ['notifications/progress', 'progressToken'],
]);

/** Whether a value can be the id of a request, or a token. */
export function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id)) || typeof id === 'bigint';
}

function recordOr(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
