import { inputTitle } from '../inputs/inputDefinition';
import type { AgentSwitches } from '../servers/agentSwitches';
import type { OAuthClient, RootsOptions, Scope, ServerDefinition } from '../servers/definition';
import type { AddressLaunch, Launch, ProcessLaunch } from '../servers/launch';
import { lateVariables } from '../servers/lateVariables';

/** A keyed mark of a value, another one for another value. */
export type MarkOf = (variable: string, value: string) => string;

/**
 * Everything that the fingerprint covers, as it is kept with an approval: of each value of a variable or header, and of
 * the secret of an application, nothing but its mark. Left out is what the definition leaves out.
 */
export interface DefinitionFacts {
  readonly name: string;
  readonly scope: Scope;
  readonly launch: ProcessFacts | AddressFacts;
  /** What is put in only at a start, which is no part of what is approved; where it is put in is. */
  readonly late: readonly LateFact[];
  readonly roots: Omit<RootsOptions, 'primary'> & Partial<Pick<RootsOptions, 'primary'>>;
  readonly agent?: AgentSwitches;
}

/** Marks by the names of variables; `null` takes a variable away. */
interface ProcessFacts extends Omit<ProcessLaunch, 'cwd'>, Partial<Pick<ProcessLaunch, 'cwd'>> {}

/** Marks by the names of headers; a mark in the place of the client's secret. */
type AddressFacts = AddressLaunch;

interface LateFact {
  /** Where in the definition. */
  readonly at: string;
  readonly name: string;
  /** What the user is asked for it; left out where it is no answer. */
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
