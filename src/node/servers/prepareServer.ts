import { definitionFacts, type DefinitionFacts } from '../../core/approval/definitionFacts';
import { definitionSummary } from '../../core/approval/definitionSummary';
import { fingerprintOf, type FingerprintGround } from '../../core/servers/fingerprint';
import type { Fingerprint } from '../../core/consent/decision';
import type { ServerDefinition } from '../../core/servers/definition';
import type { VariableValues } from '../../core/servers/variables';
import { FieldError, programAt } from './launchFields';
import { lateLaunch, type Answered, type LateLaunch } from './lateLaunch';
import { readLaunch, type ReadLaunch } from './readLaunch';
import { marksUnder } from './valueMarks';

/** A server whose definition was read to the end: what would run is known, frozen, and has its fingerprint. */
export interface PreparedServer extends ReadLaunch {
  readonly kind: 'prepared';
  readonly definition: ServerDefinition;
  readonly fingerprint: Fingerprint;
  /** The definition as facts that may be kept: marks in place of the values of variables. */
  readonly summary: DefinitionFacts;
  /** The definition in words for who approves it, with values that do not look like secrets. Never to be kept. */
  readonly shown: string;
  /** The variables put in only at a start: all of the above has them as written. Left out where there are none. */
  readonly late?: LateLaunch;
}

/** A definition that could not be read to the end. */
export interface UnpreparedServer {
  readonly kind: 'unprepared';
  readonly definition: ServerDefinition;
  readonly why: string;
  /** Where in the definition. */
  readonly at: readonly (string | number)[];
}

/**
 * Puts in variables, reads the `envFile`, finds the executable and takes the fingerprint. Starts nothing and reaches
 * nothing.
 * @param answered what the user answered to its inputs so far
 */
export async function prepareServer(
  definition: ServerDefinition,
  values: VariableValues,
  ground: FingerprintGround,
  answered: Answered = { answers: new Map(), mark: '' },
): Promise<PreparedServer | UnpreparedServer> {
  try {
    const read = await readLaunch(definition.transport, values);
    const fingerprint = fingerprintOf(definition, read.launch, ground);
    const markOf = marksUnder(ground.key);
    const summary = definitionFacts(definition, read.launch, markOf);
    const shown = definitionSummary(definition, read.launch, markOf);
    const late = await lateLaunch(definition, read, values, answered);
    return { kind: 'prepared', definition, ...read, fingerprint, summary, shown, ...(late && { late }) };
  } catch (error) {
    if (error instanceof FieldError)
      return { kind: 'unprepared', definition, why: error.message, at: error.at };
    throw error;
  }
}

/** The server with the file that its program's name leads to now: a link can change between two looks. */
export async function withProgramNow<T extends Pick<PreparedServer, 'program'>>(prepared: T): Promise<T> {
  const { program } = prepared;
  return program === undefined ? prepared : { ...prepared, program: await programAt(program.path) };
}

/** Why a process started from `before` may not go on; undefined where it may, or where `before` is undefined. */
export function whyAnother(
  before: PreparedServer | undefined,
  now: PreparedServer | undefined,
): string | undefined {
  if (before === undefined) return undefined;
  if (before.fingerprint !== now?.fingerprint) return 'its definition has changed';
  return before.late?.mark === now.late?.mark ? undefined : 'an answer that it was started with has changed';
}
