import * as z from 'zod/mini';
import { displayText } from '../text';

interface Method {
  /** As the agent calls it; not fit to be shown. */
  readonly id: string;
  /** Fit to be shown. */
  readonly name: string;
  readonly description: string | undefined;
}

/**
 * One way in which an agent lets its user sign in (ACP, authentication methods): by itself once it is asked to, which
 * may open a browser; or by the agent's own program in a terminal, with these arguments and variables besides.
 */
export type AuthMethod =
  | (Method & { readonly kind: 'agent' })
  | (Method & {
      readonly kind: 'terminal';
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    });

/** More are not shown, nor longer command lines taken. */
const mostMethods = 20;
const mostParts = 100;

const text = z.string().check(z.maxLength(4096));
const method = z.looseObject({
  id: text.check(z.minLength(1)),
  name: text,
  /** One that is malformed is passed over, and not the whole method with it. */
  description: z.optional(z.unknown()),
});
const terminal = z.looseObject({
  args: z.optional(z.nullable(z.array(text).check(z.maxLength(mostParts)))),
  env: z.optional(z.nullable(z.record(text.check(z.regex(/^[^=\0]+$/u)), text))),
});

/**
 * Reads `authMethods` of the answer to `initialize`, in the agent's order. Without a type it is `agent`. What is
 * malformed, or of a type that the protocol does not have, is passed over (ACP: invalid items are skipped).
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
