import { displayText } from '../../core/text';
import { ToolFailure } from './toolFailure';

type JsonSchema = Readonly<Record<string, unknown>>;

/** One argument of a tool: its published schema, and the function that reads it. */
export interface Field<T> {
  readonly schema: JsonSchema;
  readonly required: boolean;
  /** The value; or what is wrong with it, as the end of a sentence. */
  readonly read: (value: unknown) => { readonly value: T } | string;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;
export type Input<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

/** Text of at least one and at most `maxLength` characters. */
export function text(description: string, maxLength = 4096): Field<string> {
  return {
    schema: { type: 'string', description, minLength: 1, maxLength },
    required: true,
    read: (value) => {
      if (typeof value !== 'string' || value === '') return 'must be text';
      return value.length > maxLength ? `must not be longer than ${maxLength} characters` : { value };
    },
  };
}

/** A whole number between two bounds. */
export function count(description: string, minimum: number, maximum: number): Field<number> {
  return {
    schema: { type: 'integer', description, minimum, maximum },
    required: true,
    read: (value) =>
      typeof value === 'number' && Number.isSafeInteger(value) && value >= minimum && value <= maximum
        ? { value }
        : `must be a whole number from ${minimum} to ${maximum}`,
  };
}

export function flag(description: string): Field<boolean> {
  return {
    schema: { type: 'boolean', description },
    required: true,
    read: (value) => (typeof value === 'boolean' ? { value } : 'must be true or false'),
  };
}

/**
 * Makes a field optional. Left out or null, it has the value `otherwise`, which is published as the default unless
 * undefined.
 */
export function optional<T, D extends T | undefined>(field: Field<T>, otherwise: D): Field<T | D> {
  return {
    schema: { ...field.schema, ...(otherwise !== undefined && { default: otherwise }) },
    required: false,
    read: (value) => (value === undefined || value === null ? { value: otherwise } : field.read(value)),
  };
}

/** The JSON schema that a tool publishes for its arguments. */
export function inputSchema(fields: Fields): JsonSchema & { readonly type: 'object' } {
  const required = Object.keys(fields).filter((name) => fields[name]?.required);
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** Reads the arguments of a call. @throws {ToolFailure} naming every argument that is wrong */
export function readInput<F extends Fields>(fields: F, raw: Readonly<Record<string, unknown>>): Input<F> {
  const faults = Object.keys(raw)
    .filter((name) => !Object.hasOwn(fields, name))
    .map((name) => `"${displayText(name, 60)}" is not an argument of this tool`);
  const input: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const read = field.read(raw[name]);
    if (typeof read === 'string') faults.push(`"${name}" ${read}`);
    else input[name] = read.value;
  }
  if (faults.length > 0) throw new ToolFailure(`Wrong arguments: ${faults.join('; ')}.`);
  return input as Input<F>;
}
