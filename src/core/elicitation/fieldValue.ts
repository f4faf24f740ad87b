import type { ChoicesField, Field, FieldValue, NumberField, TextField } from './form';

const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const date = /^\d{4}-\d{2}-\d{2}$/;
const dateTime = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/** Why this text cannot be the value of the field, as a sentence for the user; undefined when it can. */
export function textProblem(
  { format, minLength = 0, maxLength }: TextField,
  text: string,
): string | undefined {
  const { length } = Array.from(text);
  if (length < minLength) return `At least ${minLength} characters are asked for.`;
  if (maxLength !== undefined && length > maxLength) return `At most ${maxLength} characters are asked for.`;
  switch (format) {
    case undefined:
      return undefined;
    case 'email':
      return email.test(text) ? undefined : 'An e-mail address is asked for.';
    case 'uri':
      return URL.canParse(text) ? undefined : 'An address like https://example.com is asked for.';
    case 'date':
      return isDay(text) ? undefined : 'A date like 2025-11-25 is asked for.';
    case 'date-time':
      return dateTime.test(text) && isDay(text.slice(0, 10))
        ? undefined
        : 'A date and time like 2025-11-25T10:30:00Z is asked for.';
  }
}

/** The number in a text, or why it cannot be the value of the field. */
export function numberOf(
  { isWhole, minimum, maximum }: NumberField,
  text: string,
): { readonly value: number } | { readonly problem: string } {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return { problem: 'A number is asked for.' };
  if (isWhole && !Number.isInteger(value)) return { problem: 'A whole number is asked for.' };
  if (minimum !== undefined && value < minimum) return { problem: `The number is at least ${minimum}.` };
  if (maximum !== undefined && value > maximum) return { problem: `The number is at most ${maximum}.` };
  return { value };
}

/** Why this many values cannot be chosen; undefined when they can. */
export function choicesProblem({ minItems = 0, maxItems }: ChoicesField, count: number): string | undefined {
  if (count < minItems) return `At least ${minItems} are to be ticked.`;
  return maxItems !== undefined && count > maxItems ? `At most ${maxItems} are to be ticked.` : undefined;
}

/** Whether a value may be sent for a field; also checks defaults of the server. */
export function isFit({ takes }: Field, value: FieldValue): boolean {
  switch (takes.kind) {
    case 'text':
      return typeof value === 'string' && textProblem(takes, value) === undefined;
    case 'number':
      return typeof value === 'number' && 'value' in numberOf(takes, String(value));
    case 'boolean':
      return typeof value === 'boolean';
    case 'choice':
      return takes.options.some((option) => option.value === value);
    case 'choices': {
      if (typeof value !== 'object' || choicesProblem(takes, value.length) !== undefined) return false;
      return value.every((each) => takes.options.some((option) => option.value === each));
    }
  }
}

/** The values with which a form begins: the server's defaults, as far as they are valid. */
export function initialValues(fields: readonly Field[]): ReadonlyMap<string, FieldValue> {
  return new Map(
    fields.flatMap((field) => {
      const { initial } = field.takes;
      return initial !== undefined && isFit(field, initial) ? [[field.key, initial] as const] : [];
    }),
  );
}

/** The first required field without a value. */
export function missing(
  fields: readonly Field[],
  values: ReadonlyMap<string, FieldValue>,
): Field | undefined {
  return fields.find(({ key, isRequired }) => isRequired && !values.has(key));
}

/** Does this day exist in the calendar? */
function isDay(text: string): boolean {
  if (!date.test(text)) return false;
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day >= 1 && day <= days;
}
