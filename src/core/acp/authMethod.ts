import * as z from 'zod/mini';
import { displayText } from '../text';

interface Method {
  /** The agent's own id of it; not fit to be shown. */
  readonly id: string;
  /** Fit to be shown. */
  readonly name: string;
  readonly description: string | undefined;
}

/**
 * One way in which the user can sign in to an agent (ACP, authentication methods). `agent`: the agent does it itself
 * when asked, and may open a browser. `terminal`: the agent's program is run in a terminal, with these arguments and
 * variables in addition.
 */
export type AuthMethod =
  | (Method & { readonly kind: 'agent' })
  | (Method & {
      readonly kind: 'terminal';
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    });

/** Limits: methods that are shown, and arguments of one method. */
const mostMethods = 20;
const mostParts = 100;

const text = z.string().check(z.maxLength(4096));
const method = z.looseObject({
  id: text.check(z.minLength(1)),
  name: text,
  /** A malformed description is ignored; the method is still used. */
  description: z.optional(z.unknown()),
});
const terminal = z.looseObject({
  args: z.optional(z.nullable(z.array(text).check(z.maxLength(mostParts)))),
  env: z.optional(z.nullable(z.record(text.check(z.regex(/^[^=\0]+$/u)), text))),
});

/**
 * Reads `authMethods` of the answer to `initialize`, in the agent's order. An entry without a type counts as `agent`.
 * Entries that are malformed, or of an unknown type, are skipped (ACP: invalid items are skipped).
 */
export function readAuthMethods(value: unknown): readonly AuthMethod[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, mostMethods).flatMap((each: unknown) => readMethod(each) ?? []);
}

function readMethod(value: unknown): AuthMethod | undefined {
  const parsed = z.safeParse(method, value);
  if (!parsed.success) return undefined;
  const { id, name, description } = parsed.data;
  const shown: Method = {
    id,
    name: displayText(name, 80) || displayText(id, 80),
    description: typeof description === 'string' ? displayText(description, 300) : undefined,
  };
  switch (parsed.data['type'] ?? 'agent') {
    case 'agent':
      return { ...shown, kind: 'agent' };
    case 'terminal': {
      const more = z.safeParse(terminal, value);
      if (!more.success) return undefined;
      return { ...shown, kind: 'terminal', args: more.data.args ?? [], env: more.data.env ?? {} };
    }
    default:
      return undefined;
  }
}
