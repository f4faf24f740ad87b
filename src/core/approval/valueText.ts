import { looksSecret, namesSecret } from '../secretShape';

const hidden = '(looks like a secret: not shown)';

/** In characters: nobody reads more, and to search it for secrets would take long. */
const longest = 5000;

/** The user name and password in front of the host of a URL. */
const login = /(?<=[a-z][a-z\d+.-]*:\/\/)[^/?#\s@]+(?=@)/giu;

/**
 * The value of a variable for whoever approves it: as it is, unless it looks like a secret or may hold one, by its own
 * name, by that of the variable it is taken from, or by its shape. Never to be kept: a value that does not look like a
 * secret may be one.
 * @param written the value as it stands in the definition
 */
export function valueText(name: string, value: string, written = ''): string {
  if (value.length > longest) return '(too long to be shown)';
  const sources = [...written.matchAll(/\$\{env:([^}]*)\}/gu)].map(([, source = '']) => source);
  const isNamed = [name, ...sources].some((each) => namesSecret(each, value));
  if (isNamed || value.includes('-----BEGIN')) return hidden;
  const shown = value.replace(login, '…');
  return holdsSecret(shown) ? hidden : shown;
}

/** Does the text, or any part of it, look like a secret? It is split as options, addresses, headers and lists are. */
function holdsSecret(text: string): boolean {
  if (looksSecret(text)) return true;
  if (text.split(/[\s=&?;,:"'`|<>(){}[\]]+/u).some(looksSecret)) return true;
  const pairs = text.matchAll(/([\w.-]+)["']?\s*[=:]\s*(?=["']?([^\s&;,"']+))/gu);
  return [...pairs].some(([, key = '', value = '']) => namesSecret(key.replace(/^-+/u, ''), value));
}
