import { recordOf, textOf } from '../recordOf';

/** A tool as its server describes it (MCP, server/tools); every text of it is hostile, and so are its schemas. */
export interface ToolDescription {
  readonly name: string;
  /** Its name for people, if there is one. */
  readonly title: string | undefined;
  readonly description: string | undefined;
  /** Not checked: it may be anything. */
  readonly inputSchema: unknown;
  /** Not checked; undefined where the tool promises no structured content. */
  readonly outputSchema: unknown;
  /** What the server claims of its effects; nobody has checked it (MCP, server/tools, annotations). */
  readonly effects: 'only reads' | 'adds' | 'may destroy';
  /** Whether it can be called as a task only (MCP 2025-11-25, basic/utilities/tasks). */
  readonly needsTask: boolean;
}

/** Reads one entry of an answer to `tools/list`; undefined where it has no name and so cannot be called. */
export function toolOf(said: unknown): ToolDescription | undefined {
  const { name, title, description, inputSchema, outputSchema, annotations, execution } = recordOf(said);
  if (typeof name !== 'string') return undefined;
  return {
    name,
    title: textOf(title) ?? textOf(recordOf(annotations)['title']),
    description: textOf(description),
    inputSchema,
    outputSchema,
    effects: effectsOf(annotations),
    needsTask: recordOf(execution)['taskSupport'] === 'required',
  };
}

/** The defaults are those of the specification: without annotations, a tool may destroy. */
function effectsOf(annotations: unknown): ToolDescription['effects'] {
  const { readOnlyHint, destructiveHint } = recordOf(annotations);
  if (readOnlyHint === true) return 'only reads';
  return destructiveHint === false ? 'adds' : 'may destroy';
}
