import { createHmac, timingSafeEqual } from 'node:crypto';

/** What JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The fields of a record that is kept signed. */
export type Fields = Readonly<Record<string, Json>>;

/**
 * JSON with one spelling per value: keys in order of their code units, no white space.
 * @throws {TypeError} for a number that JSON cannot say.
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`JSON cannot say ${value}`);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
}

/**
 * Signs records with HMAC-SHA256 over all their fields and the name under which they are kept, so that one that
 * was edited, cut short, copied to another name or made elsewhere does not verify (rule 6).
 * Keys of its own are derived from the install key, so that nothing signed or hashed elsewhere fits here.
 */
export class Signer {
  readonly #recordKey: Buffer;
  readonly #nameKey: Buffer;

  constructor(installKey: Uint8Array) {
    this.#recordKey = hmac(installKey, 'mcp-roots signed record');
    this.#nameKey = hmac(installKey, 'mcp-roots record name');
  }

  /** The text of the file that keeps these fields under this name. @throws {TypeError} for a field called `mac`. */
  seal(name: string, fields: Fields): string {
    if ('mac' in fields) throw new TypeError('A record has no field of its own called "mac"');
    const mac = hmac(this.#recordKey, canonicalJson([name, fields])).toString('hex');
    return `${canonicalJson({ ...fields, mac })}\n`;
  }

  /** The fields of a text that `seal` made for this very name, byte for byte; else nothing. Never throws. */
  open(name: string, text: string): Fields | undefined {
    try {
      const parsed: unknown = JSON.parse(text);
      if (!isObject(parsed)) return undefined;
      const { mac: _, ...fields } = parsed;
      const sealed = Buffer.from(this.seal(name, fields));
      const found = Buffer.from(text);
      return sealed.length === found.length && timingSafeEqual(sealed, found) ? fields : undefined;
    } catch {
      return undefined;
    }
  }

  /** A name for what these words describe, 32 hexadecimal digits that tell nothing of the words without the key. */
  nameFor(words: readonly string[]): string {
    return hmac(this.#nameKey, canonicalJson(words)).toString('hex').slice(0, 32);
  }
}

function hmac(key: Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function isList(value: readonly Json[] | { readonly [key: string]: Json }): value is readonly Json[] {
  return Array.isArray(value);
}

function isObject(value: unknown): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
