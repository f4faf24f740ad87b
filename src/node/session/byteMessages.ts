import { envelopeOf, type Envelope, type JsonRpcMessage, type RequestId } from '../../core/session/envelope';
import { insteadOfBroken, requestUnclear } from '../../core/session/ownMessages';
import { JsonCursor, type Span } from '../json/jsonCursor';
import { sketch, Wanted } from '../json/sketch';
import type { Codec, Incoming } from './codec';

/** A message as its sender wrote it, and what was read out of it to judge it. */
export interface ByteMessage {
  /** The JSON text, without a line's end in or after it. */
  readonly bytes: Buffer;
  readonly envelope: Envelope;
  /** Where the values stand that may be rewritten, by their path. */
  readonly spans: ReadonlyMap<string, Span>;
}

/** Up to so many bytes, it costs less to copy a message than to write it in two pieces. */
const usualLength = 16_384;

const nothing = new Wanted();
const progress = { progressToken: nothing };
/** Every member that an envelope is read from, and every member that is rewritten. */
const judged = new Wanted({
  jsonrpc: nothing,
  id: nothing,
  method: nothing,
  error: nothing,
  params: new Wanted({
    ...progress,
    uri: nothing,
    name: nothing,
    requestId: nothing,
    taskId: nothing,
    _meta: new Wanted(progress),
    capabilities: new Wanted({ roots: nothing }),
  }),
  result: new Wanted({ isError: nothing, task: new Wanted({ taskId: nothing }) }),
});

/**
 * Messages as the bytes in which they came: for clients outside this process. Only what is judged is read, and only
 * what the session owns is rewritten; every other byte stays, except that a carriage return between two values becomes
 * a space, because some readers take it for the end of a line. A text that names a judged member twice, or by a key
 * that some reader takes for that member, is no message: its receiver could read something else than what was judged.
 */
export const byteMessages: Codec<ByteMessage> = {
  take(line) {
    const bytes = ownCopy(line);
    const cursor = new JsonCursor(bytes);
    if (cursor.kind() !== 'array') return { values: [judge(cursor)].values(), areOfBatch: false };
    for (const _ of cursor.elements());
    cursor.end();
    return { values: takenApart(bytes), areOfBatch: true };
  },
  pieces: ({ bytes }) =>
    bytes.length > usualLength ? [bytes, '\n'] : [Buffer.concat([bytes, lineEnd], bytes.length + 1)],
  size: ({ bytes }) => bytes.length,
  envelopeOf: ({ envelope }) => envelope,
  parsed: ({ bytes }) => JSON.parse(bytes.toString('utf8')) as unknown,
  of: ownMessage,
  withId: (message, id) => {
    const { envelope } = message;
    if (envelope.kind === 'notification') return message;
    return { ...rewritten(message, 'id', idText(id)), envelope: { ...envelope, id } };
  },
  withProgressToken,
  withRoots: (message, id, roots) => withRoots(byteMessages.withId(message, id), roots),
};

const lineEnd = Buffer.from('\n');
const carriageReturn = 0x0d;

/** Judges one value, which must fill the buffer of its cursor. */
function judge(cursor: JsonCursor): Incoming<ByteMessage> {
  const { bytes } = cursor;
  const { value, spans, doubtful } = sketch(cursor, judged);
  cursor.end();
  const text = () => bytes.toString('utf8', 0, 8192);
  const envelope = envelopeOf(value);
  if (doubtful.size > 0) return unclear(value, envelope, doubtful, text);
  if (envelope !== undefined) return { kind: 'message', message: { bytes, envelope, spans } };
  const instead = typeof value === 'object' && value !== null ? insteadOfBroken(value) : undefined;
  if (instead === undefined) return { kind: 'noise', text };
  return { kind: 'broken answer', message: ownMessage(instead), text };
}

/** Gives an answer for what is not passed on, so that nobody waits in vain; none where the id itself is in doubt. */
function unclear(
  value: unknown,
  envelope: Envelope | undefined,
  doubtful: ReadonlySet<string>,
  text: () => string,
): Incoming<ByteMessage> {
  const noise: Incoming<ByteMessage> = { kind: 'noise', text };
  if (doubtful.has('id') || typeof value !== 'object' || value === null) return noise;
  if (envelope?.kind === 'request')
    return { kind: 'unclear request', answer: ownMessage(requestUnclear(envelope.id)), text };
  const instead = insteadOfBroken(value);
  return instead === undefined ? noise : { kind: 'broken answer', message: ownMessage(instead), text };
}

