import * as z from 'zod/mini';
import type { InputDefinition } from './inputDefinition';

/** The inputs of one scope, by id: usable, or with the reason why not. */
export type Inputs = ReadonlyMap<string, InputDefinition | { readonly kind: 'faulty'; readonly why: string }>;

export const noInputs: Inputs = new Map();

const common = { description: z.optional(z.string()), default: z.optional(z.string()) };

const promptString = z.object({ ...common, password: z._default(z.boolean(), false) });

const pickString = z.object({
  ...common,
  options: z
    .array(z.union([z.string(), z.object({ label: z.string(), value: z.string() })]))
    .check(z.minLength(1)),
});

/**
 * Reads the value of the setting `mcpRoots.inputs` of one scope, in the shape of `inputs` in `mcp.json`. Each entry is
 * read by itself; one without a usable id is skipped.
 */
export function parseInputs(value: unknown): Inputs {
  if (!Array.isArray(value)) return noInputs;
  const inputs = new Map<string, InputDefinition | { readonly kind: 'faulty'; readonly why: string }>();
  for (const entry of value as readonly unknown[]) {
    const id = idOf(entry);
    if (id === undefined) continue;
    const isTwice = inputs.has(id);
    inputs.set(id, isTwice ? faulty('it is there twice') : parseInput(id, entry));
  }
  return inputs;
}

function parseInput(id: string, entry: unknown): InputDefinition | ReturnType<typeof faulty> {
  switch (typeOf(entry)) {
    case 'promptString': {
      const parsed = z.safeParse(promptString, entry);
      if (!parsed.success) return faulty(`"${fieldOf(parsed.error)}" is wrong`);
      const { description, default: usual, password } = parsed.data;
      return { kind: 'text', id, description, default: usual, password };
    }
    case 'pickString': {
      const parsed = z.safeParse(pickString, entry);
      if (!parsed.success) return faulty(`"${fieldOf(parsed.error)}" is wrong`);
      const { description, default: usual, options } = parsed.data;
      const all = options.map((each) => (typeof each === 'string' ? { label: each, value: each } : each));
      return { kind: 'pick', id, description, default: usual, options: all };
    }
    default:
      // VS Code's own inputs also have the type "command", which would run something to find the answer.
      return faulty('"type" must be "promptString" or "pickString"');
  }
}

function faulty(why: string) {
  return { kind: 'faulty', why } as const;
}

function fieldOf(error: z.core.$ZodError): string {
  return String(error.issues[0]?.path[0] ?? 'type');
}

/** The id of an entry; undefined where it could not be used in `${input:…}`. */
function idOf(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null || !('id' in entry)) return undefined;
  const { id } = entry;
  return typeof id === 'string' && id !== '' && !id.includes('}') ? id : undefined;
}

function typeOf(entry: unknown): unknown {
  return typeof entry === 'object' && entry !== null && 'type' in entry ? entry.type : undefined;
}
