import { isRecord } from '../clients/entry';
import type { ChatDefinition } from './chatClient';

/** What of VS Code's settings decides whether its chat may use MCP servers. Values of unknown kinds. */
export interface ChatAccessSettings {
  /** `chat.mcp.access` */
  readonly access: unknown;
  /** `chat.mcp.allowedServers` */
  readonly allowed: unknown;
  /** `chat.mcp.deniedServers` */
  readonly denied: unknown;
}

/**
 * Why VS Code will not start some of our servers, as far as its settings tell: one sentence for each reason. None when
 * nothing is known to stand in the way; policies that are not readable here may all the same.
 */
export function chatObstacles(
  { access, allowed, denied }: ChatAccessSettings,
  definitions: readonly Pick<ChatDefinition, 'label' | 'command' | 'args'>[],
): readonly string[] {
  if (access === 'none') {
    return ['The setting "chat.mcp.access" is "none": VS Code\'s chat uses no MCP server at all.'];
  }
  const registry =
    access === 'registry'
      ? [
          'The setting "chat.mcp.access" is "registry": VS Code\'s chat uses only servers of its registry, and those of MCP Roots are in none.',
        ]
      : [];
  const lists = definitions.flatMap((definition) => {
    if (isListed(denied, definition)) {
      return `"${definition.label}" is named in "chat.mcp.deniedServers": VS Code's chat does not use it.`;
    }
    if (Array.isArray(allowed) && !isListed(allowed, definition)) {
      return `"${definition.label}" is not named in "chat.mcp.allowedServers": VS Code's chat does not use it.`;
    }
    return [];
  });
  return [...registry, ...lists];
}

/** An entry names a server by its label, or by its command and arguments, word for word (read in VS Code 1.139). */
function isListed(
  list: unknown,
  { label, command, args }: Pick<ChatDefinition, 'label' | 'command' | 'args'>,
): boolean {
  if (!Array.isArray(list)) return false;
  return list.filter(isRecord).some(({ serverName, serverCommand }) => {
    if (typeof serverName === 'string') return serverName === label;
    return JSON.stringify(serverCommand) === JSON.stringify([command, ...args]);
  });
}
