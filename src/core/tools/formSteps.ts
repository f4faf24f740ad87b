import { recordOf, textOf } from '../recordOf';
import { fieldOf, type Field } from './formField';
import { resolved } from './localReference';
import { whyUnusable } from './schemaBounds';

/** Longer forms are no help: the arguments are asked for as JSON. */
const mostSteps = 60;

/** One question of a form, for one argument. Its texts are hostile. */
export interface FormStep {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly isRequired: boolean;
  readonly field: Field;
  /** The default of the schema; undefined where it has none. */
  readonly initial: unknown;
}

/** How arguments are asked for: one by one; or, for a reason, as one JSON object. */
export type Form =
  | { readonly kind: 'steps'; readonly steps: readonly FormStep[] }
  | { readonly kind: 'json'; readonly why: string };

/**
 * Makes a form from the input schema of a tool; required arguments come first. A schema is hostile: where no form can
 * be made of it, the arguments are asked for as JSON, with the reason.
 */
export function formOf(inputSchema: unknown): Form {
  const why = whyUnusable(inputSchema);
  if (why !== undefined) return { kind: 'json', why };
  const whole = resolved(inputSchema, inputSchema);
  if (whole.kind === 'unresolved') return { kind: 'json', why: whole.why };
  const { type, properties, required, anyOf, oneOf, allOf } = recordOf(whole.schema);
  if (type !== undefined && type !== 'object')
    return { kind: 'json', why: 'its schema is not that of an object' };
  if (properties !== undefined && (typeof properties !== 'object' || Array.isArray(properties))) {
    return { kind: 'json', why: 'its schema lists its arguments in an unknown way' };
  }
  const known = Object.entries(recordOf(properties));
  const isShaped = anyOf !== undefined || oneOf !== undefined || allOf !== undefined;
  if (known.length === 0 && isShaped)
    return { kind: 'json', why: 'its schema has no plain list of arguments' };
  if (known.length > mostSteps) return { kind: 'json', why: `it has more than ${mostSteps} arguments` };
  const needed = new Set(Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []);
  const unlisted = [...needed].filter((name) => !known.some(([each]) => each === name));
  const all = [...known, ...unlisted.map((name): readonly [string, unknown] => [name, {}])];
  if (all.length > mostSteps) return { kind: 'json', why: `it has more than ${mostSteps} arguments` };
  const steps = all.map(([name, schema]) => stepOf(name, schema, needed.has(name), inputSchema));
  return {
    kind: 'steps',
    steps: [...steps.filter((s) => s.isRequired), ...steps.filter((s) => !s.isRequired)],
  };
}

/** The arguments as one object, in the order of the steps; a name like `__proto__` is treated like any other. */
export function argumentsOf(values: ReadonlyMap<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(values);
}

function stepOf(name: string, said: unknown, isRequired: boolean, whole: unknown): FormStep {
  const target = resolved(said, whole);
  const { title, description, default: initial } = recordOf(target.kind === 'schema' ? target.schema : said);
  return {
    name,
    title: textOf(title),
    description: textOf(description),
    isRequired,
    field: target.kind === 'schema' ? fieldOf(target.schema) : { kind: 'json', note: target.why },
    initial,
  };
}