/** Judges the messages of a batch one after another, so that a large batch never exists as many messages at once. */
function* takenApart(batch: Buffer): Generator<Incoming<ByteMessage>, undefined> {
  const cursor = new JsonCursor(batch);
  cursor.kind();
  for (const { start, end } of cursor.elements()) {
    const bytes = ownCopy(batch.subarray(start, end));
    try {
      yield judge(new JsonCursor(bytes));
    } catch {
      yield { kind: 'noise', text: () => bytes.toString('utf8', 0, 8192) };
    }
  }
}

function ownMessage({ id, ...rest }: JsonRpcMessage): ByteMessage {
  const text = JSON.stringify(rest);
  const bytes = Buffer.from(id === undefined ? text : `{"id":${idText(id)},${text.slice(1)}`);
  const taken = judge(new JsonCursor(bytes));
  if (taken.kind !== 'message') throw new Error('This is no message.');
  return taken.message;
}

function withProgressToken(message: ByteMessage, token: RequestId): ByteMessage {
  const { envelope } = message;
  const text = idText(token);
  switch (envelope.kind) {
    case 'request': {
      const renamed = rewritten(message, 'params._meta.progressToken', text);
      return renamed === message ? message : { ...renamed, envelope: { ...envelope, progressToken: token } };
    }
    case 'notification': {
      const renamed = rewritten(message, 'params.progressToken', text);
      return renamed === message ? message : { ...renamed, envelope: { ...envelope, subject: token } };
    }
    case 'response':
      return message;
  }
}

function rewritten(message: ByteMessage, path: string, text: string): ByteMessage {
  const span = message.spans.get(path);
  return span === undefined ? message : splice(message, span, text);
}

/** Puts a text in the place of a value; what was judged of the message is not judged again. */
function splice(message: ByteMessage, { start, end }: Span, text: string): ByteMessage {
  const { bytes } = message;
  const put = Buffer.from(text);
  const moved = start + put.length - end;
  const after = (at: number) => (at >= end ? at + moved : at);
  const spans = new Map<string, Span>();
  for (const [path, span] of message.spans) {
    spans.set(path, { start: span.start < end ? span.start : after(span.start), end: after(span.end) });
  }
  return { ...message, bytes: Buffer.concat([bytes.subarray(0, start), put, bytes.subarray(end)]), spans };
}

/** Only `capabilities` is written anew, and in it only `roots`. */
function withRoots(message: ByteMessage, roots: object | undefined): ByteMessage {
  const said = JSON.stringify(roots ?? {});
  const own = roots === undefined ? [] : [`"roots":${said}`];
  const capabilities = message.spans.get('params.capabilities');
  if (capabilities !== undefined) {
    const others = membersBut('roots', message.bytes.subarray(capabilities.start, capabilities.end));
    return splice(message, capabilities, `{${[...others, ...own].join(',')}}`);
  }
  const text = `"capabilities":{${own.join('')}}`;
  const params = message.spans.get('params');
  if (params === undefined) {
    const afterBrace = message.bytes.indexOf('{') + 1;
    return splice(message, { start: afterBrace, end: afterBrace }, `"params":{${text}},`);
  }
  const others = membersBut(undefined, message.bytes.subarray(params.start, params.end));
  return splice(message, params, `{${[...others, text].join(',')}}`);
}

/** The members of an object except one, each as it is written there; none if the value is no object. */
function membersBut(name: string | undefined, value: Buffer): readonly string[] {
  const cursor = new JsonCursor(value);
  const members: string[] = [];
  if (cursor.kind() !== 'object') return members;
  cursor.object((key) => {
    const { start, end } = cursor.value();
    if (key !== name) members.push(`${JSON.stringify(key)}:${value.toString('utf8', start, end)}`);
  });
  return members;
}

function idText(id: RequestId): string {
  return typeof id === 'bigint' ? id.toString() : JSON.stringify(id);
}

/** A copy where the line is a small part of a buffer, which must not be kept with it, or has carriage returns. */
function ownCopy(line: Buffer): Buffer {
  const isSmallPart = line.length * 2 < line.buffer.byteLength;
  const hasReturn = line.includes(carriageReturn);
  if (!isSmallPart && !hasReturn) return line;
  const copy = Buffer.from(line);
  for (let at = copy.indexOf(carriageReturn); at >= 0; at = copy.indexOf(carriageReturn, at + 1))
    copy[at] = 0x20;
  return copy;
}
