import { parseTree } from 'jsonc-parser';
import { isRecord } from '../clients/entry';
import { plainValue } from '../clients/plainValue';

/** A file in which VS Code's own configuration has servers. */
export interface NativePlace {
  /** An absolute path. */
  readonly file: string;
  /** The keys that lead to the object of servers. */
  readonly at: readonly string[];
  /** The only workspace folder that VS Code tells these servers of; undefined where it tells them of all. */
  readonly folder: string | undefined;
  /** The name of another client that reads the same file; undefined where it is VS Code's own. */
  readonly sharedWith: string | undefined;
  /** Whether VS Code reads this file in this window, as far as its settings show. */
  readonly isRead: boolean;
}

/** A server that VS Code starts itself, and tells of folders without asking. */
export interface NativeServer extends NativePlace {
  readonly label: string;
  readonly command: string | undefined;
  readonly args: readonly string[];
  readonly url: string | undefined;
}

/** The servers of one file; none where the text cannot be read, since VS Code cannot read it either. */
export function nativeServers(text: string, place: NativePlace): readonly NativeServer[] {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  let servers = tree === undefined ? undefined : plainValue(tree);
  for (const key of place.at)
    servers = isRecord(servers) && Object.hasOwn(servers, key) ? servers[key] : undefined;
  if (!isRecord(servers)) return [];
  return Object.entries(servers).flatMap(([label, value]) => {
    if (!isRecord(value)) return [];
    const { command, args, url } = value;
    return {
      ...place,
      label,
      command: typeof command === 'string' ? command : undefined,
      args: Array.isArray(args) ? args.filter((arg) => typeof arg === 'string') : [],
      url: typeof url === 'string' ? url : undefined,
    };
  });
}
