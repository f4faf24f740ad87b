import { recordOf, textOf } from '../recordOf';

/** A tool as its server describes it (MCP, server/tools); every text of it is hostile, and so are its schemas. */
export interface ToolDescription {
  readonly name: string;
  /** What it is called before people, if that is another name. */
  readonly title: string | undefined;
  readonly description: string | undefined;
  /** May be anything. */
  readonly inputSchema: unknown;
  /** Undefined where nothing is promised of structured content. */
  readonly outputSchema: unknown;
  /** What the server says of its effects, which nobody has to believe (MCP, server/tools, annotations). */
  readonly effects: 'only reads' | 'adds' | 'may destroy';
  /** Is it called as a task only (MCP 2025-11-25, basic/utilities/tasks)? */
  readonly needsTask: boolean;
}

/** Reads one entry of an answer to `tools/list`; undefined for what cannot be called, since it has no name. */
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

/** The defaults are the specification's: what says nothing may destroy. */
function effectsOf(annotations: unknown): ToolDescription['effects'] {
  const { readOnlyHint, destructiveHint } = recordOf(annotations);
  if (readOnlyHint === true) return 'only reads';
  return destructiveHint === false ? 'adds' : 'may destroy';
}
