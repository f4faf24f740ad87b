import { looksSecret, namesSecret } from '../secretShape';

const hidden = '(looks like a secret: not shown)';

/** Characters: nobody reads more, and reading it for secrets would take long. */
const longest = 5000;

/** What stands before the host of an address, for whoever signs in there. */
const login = /(?<=[a-z][a-z\d+.-]*:\/\/)[^/?#\s@]+(?=@)/giu;

/**
 * The value of a variable for whoever approves it: as it is, unless it looks like a secret or may hold one, by its own name, by that
 * of the variable it is taken from, or by its shape. Never to be kept: what looks like none may be one.
 * @param written the same as it stands in the definition
 */
export function valueText(name: string, value: string, written = ''): string {
  if (value.length > longest) return '(too long to be shown)';
  const sources = [...written.matchAll(/\$\{env:([^}]*)\}/gu)].map(([, source = '']) => source);
  const isNamed = [name, ...sources].some((each) => namesSecret(each, value));
  if (isNamed || value.includes('-----BEGIN')) return hidden;
  const shown = value.replace(login, '…');
  return holdsSecret(shown) ? hidden : shown;
}

/** Any part of it, as options, addresses, headers and lists are put together. */
function holdsSecret(text: string): boolean {
  if (looksSecret(text)) return true;
  if (text.split(/[\s=&?;,:"'`|<>(){}[\]]+/u).some(looksSecret)) return true;
  const pairs = text.matchAll(/([\w.-]+)["']?\s*[=:]\s*(?=["']?([^\s&;,"']+))/gu);
  return [...pairs].some(([, key = '', value = '']) => namesSecret(key.replace(/^-+/u, ''), value));
}
