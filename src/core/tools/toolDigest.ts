import { createHash } from 'node:crypto';
import { sortedKeys } from '../sortedKeys';
import type { ToolDescription } from './toolDescription';

/**
 * Names exactly what a tool says of itself: another name, text, schema or effect is another tool, which nobody has
 * trusted. Undefined for one that is nested deeper than can be written.
 */
export function toolDigest(tool: ToolDescription): string | undefined {
  try {
    const said = JSON.stringify(sortedKeys(tool));
    return createHash('sha256').update('trusted tool\0').update(said).digest('base64');
  } catch {
    return undefined;
  }
}

/** May a tool be run without a question? Only one that says that it only reads, and said just that when it was trusted. */
export function isTrusted(tool: ToolDescription, trusted: ReadonlySet<string> | undefined): boolean {
  if (trusted === undefined || tool.effects !== 'only reads') return false;
  const digest = toolDigest(tool);
  return digest !== undefined && trusted.has(digest);
}
