import type { ServerDefinition } from '../servers/definition';
import type { NativeServer } from './nativeServer';

/**
 * The servers of VS Code's own configuration that are this one: of the same name whatever the case, or started by the
 * same words or address, as they are written. VS Code tells them of folders by itself, whatever is decided here.
 * @param shim our shim, which an entry of "Use from Another Client" starts: such a one goes through the consents
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
