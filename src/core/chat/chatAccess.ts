import { isRecord } from '../clients/entry';
import type { ChatDefinition } from './chatClient';

/** The settings of VS Code that decide whether its chat may use MCP servers. The values are not checked. */
export interface ChatAccessSettings {
  /** `chat.mcp.access` */
  readonly access: unknown;
  /** `chat.mcp.allowedServers` */
  readonly allowed: unknown;
  /** `chat.mcp.deniedServers` */
  readonly denied: unknown;
}

/**
 * Reasons why VS Code will not start some of our servers, as far as its settings show; one sentence each. Even without
 * any, policies that cannot be read here may prevent it.
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

/** An entry matches a server by its label, or by exactly its command and arguments (as read in VS Code 1.139). */
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
