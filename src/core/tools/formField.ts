import { recordOf, textOf } from '../recordOf';

/** One value that can be chosen, with its name. */
interface Choice {
  readonly value: unknown;
  readonly label: string;
}

/** What kind of value an argument takes. */
export type Field =
  | { readonly kind: 'choice'; readonly choices: readonly Choice[] }
  | { readonly kind: 'yes or no' }
  | {
      readonly kind: 'number';
      readonly isWhole: boolean;
      readonly least: number | undefined;
      readonly most: number | undefined;
    }
  | {
      readonly kind: 'text';
      readonly shortest: number;
      readonly longest: number | undefined;
      readonly format: string | undefined;
    }
  /** Anything else, written as JSON. */
  | { readonly kind: 'json'; readonly note: string };

/** What the user wrote, as a value; or what is wrong with it. */
export type Read = { readonly value: unknown } | { readonly problem: string };

/** The kind of value that the schema of an argument asks for; JSON where it is no simple kind. */
export function fieldOf(schema: unknown): Field {
  const said = recordOf(schema);
  const choices = choicesOf(said);
  if (choices !== undefined) return { kind: 'choice', choices };
  switch (said['type']) {
    case 'boolean':
      return { kind: 'yes or no' };
    case 'number':
    case 'integer':
      return {
        kind: 'number',
        isWhole: said['type'] === 'integer',
        least: numberOf(said['minimum']),
        most: numberOf(said['maximum']),
      };
    case 'string':
      return {
        kind: 'text',
        shortest: numberOf(said['minLength']) ?? 0,
        longest: numberOf(said['maxLength']),
        format: textOf(said['format']),
      };
    case 'array':
      return { kind: 'json', note: 'a list, as JSON: […]' };
    case 'object':
      return { kind: 'json', note: 'an object, as JSON: {…}' };
    default:
      return { kind: 'json', note: 'any value, as JSON: a text stands in quotes' };
  }
}

/** Reads what the user wrote as a number, a text or JSON. */
export function readField(field: Exclude<Field, { kind: 'choice' | 'yes or no' }>, written: string): Read {
  switch (field.kind) {
    case 'number':
      return readNumber(field, written.trim());
    case 'text': {
      const length = Array.from(written).length;
      if (length < field.shortest) return { problem: `At least ${field.shortest} characters are needed.` };
      if (length > (field.longest ?? Infinity))
        return { problem: `At most ${field.longest} characters are taken.` };
      return { value: written };
    }
    case 'json':
      try {
        return { value: JSON.parse(written) as unknown };
      } catch {
        return { problem: 'This is no JSON. A text stands in double quotes.' };
      }
  }
}

/** A value as the user would write it. */
export function writtenField(field: Field, value: unknown): string {
  if (value === undefined) return '';
  return field.kind === 'text' && typeof value === 'string' ? value : JSON.stringify(value);
}

function readNumber({ isWhole, least, most }: Extract<Field, { kind: 'number' }>, written: string): Read {
  const value = Number(written);
  if (written === '' || !Number.isFinite(value)) return { problem: 'Enter a number.' };
  if (isWhole && !Number.isInteger(value)) return { problem: 'A whole number is needed.' };
  if (value < (least ?? -Infinity)) return { problem: `The number must be at least ${least}.` };
  if (value > (most ?? Infinity)) return { problem: `The number must be at most ${most}.` };
  return { value };
}

/** The values of an `enum`, or of alternatives with one value each (JSON Schema; MCP, client/elicitation). */
function choicesOf(said: Readonly<Record<string, unknown>>): readonly Choice[] | undefined {
  const { enum: values, enumNames, oneOf, anyOf } = said;
  if (Array.isArray(values) && values.length > 0) {
    const names: readonly unknown[] = Array.isArray(enumNames) ? enumNames : [];
    return values.map((value: unknown, i) => ({ value, label: textOf(names[i]) ?? labelOf(value) }));
  }
  const alternatives: unknown = oneOf ?? anyOf;
  if (!Array.isArray(alternatives) || alternatives.length === 0) return undefined;
  const each = alternatives.map(recordOf);
  if (!each.every((one) => Object.hasOwn(one, 'const'))) return undefined;
  return each.map(({ const: value, title }) => ({ value, label: textOf(title) ?? labelOf(value) }));
}

function labelOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
