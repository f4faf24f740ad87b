import { isUtf8 } from 'node:buffer';

/** Where a value stands: from `start` up to, not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Deeper than anybody nests; what is deeper is refused, so that memory stays bounded. */
const deepest = 10_000;

/** Bytes of a string that are looked at one by one before the system's own search pays. */
const shortString = 48;

const quote = 0x22;
const comma = 0x2c;
const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const nine = 0x39;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

const literals = ['true', 'false', 'null'].map((word) => Buffer.from(word));
const escapes = new Set(Buffer.from('"\\/bfnrt'));
/** In text of which each character is a byte: what is below a space. */
const control = /[^ -\xff]/g;

/**
 * Walks over JSON (RFC 8259) without making anything of it, in time linear in its length. Accepts exactly what
 * `JSON.parse` accepts, but for bytes that are no UTF-8 and for what is nested beyond all measure.
 */
export class JsonCursor {
  readonly bytes: Buffer;
  /** The next byte that is looked at. */
  at = 0;
  #closers: Uint8Array | undefined;
  /** The line with one character for each byte, for a search that only strings have. */
  #latin: string | undefined;
  #nextQuote = -1;
  #nextBackslash = -1;
  #nextControl = -1;

  /** @throws {SyntaxError} when the bytes are no UTF-8, in which MCP messages must be (basic/transports) */
  constructor(bytes: Buffer) {
    this.bytes = bytes;
    if (!isUtf8(bytes)) this.#fail();
  }

  /** Passes over white space; what kind of value comes then, or undefined at the end. */
  kind(): 'object' | 'array' | 'other' | undefined {
    switch (this.#space()) {
      case undefined:
        return undefined;
      case openBrace:
        return 'object';
      case openBracket:
        return 'array';
      default:
        return 'other';
    }
  }

  /** @throws {SyntaxError} when anything but white space is left */
  end(): void {
    if (this.#space() !== undefined) this.#fail();
  }

  /**
   * Walks over an object. `member` is called before each value, in order, and has to pass over it.
   * @throws {SyntaxError}
   */
  object(member: (key: string) => void): void {
    this.at += 1;
    if (this.#space() === closeBrace) {
      this.at += 1;
      return;
    }
    do {
      const start = this.at;
      const end = this.#key();
      member(this.#text(start, end));
    } while (this.#hasMore(closeBrace));
  }

  /** Walks over an array, passing over each of its values. @throws {SyntaxError} */
  *elements(): Generator<Span, undefined> {
    this.at += 1;
    if (this.#space() === closeBracket) {
      this.at += 1;
      return;
    }
    do yield this.value();
    while (this.#hasMore(closeBracket));
  }

  /** Passes over one value, whatever it is. @throws {SyntaxError} */
  value(): Span {
    this.#space();
    const start = this.at;
    let depth = 0;
    for (;;) {
      const opened = this.bytes[this.at];
      if (opened === openBrace || opened === openBracket) {
        const closer = opened === openBrace ? closeBrace : closeBracket;
        this.at += 1;
        if (this.#space() !== closer) {
          if (depth === deepest) this.#fail();
          this.#closers ??= new Uint8Array(deepest);
          this.#closers[depth] = closer;
          depth += 1;
          if (closer === closeBrace) this.#key();
          continue;
        }
        this.at += 1;
      } else this.#scalar(opened);
      while (depth > 0 && !this.#hasMore(this.#closers?.[depth - 1])) depth -= 1;
      if (depth === 0) return { start, end: this.at };
      if (this.#closers?.[depth - 1] === closeBrace) this.#key();
    }
  }

  /** After a value: passes over the comma, to what comes next, or over the end. */
  #hasMore(closer: number | undefined): boolean {
    const byte = this.#space();
    this.at += 1;
    if (byte === comma) {
      this.#space();
      return true;
    }
    if (byte === undefined || byte !== closer) this.#fail();
    return false;
  }

  /** Passes over a key, to its value. @returns where the key itself ends */
  #key(): number {
    if (this.bytes[this.at] !== quote) this.#fail();
    this.#string();
    const end = this.at;
    if (this.#space() !== colon) this.#fail();
    this.at += 1;
    this.#space();
    return end;
  }

  /** The string that stands here, which is known to be well formed. */
  #text(start: number, end: number): string {
    const raw = this.bytes.toString('utf8', start, end);
    return raw.includes('\\') ? String(JSON.parse(raw)) : raw.slice(1, -1);
  }

  #scalar(first: number | undefined): void {
    if (first === quote) return this.#string();
    if (first === minus || isDigit(first)) return this.#number();
    for (const literal of literals) {
      if (literal[0] !== first) continue;
      const end = this.at + literal.length;
      if (this.bytes.compare(literal, 0, literal.length, this.at, Math.min(end, this.bytes.length)) !== 0)
        this.#fail();
      this.at = end;
      return;
    }
    this.#fail();
  }

  #number(): void {
    const { bytes } = this;
    if (bytes[this.at] === minus) this.at += 1;
    if (bytes[this.at] === zero) this.at += 1;
    else this.#digits();
    if (bytes[this.at] === point) {
      this.at += 1;
      this.#digits();
    }
    const exponent = bytes[this.at];
    if (exponent !== 0x45 && exponent !== 0x65) return;
    this.at += 1;
    const sign = bytes[this.at];
    if (sign === minus || sign === 0x2b) this.at += 1;
    this.#digits();
  }

  #digits(): void {
    const { bytes } = this;
    let at = this.at;
    while (isDigit(bytes[at])) at += 1;
    if (at === this.at) this.#fail();
    this.at = at;
  }

  #string(): void {
    const { bytes } = this;
    let at = this.at + 1;
    for (const near = at + shortString; at < near;) {
      const byte = bytes[at];
      if (byte === quote) {
        this.at = at + 1;
        return;
      }
      if (byte === undefined || byte < 0x20) this.#fail();
      at = byte === backslash ? this.#escape(at) : at + 1;
    }
    this.#longString(at);
  }

