/**
 * What careless readers do not see in a key: NUL, at which some end it and which others drop, and characters without a
 * face.
 */
const unseen = /[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

/** Nothing in it can be taken for another letter. */
const plain = /^[ -~]*$/u;

/** Characters; no key that means something is longer. */
const longest = 64;

/**
 * A key as readers take it who do not tell letter case apart (Go's encoding/json, CVE-2026-27896, and many others), or
 * pass over characters. Whatever any of them takes for an ASCII key has that key's own form here: the long s (U+017F)
 * and the Kelvin sign (U+212A) fold to letters by Unicode's case folding, both i of Turkish (U+0130, U+0131) by Java's
 * comparison.
 */
function careless(key: string): string {
  return key.replace(unseen, '').replaceAll('\u0130', 'i').toUpperCase().toLowerCase();
}

/** Keys that mean something, and all that some reader could take for one of them. */
export class CarelessKeys {
  readonly #exact = new Map<string, string>();

  /** @param keys in ASCII */
  constructor(keys: Iterable<string>) {
    for (const key of keys) this.#exact.set(careless(key), key);
  }

  /** The key that some reader takes this for; undefined for a key that nobody confuses with any of them. */
  meantBy(key: string): string | undefined {
    // Nearly all of them, of which there can be very many.
    if (plain.test(key)) return key.length > longest ? undefined : this.#exact.get(key.toLowerCase());
    const meant = this.#exact.get(careless(key));
    if (meant !== undefined || !key.includes('\0')) return meant;
    return this.#exact.get(careless(key.slice(0, key.indexOf('\0'))));
  }
}
