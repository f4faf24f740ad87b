import { isRecord } from '../clients/entry';
import { looksSecret, namesSecret } from '../secretShape';

/** A value of an entry that looks like a secret. */
export interface Secret {
  /** The keys that lead to the text in the entry; for a URL the second one is not used. */
  readonly at: readonly [string, string | number];
  /** The name of the variable, header, option or query parameter. */
  readonly name: string;
  /** The text before the secret, which stays. */
  readonly before: string;
  readonly value: string;
  readonly after: string;
}

/**
 * Everything in an entry that looks like a secret, by its name or by its shape: in variables, headers, arguments and
 * the query of the URL. A value that contains a variable (`${…}`) does not count: its secret is elsewhere already.
 */
export function secretsIn(entry: Readonly<Record<string, unknown>>): readonly Secret[] {
  return [...named(entry, 'env'), ...named(entry, 'headers'), ...inArguments(entry), ...inAddress(entry)];
}

/** The entry with every secret replaced by another text. @param secrets in the order in which `secretsIn` gave them */
export function replaceSecrets(
  entry: Readonly<Record<string, unknown>>,
  secrets: readonly Secret[],
  replacement: (secret: Secret) => string,
): Readonly<Record<string, unknown>> {
  const texts = secrets.map((secret) => [secret, replacement(secret)] as const);
  // From the last to the first, so that the text before each secret is still the original one.
  return texts.reduceRight(
    (
      now,
      [
        {
          at: [field, key],
          before,
          value,
        },
        text,
      ],
    ) => {
      const put = (each: unknown) =>
        typeof each === 'string' ? before + text + each.slice(before.length + value.length) : each;
      const present = now[field];
      if (Array.isArray(present)) {
        return { ...now, [field]: present.map((each: unknown, i) => (i === key ? put(each) : each)) };
      }
      if (!isRecord(present)) return { ...now, [field]: put(present) };
      const values = Object.entries(present).map(([name, each]) => [name, name === key ? put(each) : each]);
      return { ...now, [field]: Object.fromEntries(values) as unknown };
    },
    entry,
  );
}

function named(entry: Readonly<Record<string, unknown>>, field: string): readonly Secret[] {
  const values = entry[field];
  if (!isRecord(values)) return [];
  return Object.entries(values).flatMap(([name, text]): readonly Secret[] => {
    if (typeof text !== 'string') return [];
    // "Bearer …", "Basic …": the first word is not secret, and shows what to enter.
    const [, scheme = '', value = ''] = /^((?:bearer|basic|token|apikey)\s+)?(.*)$/is.exec(text) ?? [];
    return isSecret(name, value) ? [{ at: [field, name], name, before: scheme, value, after: '' }] : [];
  });
}

function inArguments({ args }: Readonly<Record<string, unknown>>): readonly Secret[] {
  if (!Array.isArray(args)) return [];
  return (args as readonly unknown[]).flatMap((arg, i): readonly Secret[] => {
    if (typeof arg !== 'string') return [];
    const [, option, value] = /^(--?[A-Za-z][\w.-]*=)(.+)$/s.exec(arg) ?? [];
    if (option !== undefined && value !== undefined) {
      const name = option.replace(/^-+|=$/g, '');
      return isSecret(name, value) ? [{ at: ['args', i], name, before: option, value, after: '' }] : [];
    }
    const previous: unknown = args[i - 1];
    const name = typeof previous === 'string' && /^--?[A-Za-z][^=]*$/.test(previous) ? previous : undefined;
    if (arg.startsWith('-')) return [];
    const shown = name?.replace(/^-+/, '') ?? 'argument';
    return isSecret(shown, arg) ? [{ at: ['args', i], name: shown, before: '', value: arg, after: '' }] : [];
  });
}

/** Only the query: a URL with a user name and password in it is not used for HTTP at all. */
function inAddress({ url }: Readonly<Record<string, unknown>>): readonly Secret[] {
  if (typeof url !== 'string') return [];
  const query = url.indexOf('?');
  if (query === -1) return [];
  const found: Secret[] = [];
  let from = query + 1;
  for (const part of url.slice(from).split('#', 1)[0]?.split('&') ?? []) {
    const [name = '', value = ''] = part.split(/=(.*)/s, 2);
    const start = from + name.length + 1;
    if (isSecret(name, value)) {
      const before = url.slice(0, start);
      found.push({ at: ['url', 0], name, before, value, after: url.slice(start + value.length) });
    }
    from += part.length + 1;
  }
  return found;
}

function isSecret(name: string, value: string): boolean {
  if (value.trim() === '' || value.includes('${')) return false;
  return looksSecret(value) || namesSecret(name, value);
}
