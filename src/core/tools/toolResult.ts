import { contentOf, type Content } from '../features/content';
import { recordOf } from '../recordOf';

/** What a tool gave back (MCP, server/tools). */
export interface ToolResult {
  /** The tool says that it failed. An error of the protocol is not a result. */
  readonly isError: boolean;
  readonly content: readonly Content[];
  /** Undefined where there is none. */
  readonly structured: unknown;
}

/** Reads the result of a `tools/call`; what does not follow the specification is kept as unknown content. */
export function toolResultOf(said: unknown): ToolResult {
  const { content, structuredContent, isError } = recordOf(said);
  const isEmpty = content === undefined && structuredContent === undefined;
  const blocks: readonly unknown[] = Array.isArray(content)
    ? content
    : isEmpty
      ? [said]
      : [content ?? []].flat();
  return { isError: isError === true, content: blocks.map(contentOf), structured: structuredContent };
}
