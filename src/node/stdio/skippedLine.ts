import type { RequestId } from '../../core/session/envelope';

/** What could be told of a line that was too long to be taken. */
export interface TooLong {
  readonly bytes: number;
  /** The JSON-RPC `id` at its top level, so that the request it belongs to can be failed. */
  readonly id: RequestId | undefined;
  /** By its top-level keys; undefined if they do not tell. */
  readonly message: 'request' | 'response' | 'notification' | 'batch' | undefined;
}

/** The keys that tell what a message is. */
const telling: ReadonlySet<unknown> = new Set(['method', 'result', 'error']);

/** Longer keys and ids than this, in bytes, are nobody's. */
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
 * Looks for the top-level keys of a JSON line while its bytes pass by, in bounded memory: the `id` of an answer often
 * comes last. Believes nothing: what is no JSON yields nonsense at worst, never an error.
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

  /** The next bytes of the line. */
  push(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    for (const byte of chunk) {
      if (this.#inString) this.#string(byte);
      else this.#structure(byte);
    }
  }

  /** What was found; the line is over. */
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
