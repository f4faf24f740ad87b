/** The beginnings that issuers give to what they issue, so that it can be found when it leaks. */
const issued =
  /^(sk-|sk_|pk_live_|rk_live_|gh[opusr]_|github_pat_|glpat-|xox[abeprs]-|AKIA|ASIA|AIza|npm_|pypi-|hf_|dop_v1_|shpat_|lin_api_|ntn_|secret_|eyJ[\w-]+\.eyJ)/;

/** What credentials are called, as a word of a name in any spelling: `API_KEY`, `x-api-key`, `apiKey`, `PGPASSWORD`. */
const words =
  /(^|[^a-z])(api-?key|apikey|key|token|secret|password|passwd|passphrase|pwd|pass|auth|authorization|bearer|credentials?|cookie|pat|dsn)([^a-z]|$)|password$|token$|secret$|apikey$/;

/** Names with such a word that stand for something else. */
const harmless =
  /(^|-)(file|path|dir|folder|url|uri|host|name|id|type|mode|method|provider|header|env|store)$/;

/** Does this name say that the value is a secret? A place where one is kept is none. */
export function namesSecret(name: string, value: string): boolean {
  const plain = name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[_.\s]+/g, '-');
  if (!words.test(plain) || harmless.test(plain)) return false;
  return !/^(true|false|yes|no|on|off|none|\d{1,5})$/i.test(value.trim());
}

/** Does this value look like a secret whatever it is called? Long and without order, issued as one, or a login. */
export function looksSecret(value: string): boolean {
  if (issued.test(value) && value.length >= 16) return true;
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]+:[^/\s@]+@/i.test(value)) return true;
  if (!/^[A-Za-z0-9+/_=.~-]{24,}$/.test(value)) return false;
  // Paths, package names and host names have short words between their marks.
  const longest = value.split(/[/.:_-]/).reduce((most, part) => Math.max(most, part.length), 0);
  if (longest < 16 || !/[0-9]/.test(value) || !/[A-Za-z]/.test(value)) return false;
  return bitsPerCharacter(value) >= 3.2;
}

/** Shannon's entropy: about 3.9 for random hexadecimal digits of this length, under 3 for most words. */
function bitsPerCharacter(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
