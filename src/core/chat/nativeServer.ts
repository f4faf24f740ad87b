import { getNodeValue, parseTree } from 'jsonc-parser';
import { isRecord } from '../clients/entry';
import type { ServerDefinition } from '../servers/definition';

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

/**
 * The servers of VS Code's own configuration that are this one: of the same name whatever the case, or started by the
 * same words or address, as they are written. VS Code tells them of folders by itself, whatever is decided here.
 * @param shim our shim, which an entry of "Use from Another Client" starts: such a one goes through the consents
 */
export function toldNatively(
  { name, transport }: Pick<ServerDefinition, 'name' | 'transport'>,
  natives: readonly NativeServer[],
  shim: string,
): readonly NativeServer[] {
  return natives.filter(({ label, command, args, url }) => {
    if (args[0] === shim) return false;
    if (label.trim().toLowerCase() === name.trim().toLowerCase()) return true;
    if (transport.type !== 'stdio') return url !== undefined && url === transport.url;
    const words = [transport.command, ...transport.args];
    return command !== undefined && JSON.stringify([command, ...args]) === JSON.stringify(words);
  });
}
