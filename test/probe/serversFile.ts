import { readFile } from 'node:fs/promises';
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { parseAgents } from '../../src/core/acp/parseAgents';
import type { ConfiguredServer } from '../../src/core/servers/definition';
import { parseDefinitions } from '../../src/core/servers/parseDefinition';

/** What the probe is given in a file. */
interface ServersFile {
  readonly servers: readonly ConfiguredServer[];
  readonly agents: readonly ConfiguredServer[];
}

/**
 * Reads the servers of an `mcp.json`, in the shape of VS Code (`servers`) or of other clients (`mcpServers`), and the
 * agents beside them (`agents`, in the shape of the setting `mcpRoots.agents`).
 * @throws {Error} when the file is no such thing
 */
export async function readServersFile(path: string): Promise<ServersFile> {
  const errors: ParseError[] = [];
  const content: unknown = parse(await readFile(path, 'utf8'), errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined)
    throw new Error(`${path}: ${printParseErrorCode(first.error)} at offset ${first.offset}.`);
  if (typeof content !== 'object' || content === null) throw new Error(`${path} holds no object.`);
  const servers =
    'servers' in content ? content.servers : 'mcpServers' in content ? content.mcpServers : undefined;
  if (servers === undefined) throw new Error(`${path} has neither "servers" nor "mcpServers".`);
  const agents = 'agents' in content ? content.agents : undefined;
  return {
    servers: parseDefinitions(servers, { kind: 'user' }),
    agents: parseAgents(agents, { kind: 'user' }),
  };
}
