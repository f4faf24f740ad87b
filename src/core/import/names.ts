/**
 * A name that no server here has yet, whatever its case: two servers of one name in several scopes would keep the
 * narrower one from starting. At most 80 characters, never empty.
 */
export function freeName(wished: string, taken: ReadonlySet<string>): string {
  return free(wished.trim().slice(0, 80) || 'server', taken);
}

/** An id of an input that is not taken; it stands in `${input:…}`. */
export function freeInputId(wished: string, taken: ReadonlySet<string>): string {
  const plain = wished.replace(/[^A-Za-z0-9_.-]+/g, '-').replace(/^-+|-+$/g, '');
  return free(plain.slice(0, 60) || 'input', taken);
}

/** @param taken in lower case */
function free(wished: string, taken: ReadonlySet<string>): string {
  // Readers of JSON take this key for something else.
  const base = wished === '__proto__' ? 'proto' : wished;
  let name = base;
  for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = `${base}-${n}`;
  return name;
}
