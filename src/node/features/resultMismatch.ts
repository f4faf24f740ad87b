import { displayText } from '../../core/text';
import type { ToolDescription } from '../../core/tools/toolDescription';
import type { ToolResult } from '../../core/tools/toolResult';
import type { SchemaJudge } from './schemaJudge';

/**
 * Why the structured content of a result does not match the tool's output schema, or could not be checked; undefined
 * where it matches, where there is no schema, and where the tool failed (MCP, server/tools, output schema).
 */
export async function resultMismatch(
  { outputSchema }: Pick<ToolDescription, 'outputSchema'>,
  { isError, structured }: ToolResult,
  judge: SchemaJudge,
): Promise<string | undefined> {
  if (outputSchema === undefined || isError) return undefined;
  if (structured === undefined) return 'The tool promises structured content, and gave none.';
  const verdict = await judge.judge(outputSchema, structured);
  switch (verdict.kind) {
    case 'fits':
      return undefined;
    case 'does not fit':
      return `The structured content is not as the tool promises. ${displayText(verdict.why, 500)}`;
    case 'cannot be judged':
      return `Whether the structured content is as the tool promises could not be checked: ${displayText(verdict.why, 500)}.`;
  }
}
