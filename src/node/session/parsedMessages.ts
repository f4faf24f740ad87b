import { envelopeOf } from '../../core/session/envelope';
import { insteadOfBroken } from '../../core/session/ownMessages';
import type { Codec, Incoming } from './codec';

/** Messages as plain objects: for a client in this process. */
export const parsedMessages: Codec<object> = {
  take: (line) => {
    const value: unknown = JSON.parse(line.toString('utf8'));
    const areOfBatch = Array.isArray(value);
    return { values: judged(areOfBatch ? value : [value]), areOfBatch };
  },
  pieces: (message) => [`${JSON.stringify(message)}\n`],
  size: () => undefined,
  envelopeOf,
  parsed: (message) => message,
  of: (message) => message,
  withId: (message, id) => (envelopeOf(message)?.kind === 'notification' ? message : { ...message, id }),
  withProgressToken: (message, progressToken) => {
    const params = paramsOf(message);
    switch (envelopeOf(message)?.kind) {
      case 'request': {
        const { _meta: meta } = params;
        if (!isRecord(meta) || !Object.hasOwn(meta, 'progressToken')) return message;
        return { ...message, params: { ...params, _meta: { ...meta, progressToken } } };
      }
      case 'notification':
        if (!Object.hasOwn(params, 'progressToken')) return message;
        return { ...message, params: { ...params, progressToken } };
      case 'response':
      case undefined:
        return message;
    }
  },
  withRoots: (message, id, roots) => {
    const params = paramsOf(message);
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
  const instead = insteadOfBroken(value);
  return instead === undefined ? { kind: 'noise', text } : { kind: 'broken answer', message: instead, text };
}

function paramsOf(message: object): Record<string, unknown> {
  return 'params' in message && isRecord(message.params) ? message.params : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
