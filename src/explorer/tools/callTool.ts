import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { visibleJson } from '../../core/text';
import { rootsSentence } from '../roots/rootsSentence';
import type { CallContext, Tool } from './tool';
import { ToolFailure } from './toolFailure';

/**
 * Answers one call. A `ToolFailure` becomes an answer that is marked as an error, so that the model reads the reason
 * and which folders there are (MCP specification, server/tools, error handling). Everything else that is thrown is a
 * fault of this server or a cancellation.
 */
export async function callTool(
  tool: Tool,
  raw: Readonly<Record<string, unknown>>,
  context: CallContext,
): Promise<CallToolResult> {
  try {
    const { structured, text, note } = await tool.call(raw, context);
    const texts = [text ?? visibleJson(structured), note].filter((each) => each !== undefined);
    return { content: texts.map((each) => ({ type: 'text', text: each })), structuredContent: structured };
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return failed(`${error.message}\n${rootsSentence(await context.roots.shownAtOnce())}`);
  }
}

/** An answer that is marked as an error, with the reason. */
export function failed(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}
