import * as z from 'zod/mini';
import { RequestRefusal } from '../session/requestRefusal';

/** One of several values, with its name. */
export interface Option {
  readonly value: string;
  readonly title: string;
}

/** A field that takes text. */
export interface TextField {
  readonly kind: 'text';
  readonly format: 'email' | 'uri' | 'date' | 'date-time' | undefined;
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  readonly initial: string | undefined;
}

/** A field that takes a number. */
export interface NumberField {
  readonly kind: 'number';
  readonly isWhole: boolean;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly initial: number | undefined;
}

/** A field that takes some of several values. */
export interface ChoicesField {
  readonly kind: 'choices';
  readonly options: readonly Option[];
  readonly minItems: number | undefined;
  readonly maxItems: number | undefined;
  readonly initial: readonly string[] | undefined;
}

/**
 * What a field takes (MCP 2025-11-25, client/elicitation, requested schema). `initial` is the server's default, not
 * checked.
 */
type FieldKind =
  | TextField
  | NumberField
  | ChoicesField
  | { readonly kind: 'boolean'; readonly initial: boolean | undefined }
  | { readonly kind: 'choice'; readonly options: readonly Option[]; readonly initial: string | undefined };

export type FieldValue = string | number | boolean | readonly string[];

/** One question of a form. All texts come from the server. */
export interface Field {
  readonly key: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly isRequired: boolean;
  readonly takes: FieldKind;
}

/** A form that a server asks the user to fill in. */
export interface Form {
  readonly message: string;
  readonly fields: readonly Field[];
}

const mostFields = 50;
const mostOptions = 1000;

const words = { title: z.optional(z.string()), description: z.optional(z.string()) };
const titled = z.array(z.object({ const: z.string(), title: z.string() })).check(z.maxLength(mostOptions));
const plain = z.array(z.string()).check(z.maxLength(mostOptions));
const text = z.literal('string');
const count = z.optional(z.int().check(z.nonnegative()));
const items = { minItems: count, maxItems: count, default: z.optional(z.array(z.string())) };
const one = { type: text, default: z.optional(z.string()), ...words };

const titledChoice = z.object({ oneOf: titled, ...one });
const choice = z.object({ enum: plain, enumNames: z.optional(plain), ...one });
const titledChoices = z.object({
  type: z.literal('array'),
  items: z.object({ anyOf: titled }),
  ...items,
  ...words,
});
const choices = z.object({
  type: z.literal('array'),
  items: z.object({ type: text, enum: plain }),
  ...items,
  ...words,
});
const boolean = z.object({ type: z.literal('boolean'), default: z.optional(z.boolean()), ...words });
const number = z.object({
  type: z.enum(['number', 'integer']),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  default: z.optional(z.number()),
  ...words,
});
const plainText = z.object({
  format: z.optional(z.enum(['email', 'uri', 'date', 'date-time'])),
  minLength: count,
  maxLength: count,
  ...one,
});
const field = z.union([titledChoice, choice, titledChoices, choices, boolean, number, plainText]);

const form = z.object({
  message: z.string(),
  requestedSchema: z.object({
    type: z.literal('object'),
    properties: z.record(z.string(), field),
    required: z._default(z.array(z.string()), []),
  }),
});

/**
 * Reads the parameters of `elicitation/create` in form mode.
 * @throws {RequestRefusal} for a form that is malformed, has fields of other kinds, or is too long
 */
export function parseForm(params: unknown): Form {
  const parsed = form.safeParse(params);
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new RequestRefusal(
      'invalidParams',
      `The form is malformed, or not of a kind to ask for, at "${where}".`,
    );
  }
  const { message, requestedSchema } = parsed.data;
  const fields = Object.entries(requestedSchema.properties);
  if (fields.length > mostFields) {
    throw new RequestRefusal('invalidParams', `A form may have ${mostFields} fields.`);
  }
  return {
    message,
    fields: fields.map(([key, schema]) => ({
      key,
      title: schema.title ?? key,
      description: schema.description,
      isRequired: requestedSchema.required.includes(key),
      takes: kindOf(schema),
    })),
  };
}

function kindOf(schema: z.infer<typeof field>): FieldKind {
  if ('oneOf' in schema)
    return { kind: 'choice', options: schema.oneOf.map(optionOf), initial: schema.default };
  if ('enum' in schema) {
    const options = schema.enum.map((value, i) => ({ value, title: schema.enumNames?.[i] ?? value }));
    return { kind: 'choice', options, initial: schema.default };
  }
  switch (schema.type) {
    case 'array': {
      const { items: of, minItems, maxItems, default: initial } = schema;
      const options =
        'anyOf' in of ? of.anyOf.map(optionOf) : of.enum.map((value) => ({ value, title: value }));
      return { kind: 'choices', options, minItems, maxItems, initial };
    }
    case 'boolean':
      return { kind: 'boolean', initial: schema.default };
    case 'number':
    case 'integer': {
      const { type, minimum, maximum, default: initial } = schema;
      return { kind: 'number', isWhole: type === 'integer', minimum, maximum, initial };
    }
    case 'string': {
      const { format, minLength, maxLength, default: initial } = schema;
      return { kind: 'text', format, minLength, maxLength, initial };
    }
  }
}

function optionOf({ const: value, title }: { readonly const: string; readonly title: string }): Option {
  return { value, title };
}
