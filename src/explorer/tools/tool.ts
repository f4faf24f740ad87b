import type { Tool as ToolDescription } from '@modelcontextprotocol/sdk/types.js';
import type { Files } from '../files/files';
import type { ClientRoots } from '../roots/clientRoots';
import type { ClientRoot } from '../roots/rootsAnswer';
import { inputSchema, readInput, type Fields, type Input } from './fields';

/** What a tool may use while it answers a call. */
export interface CallContext {
  readonly roots: ClientRoots;
  readonly files: Files;
  readonly workingDirectory: () => string;
  readonly chooseRoot: (root: ClientRoot) => void;
  /** Aborts when the client cancels the call. */
  readonly signal: AbortSignal;
  /** Notifies the client, if it asked for progress, of how many entries were seen. */
  readonly progress: (entries: number) => void;
}

/** The answer of a tool. Its structured content has the shape of the tool's published output schema. */
interface Answer {
  readonly structured: Record<string, unknown>;
  /** For clients that read only text; left out: the structured content as JSON. */
  readonly text?: string;
  /** A sentence to follow the text. */
  readonly note?: string;
}

export interface Tool {
  readonly description: ToolDescription;
  /** @throws {ToolFailure} with a reason that the caller should read */
  readonly call: (raw: Readonly<Record<string, unknown>>, context: CallContext) => Promise<Answer>;
}

interface ToolDefinition<F extends Fields> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: F;
  /** The properties of the structured content; all are required unless listed in `optionalOutput`. */
  readonly output: Readonly<Record<string, object>>;
  readonly optionalOutput?: readonly string[];
  readonly run: (input: Input<F>, context: CallContext) => Promise<Answer>;
}

/** Makes a tool. Arguments are checked before anything else is done. All tools only read. */
export function defineTool<F extends Fields>(definition: ToolDefinition<F>): Tool {
  const { name, title, description, input, output, optionalOutput = [], run } = definition;
  return {
    description: {
      name,
      title,
      description,
      inputSchema: inputSchema(input),
      outputSchema: {
        type: 'object',
        properties: { ...output },
        required: Object.keys(output).filter((property) => !optionalOutput.includes(property)),
      },
      annotations: {
        title,
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    },
    call: async (raw, context) => run(readInput(input, raw), context),
  };
}

/** Parts of output schemas, shared by the tools. */
export const outputs = {
  text: (description: string) => ({ type: 'string', description }),
  count: (description: string) => ({ type: 'integer', description }),
  flag: (description: string) => ({ type: 'boolean', description }),
  list: (description: string, items: object) => ({ type: 'array', description, items }),
  /** An object whose properties are all required. */
  object: (properties: Readonly<Record<string, object>>) => ({
    type: 'object',
    properties,
    required: Object.keys(properties),
  }),
  kind: {
    type: 'string',
    enum: ['file', 'directory', 'link', 'other'],
    description: 'Links are not followed.',
  },
} as const;
