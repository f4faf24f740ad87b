import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { JSONRPCMessageSchema, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { envelopeOf, type Envelope, type RequestId } from '../../core/session/envelope';
import { LineReader, type Line } from '../../node/stdio/lineReader';
import { errorCodes } from './protocolError';
import { wrongParams } from './wrongParams';

/** The limit of the SDK's own transport, in bytes. */
const longestLine = 10 * 1024 * 1024;

/**
 * MCP over standard input and output, one line of JSON for each message. Unlike the SDK's own transport, it takes
 * batches apart (clients of 2025-03-26 send them), answers malformed requests, accepts a response only with exactly the
 * id of a request that was sent, and goes on after a line that is too long.
 */
export class StdioTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];

  readonly #input: Readable;
  readonly #output: Writable;
  #reader: LineReader | undefined;
  readonly #asked = new Set<RequestId>();
  /**
   * The `initialize` that is being answered. Messages that come meanwhile are held, because their meaning depends on
   * the answer.
   */
  #initializing: RequestId | undefined;
  readonly #held: unknown[] = [];
  #isInitialized = false;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    this.#reader = new LineReader(this.#input, longestLine, (line) => this.#hear(line));
    this.#input.on('error', (error) => this.onerror?.(error));
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message && 'id' in message) this.#asked.add(message.id);
    this.#write(message);
    if (!('method' in message) && message.id === this.#initializing) {
      this.#initializing = undefined;
      this.#isInitialized = 'result' in message;
      for (const held of this.#held.splice(0)) this.#take(held);
    }
  }

  async close(): Promise<void> {
    this.#reader?.dispose();
    this.onclose?.();
  }

  #hear(line: Line): void {
    switch (line.kind) {
      case 'line': {
        const text = line.bytes.toString('utf8');
        if (text.trim() !== '') this.#readLine(text);
        return;
      }
      case 'too long':
        if (line.message === 'request' && line.id !== undefined) {
          this.#refuse(line.id, `This request is longer than ${longestLine} bytes.`);
        }
        return this.#report(`skipped a line of more than ${longestLine} bytes`);
      case 'half':
        return this.#report('skipped a line that was never finished');
    }
  }

  #readLine(line: string): void {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      this.#report('skipped a line that is not JSON');
      return;
    }
    if (!Array.isArray(message)) this.#take(message);
    else for (const each of message) this.#takeFromBatch(each);
  }

  /** MCP 2025-03-26, lifecycle: the initialize request must not be part of a batch. */
  #takeFromBatch(message: unknown): void {
    const envelope = envelopeOf(message);
    if (envelope?.kind === 'request' && envelope.method === 'initialize') {
      this.#refuse(envelope.id, 'initialize must not be part of a batch.');
    } else this.#take(message);
  }

  #take(message: unknown): void {
    if (this.#initializing !== undefined) {
      this.#held.push(message);
      return;
    }
    const envelope = envelopeOf(message);
    if (envelope?.kind === 'response' && !this.#asked.delete(envelope.id)) {
      this.#report('skipped a response to something that was not asked');
      return;
    }
    const untimely = envelope && this.#untimely(envelope);
    if (untimely !== undefined) {
      if (envelope?.kind === 'request') this.#refuse(envelope.id, untimely);
      else this.#report(`skipped a notification: ${untimely}`);
      return;
    }
    const parsed = JSONRPCMessageSchema.safeParse(message);
    const wrong =
      parsed.success && envelope?.kind === 'request' ? wrongParams(envelope.method, parsed.data) : undefined;
    if (wrong !== undefined && envelope?.kind === 'request') {
      this.#write(errorAnswer(envelope.id, errorCodes.invalidParams, wrong));
    } else if (parsed.success) {
      if (envelope?.kind === 'request' && envelope.method === 'initialize') this.#initializing = envelope.id;
      this.onmessage?.(parsed.data);
    } else if (envelope?.kind === 'request') this.#refuse(envelope.id, 'This is not a valid MCP request.');
    // So that whoever waits for this answer gets an error at once.
    else if (envelope?.kind === 'response')
      this.onmessage?.(invalid(envelope.id, 'The answer is not valid MCP.'));
    else this.#report('skipped a message that is not JSON-RPC 2.0');
  }

  /**
   * MCP specification, basic/lifecycle: a session begins with one `initialize`; before that, only `ping` is allowed.
   */
  #untimely(envelope: Envelope): string | undefined {
    if (envelope.kind === 'response') return undefined;
    const isFirst = envelope.kind === 'request' && envelope.method === 'initialize';
    if (this.#isInitialized) return isFirst ? 'This session is initialized already.' : undefined;
    const isPing = envelope.kind === 'request' && envelope.method === 'ping';
    return isFirst || isPing ? undefined : 'This session is not initialized yet.';
  }

  #refuse(id: RequestId, message: string): void {
    this.#write(invalid(id, message));
  }

  #report(what: string): void {
    this.onerror?.(new Error(what));
  }

  #write(message: JSONRPCMessage): void {
    this.#output.write(`${JSON.stringify(message)}\n`);
  }
}

function invalid(id: RequestId, message: string): JSONRPCMessage {
  return errorAnswer(id, errorCodes.invalidRequest, message);
}

/** Ids here were read by `JSON.parse`, so none is a `bigint`. */
function errorAnswer(id: RequestId, code: number, message: string): JSONRPCMessage {
  return { jsonrpc: '2.0', id: id as string | number, error: { code, message } };
}
