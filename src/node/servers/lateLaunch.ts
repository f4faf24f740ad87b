import { UserError } from '../../core/errors';
import type { InputDefinition } from '../../core/inputs/inputDefinition';
import type { ServerDefinition } from '../../core/servers/definition';
import { lateVariables } from '../../core/servers/lateVariables';
import type { LateValues, VariableValues } from '../../core/servers/variables';
import type { PlacedRoot } from '../../core/servers/placeholders';
import { FieldError, RefusedVariable } from './launchFields';
import { readLaunch, type ReadLaunch } from './readLaunch';

/** What the user answered to the inputs of a definition. */
export interface Answered {
  /** By the id of the input. */
  readonly answers: ReadonlyMap<string, string>;
  /** Another one for other answers. */
  readonly mark: string;
}

/** What is known before a start of the variables that are put in only at the start. */
export interface LateLaunch {
  /** What the other variables stand for, as it was when the definition was approved. */
  readonly values: VariableValues;
  /** Inputs that have no answer yet. */
  readonly missing: readonly InputDefinition[];
  /** Another one for other answers. */
  readonly mark: string;
  /** What would run with these answers, as far as it is known now. Never to be shown: it contains the answers. */
  readonly finished: ReadLaunch | undefined;
}

/** A definition read to the end, except for the variables that are put in only at a start. */
interface Unfinished extends ReadLaunch {
  readonly definition: ServerDefinition;
  readonly late?: Pick<LateLaunch, 'values'>;
}

/** @returns undefined where no variable is put in only at a start */
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
    missing.length > 0
      ? undefined
      : await finish(unfinished, { answers, roots: 'not yet' }).catch(() => undefined);
  return { values: frozen, missing, mark, finished };
}

/**
 * Puts in the variables that wait for the start; everything else stays as it was read and approved before.
 * @throws {UserError} when an answer or a folder is missing or cannot be used; its message never contains an answer
 */
export async function finishLaunch(
  unfinished: Unfinished,
  answers: ReadonlyMap<string, string>,
  roots: readonly PlacedRoot[],
): Promise<ReadLaunch> {
  return finish(unfinished, { answers, roots });
}

async function finish({ definition, late, ...read }: Unfinished, values: LateValues): Promise<ReadLaunch> {
  if (late === undefined) return read;
  try {
    return await readLaunch(definition.transport, late.values, values, read);
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    throw new UserError(`"${definition.name}" is not started. ${whyUnfinished(definition, error)}`);
  }
}

/** The message of the disk or a parser is not repeated: it can contain what was put into the field. */
function whyUnfinished({ inputs }: ServerDefinition, error: FieldError): string {
  if (error instanceof RefusedVariable) return error.message;
  const field = String(error.at[0]);
  const remedy = inputs.length > 0 ? ' Use "MCP Roots: Change Stored Inputs…".' : '';
  return `With what is put in at its start, "${field}" cannot be used.${remedy}`;
}
