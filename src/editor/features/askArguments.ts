import { window } from 'vscode';
import { displayText } from '../../core/text';
import { argumentsOf, type Form, type FormStep } from '../../core/tools/formSteps';
import { argumentMismatch } from '../../node/features/argumentMismatch';
import type { SchemaJudge } from '../../node/features/schemaJudge';
import { withoutLinks } from '../withoutLinks';
import { askStep } from './askStep';
import { askInOrder } from './stepInput';

/** The question for the arguments of a call. */
export interface ArgumentsQuestion {
  readonly title: string;
  readonly form: Form;
  /** The JSON schema of all arguments; hostile. */
  readonly schema: unknown;
  /** What was answered before, when the user came back. */
  readonly before: Readonly<Record<string, unknown>> | undefined;
  readonly judge: SchemaJudge;
}

/** Asks for the arguments of a call, one by one or as JSON. @returns undefined when the user left */
export async function askArguments(
  question: ArgumentsQuestion,
): Promise<Record<string, unknown> | undefined> {
  const { form, before } = question;
  if (form.kind === 'json') return askForJson(question, before ?? {}, `Asked for as a whole: ${form.why}.`);
  return askSteps(question, form.steps);
}

async function askSteps(
  question: ArgumentsQuestion,
  steps: readonly FormStep[],
): Promise<Record<string, unknown> | undefined> {
  const { title, before = {}, schema, judge } = question;
  const values = new Map(Object.entries(before));
  const names = steps.map(({ name }) => name);
  const how = await askInOrder(names, values, async (index) => {
    const step = steps[index];
    if (step === undefined) return undefined;
    const check = (value: unknown) => argumentMismatch(schema, step.name, value, judge);
    const before = values.get(step.name);
    return askStep(step, { title, at: index + 1, of: steps.length, before, offersJson: true, check });
  });
  if (how === undefined) return undefined;
  return how === 'as JSON' ? askForJson(question, argumentsOf(values), undefined) : argumentsOf(values);
}

async function askForJson(
  { title }: ArgumentsQuestion,
  before: Readonly<Record<string, unknown>>,
  why: string | undefined,
): Promise<Record<string, unknown> | undefined> {
  const text = await window.showInputBox({
    title,
    prompt: withoutLinks(displayText(['All arguments, as one JSON object.', why].join(' ').trim(), 300)),
    value: JSON.stringify(before),
    ignoreFocusOut: true,
    validateInput: (value) => (parsedObject(value) === undefined ? 'This is no JSON object.' : undefined),
  });
  return text === undefined ? undefined : parsedObject(text);
}

function parsedObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
