import { readFile } from 'node:fs/promises';
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import type { ConfiguredServer } from '../../src/core/servers/definition';
import { parseDefinitions } from '../../src/core/servers/parseDefinition';

/**
 * Reads the servers of an `mcp.json`, in the shape of VS Code (`servers`) or of other clients (`mcpServers`).
 * @throws {Error} when the file is no such thing
 */
export async function readServersFile(path: string): Promise<readonly ConfiguredServer[]> {
  const errors: ParseError[] = [];
  const content: unknown = parse(await readFile(path, 'utf8'), errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined)
    throw new Error(`${path}: ${printParseErrorCode(first.error)} at offset ${first.offset}.`);
  if (typeof content !== 'object' || content === null) throw new Error(`${path} holds no object.`);
  const servers =
    'servers' in content ? content.servers : 'mcpServers' in content ? content.mcpServers : undefined;
  if (servers === undefined) throw new Error(`${path} has neither "servers" nor "mcpServers".`);
  return parseDefinitions(servers, { kind: 'user' });
}
