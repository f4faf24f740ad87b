import { envelopeOf, type RequestId } from '../../core/session/envelope';
import { notCarried } from '../../core/session/ownMessages';
import type { Codec, Incoming } from './codec';

/** Messages as plain objects: for a client in this process. */
export const parsedMessages: Codec<object> = {
  take: (line) => {
    const value: unknown = JSON.parse(line.toString('utf8'));
    return judged(Array.isArray(value) ? value : [value]);
  },
  line: (message) => `${JSON.stringify(message)}\n`,
  envelopeOf,
  parsed: (message) => message,
  of: (message) => message,
  withId: (message, id) => ({ ...message, id }),
  withRoots: (message, id, roots) => {
    const params = 'params' in message && isRecord(message.params) ? message.params : {};
    const { roots: _, ...others } = isRecord(params['capabilities']) ? params['capabilities'] : {};
    return { ...message, id, params: { ...params, capabilities: { ...others, ...(roots && { roots }) } } };
  },
};

function* judged(values: readonly unknown[]): Generator<Incoming<object>, undefined> {
  for (const each of values) yield incoming(each);
}

/** Judges the shape of one value (JSON-RPC 2.0, sections 4 and 5). */
function incoming(value: unknown): Incoming<object> {
  const text = () => JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return { kind: 'noise', text };
  if (envelopeOf(value) !== undefined) return { kind: 'message', message: value };
  const isAnswer = 'jsonrpc' in value && value.jsonrpc === '2.0' && !('method' in value);
  if (!isAnswer || !('id' in value) || !isRequestId(value.id)) return { kind: 'noise', text };
  return { kind: 'broken answer', message: notCarried(value.id, malformedAnswer), text };
}

const malformedAnswer = 'The server gave a malformed answer, not one result or one error.';

function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
