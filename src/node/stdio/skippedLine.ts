import type { RequestId } from '../../core/session/envelope';

/** What was found out about a line that was too long to be read as a message. */
export interface TooLong {
  readonly bytes: number;
  /** The JSON-RPC `id` at the top level, by which its request can be answered with an error. */
  readonly id: RequestId | undefined;
  /** Judged by the top-level keys; undefined if they do not suffice. */
  readonly message: 'request' | 'response' | 'notification' | 'batch' | undefined;
}

/** The keys that show the kind of a message. */
const telling: ReadonlySet<unknown> = new Set(['method', 'result', 'error']);

/** How many bytes of a key or an id are kept; no real ones are longer. */
const longestCapture = 1024;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Finds the top-level keys of a line of JSON from its bytes as they come, in bounded memory. The whole line is needed,
 * because the `id` of an answer often comes last. For a line that is not JSON the result is meaningless, but nothing is
 * thrown.
 */
export class SkippedLine {
  #bytes = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #outermost: 'object' | 'array' | undefined;
  #expectsKey = false;
  #key: unknown;
  #captured: number[] | undefined;
  #id: unknown;
  readonly #keys = new Set<unknown>();

  /** Takes the next bytes of the line. */
  push(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    for (const byte of chunk) {
      if (this.#inString) this.#string(byte);
      else this.#structure(byte);
    }
  }

  /** The line is over: gives what was found. */
  end(): TooLong {
    const id = typeof this.#id === 'string' || typeof this.#id === 'number' ? this.#id : undefined;
    return { bytes: this.#bytes, id, message: this.#message(id) };
  }

  #message(id: RequestId | undefined): TooLong['message'] {
    if (this.#outermost === 'array') return 'batch';
    if (this.#keys.has('method')) return id === undefined ? 'notification' : 'request';
    return this.#keys.has('result') || this.#keys.has('error') ? 'response' : undefined;
  }

  #string(byte: number): void {
    this.#capture(byte);
    if (this.#escaped) this.#escaped = false;
    else if (byte === backslash) this.#escaped = true;
    else if (byte === quote) {
      this.#inString = false;
      if (this.#depth !== 1 || !this.#expectsKey) return;
      this.#key = this.#release();
      if (telling.has(this.#key)) this.#keys.add(this.#key);
    }
  }

  #structure(byte: number): void {
    const atTop = this.#depth === 1;
    switch (byte) {
      case quote:
        this.#inString = true;
        if (atTop && this.#expectsKey) this.#captured = [];
        break;
      case colon:
        if (!atTop || this.#outermost === 'array') break;
        this.#expectsKey = false;
        this.#captured = this.#key === 'id' ? [] : undefined;
        return;
      case comma:
        if (atTop) this.#endOfValue();
        break;
      case openBrace:
      case openBracket:
        this.#depth += 1;
        if (this.#depth > 1) break;
        this.#outermost ??= byte === openBrace ? 'object' : 'array';
        this.#expectsKey = this.#outermost === 'object';
        break;
      case closeBrace:
      case closeBracket:
        if (atTop) this.#endOfValue();
        this.#depth -= 1;
        break;
      default:
    }
    this.#capture(byte);
  }

  #endOfValue(): void {
    if (this.#captured !== undefined) this.#id = this.#release();
    this.#expectsKey = this.#outermost === 'object';
  }

  #capture(byte: number): void {
    if (this.#captured !== undefined && this.#captured.length <= longestCapture) this.#captured.push(byte);
  }

  #release(): unknown {
    const text = Buffer.from(this.#captured ?? []).toString('utf8');
    this.#captured = undefined;
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  }
}
