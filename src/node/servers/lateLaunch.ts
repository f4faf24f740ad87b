import { UserError } from '../../core/errors';
import type { InputDefinition } from '../../core/inputs/inputDefinition';
import type { ServerDefinition } from '../../core/servers/definition';
import { lateVariables } from '../../core/servers/lateVariables';
import type { VariableValues } from '../../core/servers/variables';
import { FieldError } from './launchFields';
import { readLaunch, type ReadLaunch } from './readLaunch';

/** What the user answered to the inputs of a definition. */
export interface Answered {
  /** By the id of the input. */
  readonly answers: ReadonlyMap<string, string>;
  /** Another one for other answers. */
  readonly mark: string;
}

/** What there is to know before a start of what is put in only then. */
export interface LateLaunch {
  /** What the other variables stand for, as it was when the definition was approved. */
  readonly values: VariableValues;
  /** Inputs that have no answer yet. */
  readonly missing: readonly InputDefinition[];
  /** Another one for other answers. */
  readonly mark: string;
  /** What would run with these answers, as far as that can be said now. Never shown: they stand in it. */
  readonly finished: ReadLaunch | undefined;
}

/** A definition read to the end, but for what is put in only at a start. */
interface Unfinished extends ReadLaunch {
  readonly definition: ServerDefinition;
  readonly late?: Pick<LateLaunch, 'values'>;
}

/** @returns undefined where nothing is put in only at a start */
export async function lateLaunch(
  definition: ServerDefinition,
  read: ReadLaunch,
  values: VariableValues,
  { answers, mark }: Answered,
): Promise<LateLaunch | undefined> {
  if (lateVariables(definition.transport).length === 0) return undefined;
  const frozen = { ...values, env: { ...values.env } };
  const missing = definition.inputs.filter(({ id }) => !answers.has(id));
  const unfinished = { ...read, definition, late: { values: frozen } };
  const finished =
    missing.length > 0 ? undefined : await finishLaunch(unfinished, answers).catch(() => undefined);
  return { values: frozen, missing, mark, finished };
}

/**
 * Puts in what is put in only at a start; all else is what was read and approved before.
 * @throws {UserError} when an answer is missing or no use; none is ever said in it
 */
export async function finishLaunch(
  { definition, late, ...read }: Unfinished,
  answers: ReadonlyMap<string, string>,
): Promise<ReadLaunch> {
  if (late === undefined) return read;
  try {
    return await readLaunch(definition.transport, late.values, { answers }, read);
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    const field = String(error.at[0]);
    throw new UserError(
      `"${definition.name}" cannot be started: with your answers, "${field}" cannot be used. Change them with "MCP Roots: Change Answers for Server".`,
    );
  }
}
