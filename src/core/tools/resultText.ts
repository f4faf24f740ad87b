import { contentLines, jsonLines, type ContentLines } from '../features/contentText';
import { recordOf } from '../recordOf';
import { sortedKeys } from '../sortedKeys';
import type { ToolResult } from './toolResult';

/**
 * The result of a tool as a document: whether the tool says that it failed, what is wrong with the structured content,
 * and all of the content.
 * @param mismatch why the structured content does not match the tool's output schema, if so
 */
export function resultText(result: ToolResult, mismatch: string | undefined): ContentLines {
  const head = [
    ...(result.isError ? ['The tool says that it failed.', ''] : []),
    ...(mismatch === undefined ? [] : [mismatch, '']),
  ];
  const said = saidOnce(result);
  const body = contentLines(said.content);
  const structured =
    said.structured === undefined
      ? []
      : [...(body.lines.length > 0 ? ['', 'Structured content:'] : []), ...jsonLines(said.structured)];
  const lines = [...head, ...body.lines, ...structured];
  return {
    lines: lines.length > 0 ? lines : ['The tool gave nothing back.'],
    parts: body.parts.map(({ line, part }) => ({ line: line + head.length, part })),
  };
}

/**
 * Leaves out content that only repeats the other: a tool should give structured content as text too, for clients that
 * know only that (MCP, server/tools), and some do it the other way round.
 */
function saidOnce({ content, structured }: ToolResult): Pick<ToolResult, 'content' | 'structured'> {
  const [only] = content;
  if (structured === undefined || content.length !== 1 || only?.kind !== 'text')
    return { content, structured };
  const values = Object.values(recordOf(structured));
  if (values.length === 1 && values[0] === only.text) return { content, structured: undefined };
  try {
    const spelled = (value: unknown) => JSON.stringify(sortedKeys(value));
    if (spelled(JSON.parse(only.text)) === spelled(structured)) return { content: [], structured };
  } catch {
    // The text is not JSON, so it does not repeat the structured content.
  }
  return { content, structured };
}
