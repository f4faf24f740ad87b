import { createHash } from 'node:crypto';
import { sortedKeys } from '../sortedKeys';
import type { ToolDescription } from './toolDescription';

/**
 * A hash of everything in the description of a tool: with another name, text, schema or effect it is another tool,
 * which is not trusted. Undefined where the description is nested too deep to be written as text.
 */
export function toolDigest(tool: ToolDescription): string | undefined {
  try {
    const said = JSON.stringify(sortedKeys(tool));
    return createHash('sha256').update('trusted tool\0').update(said).digest('base64');
  } catch {
    return undefined;
  }
}

/**
 * May a tool be run without asking? Only if it claims only to read, and its description is as it was when it was
 * trusted.
 */
export function isTrusted(tool: ToolDescription, trusted: ReadonlySet<string> | undefined): boolean {
  if (trusted === undefined || tool.effects !== 'only reads') return false;
  const digest = toolDigest(tool);
  return digest !== undefined && trusted.has(digest);
}
