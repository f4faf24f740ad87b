/** What another client starts to reach a server through this extension: the shim. It contains no secret. */
export interface ClientEntry {
  /** The name of the server for the client. */
  readonly name: string;
  /** An absolute path. */
  readonly command: string;
  /** The path of the shim, the id of the client's key, the name of the server. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * A server's name with only the characters that every client takes: Claude Code and Codex allow letters, digits, `-`
 * and `_`. At most 60 characters, never empty.
 */
function entryName(server: string): string {
  const plain = server.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '');
  return plain.slice(0, 60) || 'server';
}

/** One such name for each server, with a number where two would be the same, whatever their case. */
export function entryNames(servers: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return servers.map((server) => {
    const name = entryName(server);
    let unique = name;
    for (let n = 2; taken.has(unique.toLowerCase()); n += 1) unique = `${name}-${n}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}

/**
 * Does this value of a configuration file start our shim? Only then may the entry be replaced or removed without
 * asking. It does if its first argument is the shim's path, as in the entry to write.
 * @param args the field that holds the arguments in this client's file
 */
export function isOurs(value: unknown, args: string, { args: [shim] }: Pick<ClientEntry, 'args'>): boolean {
  if (!isRecord(value) || shim === undefined) return false;
  const written = value[args];
  return Array.isArray(written) && written[0] === shim;
}

/** Whether this is a plain object with keys, in every format used here; a date of TOML is not. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const kind: unknown = Object.getPrototypeOf(value);
  return kind === null || kind === Object.prototype;
}

/** Whether two values of a configuration file are equal, in whatever order their keys are. */
export function sameValue(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === 'bigint') return `${each}n`;
    if (!isRecord(each)) return each;
    return Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
