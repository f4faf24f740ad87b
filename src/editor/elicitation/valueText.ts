import type { Field, FieldValue } from '../../core/elicitation/form';

/** A value as the user reads it; chosen options by their titles. */
export function valueText({ takes }: Field, value: FieldValue): string {
  const titleOf = (each: string) =>
    'options' in takes ? (takes.options.find((option) => option.value === each)?.title ?? each) : each;
  switch (typeof value) {
    case 'boolean':
      return value ? 'Yes' : 'No';
    case 'number':
      return String(value);
    case 'string':
      return titleOf(value);
    default:
      return value.length === 0 ? 'none' : value.map(titleOf).join(', ');
  }
}