  /** Goes on in a string by the system's own searches. Each finds its next mark once, so all of them stay linear. */
  #longString(from: number): void {
    for (let at = from; ;) {
      if (this.#nextQuote < at) this.#nextQuote = orEnd(this.bytes.indexOf(quote, at));
      if (this.#nextBackslash < at) this.#nextBackslash = orEnd(this.bytes.indexOf(backslash, at));
      const next = Math.min(this.#nextQuote, this.#nextBackslash);
      if (next === Infinity || this.#controlFrom(at) < next) this.#fail();
      if (next === this.#nextQuote) {
        this.at = next + 1;
        return;
      }
      at = this.#escape(next);
    }
  }

  #controlFrom(at: number): number {
    if (this.#nextControl >= at) return this.#nextControl;
    const latin = (this.#latin ??= this.bytes.toString('latin1'));
    control.lastIndex = at;
    return (this.#nextControl = control.exec(latin)?.index ?? Infinity);
  }

  /** @returns where the string goes on after the escape that begins here */
  #escape(at: number): number {
    const kind = this.bytes[at + 1];
    if (kind !== undefined && escapes.has(kind)) return at + 2;
    if (kind !== 0x75) this.#fail();
    for (let digit = at + 2; digit < at + 6; digit += 1) if (!isHex(this.bytes[digit])) this.#fail();
    return at + 6;
  }

  /** Passes over white space. @returns the byte that comes then, if any */
  #space(): number | undefined {
    const { bytes } = this;
    let byte = bytes[this.at];
    while (byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d) byte = bytes[(this.at += 1)];
    return byte;
  }

  #fail(): never {
    throw new SyntaxError(`This is no JSON, at byte ${this.at}.`);
  }
}

function orEnd(index: number): number {
  return index < 0 ? Infinity : index;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= zero && byte <= nine;
}

function isHex(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const lower = byte | 0x20;
  return isDigit(byte) || (lower >= 0x61 && lower <= 0x66);
}
