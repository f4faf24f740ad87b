/**
 * Characters in a key that careless readers do not see: control characters such as NUL, where some readers end the key
 * and which others drop, and characters that are invisible.
 */
const unseen = /[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

/** Printable ASCII only: apart from letter case, no character in it can be taken for another. */
const plain = /^[ -~]*$/u;

/** In characters: no key that has a meaning is longer. */
const longest = 64;

/**
 * A key as careless readers understand it: readers that ignore letter case (Go's encoding/json, CVE-2026-27896, and
 * many others) or skip characters. Every key that such a reader takes for an ASCII key gets the same form as that key:
 * the long s (U+017F) and the Kelvin sign (U+212A) fold to letters by Unicode's case folding, both i of Turkish
 * (U+0130, U+0131) by Java's comparison.
 */
function careless(key: string): string {
  return key.replace(unseen, '').replaceAll('\u0130', 'i').toUpperCase().toLowerCase();
}

/** A set of keys that have a meaning. It also finds every key that a careless reader could take for one of them. */
export class CarelessKeys {
  readonly #exact = new Map<string, string>();

  /** @param keys in ASCII */
  constructor(keys: Iterable<string>) {
    for (const key of keys) this.#exact.set(careless(key), key);
  }

  /** The key of the set that some reader takes this key for; undefined if no reader confuses it with any of them. */
  meantBy(key: string): string | undefined {
    // Nearly all keys are plain, and there can be very many, so they take the short way.
    if (plain.test(key)) return key.length > longest ? undefined : this.#exact.get(key.toLowerCase());
    const meant = this.#exact.get(careless(key));
    if (meant !== undefined || !key.includes('\0')) return meant;
    return this.#exact.get(careless(key.slice(0, key.indexOf('\0'))));
  }
}
