/**
 * A name that no server here has yet, whatever its case: of two servers with one name in several scopes, the one of the
 * narrower scope would not start. Never empty; at most 80 characters of the wish, and a number where needed.
 */
export function freeName(wished: string, taken: ReadonlySet<string>): string {
  return free(wished.trim().slice(0, 80) || 'server', taken);
}

/** An id for an input that is not taken, with characters that can be used in `${input:…}`. */
export function freeInputId(wished: string, taken: ReadonlySet<string>): string {
  const plain = wished.replace(/[^A-Za-z0-9_.-]+/g, '-').replace(/^-+|-+$/g, '');
  return free(plain.slice(0, 60) || 'input', taken);
}

/** @param taken in lower case */
function free(wished: string, taken: ReadonlySet<string>): string {
  // Some readers of JSON give this key another meaning.
  const base = wished === '__proto__' ? 'proto' : wished;
  let name = base;
  for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = `${base}-${n}`;
  return name;
}
