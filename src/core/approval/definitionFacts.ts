import { inputTitle } from '../inputs/inputDefinition';
import type { AgentSwitches } from '../servers/agentSwitches';
import type { OAuthClient, RootsOptions, Scope, ServerDefinition } from '../servers/definition';
import type { AddressLaunch, Launch, ProcessLaunch } from '../servers/launch';
import { lateVariables } from '../servers/lateVariables';

/** Gives a keyed mark of a value; another value has another mark. */
export type MarkOf = (variable: string, value: string) => string;

/**
 * Everything that the fingerprint covers, as it is kept with an approval. Of values of variables and headers, and of
 * the secret of an application, only marks are kept. What the definition leaves out is left out here too.
 */
export interface DefinitionFacts {
  readonly name: string;
  readonly scope: Scope;
  readonly launch: ProcessFacts | AddressFacts;
  /** What is put in only at a start: the values are no part of what is approved, the places are. */
  readonly late: readonly LateFact[];
  readonly roots: Omit<RootsOptions, 'primary'> & Partial<Pick<RootsOptions, 'primary'>>;
  readonly agent?: AgentSwitches;
}

/** `env` holds marks by the names of variables; `null` takes a variable away. */
interface ProcessFacts extends Omit<ProcessLaunch, 'cwd'>, Partial<Pick<ProcessLaunch, 'cwd'>> {}

/** `headers` holds marks by the names of headers; the client's secret is a mark too. */
type AddressFacts = AddressLaunch;

interface LateFact {
  /** Where in the definition. */
  readonly at: string;
  readonly name: string;
  /** The question that the user answers; left out where it is no input. */
  readonly asks?: string;
}

/** The facts of a definition that was read to the end. */
export function definitionFacts(
  { name, scope, transport, roots, inputs, agent }: ServerDefinition,
  launch: Launch,
  markOf: MarkOf,
): DefinitionFacts {
  const { primary, ...others } = roots;
  return {
    name,
    scope,
    launch: launch.kind === 'process' ? processFacts(launch, markOf) : addressFacts(launch, markOf),
    late: lateVariables(transport).map(({ at, name: variable }) => {
      const input = inputs.find(({ id }) => `input:${id}` === variable);
      return { at: at.join('.'), name: variable, ...(input && { asks: inputTitle(input) }) };
    }),
    roots: { ...others, ...(primary !== undefined && { primary }) },
    ...(agent && { agent }),
  };
}

function processFacts({ cwd, env, ...launch }: ProcessLaunch, markOf: MarkOf): ProcessFacts {
  const marks = Object.entries(env).map(
    ([name, value]) => [name, value === null ? null : markOf(name, value)] as const,
  );
  return { ...launch, env: Object.fromEntries(marks), ...(cwd !== undefined && { cwd }) };
}

function addressFacts({ headers, oauth, ...launch }: AddressLaunch, markOf: MarkOf): AddressFacts {
  const marks = Object.entries(headers).map(([name, value]) => [name, markOf(name, value)] as const);
  return {
    ...launch,
    headers: Object.fromEntries(marks),
    ...(oauth && { oauth: markedClient(oauth, markOf) }),
  };
}

function markedClient({ clientSecret, ...client }: OAuthClient, markOf: MarkOf): OAuthClient {
  const mark = clientSecret === undefined ? {} : { clientSecret: markOf('clientSecret', clientSecret) };
  return { ...client, ...mark };
}
