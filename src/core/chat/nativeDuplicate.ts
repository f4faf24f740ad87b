import type { ServerDefinition } from '../servers/definition';
import type { NativeServer } from './nativeServer';

/**
 * The servers of VS Code's own configuration that are the same as this one: with the same name, whatever its case, or
 * the same command line or URL as written. VS Code tells them of folders without regard to what is decided here.
 * @param shim our shim: entries that start it come from "Use from Another Client" and respect the decisions made here
 */
export function nativeDuplicate(
  { name, transport }: Pick<ServerDefinition, 'name' | 'transport'>,
  natives: readonly NativeServer[],
  shim: string,
): readonly NativeServer[] {
  return natives.filter(({ label, command, args, url, isRead }) => {
    if (!isRead || args[0] === shim) return false;
    if (label.trim().toLowerCase() === name.trim().toLowerCase()) return true;
    if (transport.type !== 'stdio') return url !== undefined && url === transport.url;
    const words = [transport.command, ...transport.args];
    return command !== undefined && JSON.stringify([command, ...args]) === JSON.stringify(words);
  });
}
