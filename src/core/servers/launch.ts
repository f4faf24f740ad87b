import type { HttpTransport, OAuthClient, StdioTransport } from './definition';
import { expandVariables, type LateValues, type VariableValues } from './variables';

/** A program to be started, with the variables of its definition put in. */
export interface ProcessLaunch {
  readonly kind: 'process';
  /** The executable as an absolute path. */
  readonly executable: string;
  readonly args: readonly string[];
  /** The working directory that the definition names, if it names one. */
  readonly cwd: string | undefined;
  /** What the definition declares, which goes before what its file declares; `null` takes a variable away. */
  readonly env: Readonly<Record<string, string | null>>;
}

/** An address to be spoken to, with the variables of its definition put in. */
export interface AddressLaunch {
  readonly kind: 'address';
  readonly type: HttpTransport['type'];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly oauth?: OAuthClient;
}

/** Everything that decides what runs or is reached. Frozen once approved: nothing is read again. */
export type Launch = ProcessLaunch | AddressLaunch;

/** A transport whose texts have their variables put in. */
export type Expanded<T> =
  | { readonly kind: 'expanded'; readonly transport: T }
  | { readonly kind: 'refused'; readonly why: string; readonly at: readonly (string | number)[] };

/**
 * Puts the variables into every text of a stdio transport; names of environment variables stay as written. An argument
 * with `${mcpRoots}` in it becomes one argument for each exposed folder; without any, it is left out.
 */
export function expandStdio(
  transport: StdioTransport,
  values: VariableValues,
  late: LateValues = 'not yet',
): Expanded<StdioTransport> {
  const { cwd, envFile } = transport;
  return expandAll(values, late, (put) => ({
    type: 'stdio',
    command: put(transport.command, ['command']),
    args: transport.args.flatMap((arg, i) => lateOfEach(arg, late).map((of) => put(arg, ['args', i], of))),
    cwd: cwd === undefined ? undefined : put(cwd, ['cwd']),
    env: Object.fromEntries(
      Object.entries(transport.env).map(([key, text]) => [
        key,
        text === null ? null : put(text, ['env', key]),
      ]),
    ),
    envFile: envFile === undefined ? undefined : put(envFile, ['envFile']),
  }));
}

/** Puts the variables into the address and the values of the headers; names of headers stay as written. */
export function expandHttp(
  { type, url, headers, oauth }: HttpTransport,
  values: VariableValues,
  late: LateValues = 'not yet',
): Expanded<HttpTransport> {
  return expandAll(values, late, (put) => ({
    type,
    url: put(url, ['url']),
    headers: Object.fromEntries(
      Object.entries(headers).map(([key, text]) => [key, put(text, ['headers', key])]),
    ),
    ...(oauth && { oauth: oauthWith(oauth, put) }),
  }));
}

function oauthWith({ clientId, clientSecret, scopes }: OAuthClient, put: Put): OAuthClient {
  return {
    ...(clientId !== undefined && { clientId: put(clientId, ['oauth', 'clientId']) }),
    ...(clientSecret !== undefined && { clientSecret: put(clientSecret, ['oauth', 'clientSecret']) }),
    ...(scopes && { scopes: scopes.map((scope, i) => put(scope, ['oauth', 'scopes', i])) }),
  };
}

/** @param at where the text stands in the definition */
type Put = (text: string, at: readonly [string, ...(string | number)[]], late?: LateValues) => string;

function expandAll<T>(values: VariableValues, late: LateValues, build: (put: Put) => T): Expanded<T> {
  let refused: Extract<Expanded<T>, { kind: 'refused' }> | undefined;
  const transport = build((text, at, of = late) => {
    const expanded = expandVariables(text, values, of, at[0]);
    if (expanded.kind === 'expanded') return expanded.text;
    refused ??= { kind: 'refused', why: expanded.why, at };
    return text;
  });
  return refused ?? { kind: 'expanded', transport };
}

/** The values to put into an argument: one element for each argument that it becomes. */
function lateOfEach(arg: string, late: LateValues): readonly LateValues[] {
  if (late === 'not yet' || late.roots === 'not yet' || !arg.includes('${mcpRoots}')) return [late];
  return late.roots.map((each) => ({ ...late, each }));
}

/**
 * Every text by which a launch could name a folder to its server (rule 2).
 * @param envFile the file that the definition takes variables from, its own variables put in
 */
export function launchTexts(launch: Launch, envFile: string | undefined): readonly string[] {
  switch (launch.kind) {
    case 'process': {
      const { executable, args, cwd, env } = launch;
      const values = Object.values(env).filter((value) => value !== null);
      const files = [cwd, envFile].filter((each) => each !== undefined);
      return [executable, ...args, ...files, ...values];
    }
    case 'address':
      return [launch.url, ...Object.values(launch.headers), ...oauthTexts(launch.oauth)];
  }
}

function oauthTexts({ clientId, clientSecret, scopes = [] }: OAuthClient = {}): readonly string[] {
  return [clientId, clientSecret, ...scopes].filter((each) => each !== undefined);
}

/** What runs or is reached, in one line. */
export function launchText(launch: Launch): string {
  return launch.kind === 'process' ? [launch.executable, ...launch.args].join(' ') : launch.url;
}
