import { getNodeValue, parseTree } from 'jsonc-parser';
import { isRecord } from '../clients/entry';

/** Where a server of VS Code's own configuration stands; `file` is an absolute path. */
export interface NativePlace {
  readonly file: string;
  /** The keys above the object of servers. */
  readonly at: readonly string[];
}

/** A server that VS Code starts by itself, and tells of folders without asking. */
export interface NativeServer {
  readonly label: string;
  readonly file: string;
  readonly command: string | undefined;
  readonly args: readonly string[];
  readonly url: string | undefined;
}

/** The servers of one file. A text that cannot be read has none: VS Code cannot read it either. */
export function nativeServers(text: string, { file, at }: NativePlace): readonly NativeServer[] {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  let servers: unknown = tree === undefined ? undefined : (getNodeValue(tree) as unknown);
  for (const key of at) servers = isRecord(servers) && Object.hasOwn(servers, key) ? servers[key] : undefined;
  if (!isRecord(servers)) return [];
  return Object.entries(servers).flatMap(([label, value]) => {
    if (!isRecord(value)) return [];
    const { command, args, url } = value;
    return {
      label,
      file,
      command: typeof command === 'string' ? command : undefined,
      args: Array.isArray(args) ? args.filter((arg) => typeof arg === 'string') : [],
      url: typeof url === 'string' ? url : undefined,
    };
  });
}
