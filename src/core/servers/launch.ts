import type { StdioTransport } from './definition';
import { expandVariables, type VariableValues } from './variables';

/** Everything that decides what runs, with its variables put in. Frozen once approved: nothing is read again. */
export interface Launch {
  /** The executable as an absolute path. */
  readonly executable: string;
  readonly args: readonly string[];
  /** The working directory that the definition names, if it names one. */
  readonly cwd: string | undefined;
  /** What the definition declares, the file's variables below its own; `null` takes a variable away. */
  readonly env: Readonly<Record<string, string | null>>;
}

/** A stdio transport whose texts have their variables put in. */
export type ExpandedStdio =
  | { readonly kind: 'expanded'; readonly transport: StdioTransport }
  | { readonly kind: 'refused'; readonly why: string; readonly at: readonly (string | number)[] };

/** Puts the variables into every text of a stdio transport; names of environment variables stay as written. */
export function expandStdio(transport: StdioTransport, values: VariableValues): ExpandedStdio {
  let refused: Extract<ExpandedStdio, { kind: 'refused' }> | undefined;
  const put = (text: string, ...at: (string | number)[]) => {
    const expanded = expandVariables(text, values);
    if (expanded.kind === 'expanded') return expanded.text;
    refused ??= { kind: 'refused', why: expanded.why, at };
    return text;
  };
  const { cwd, envFile } = transport;
  const expanded: StdioTransport = {
    type: 'stdio',
    command: put(transport.command, 'command'),
    args: transport.args.map((arg, i) => put(arg, 'args', i)),
    cwd: cwd === undefined ? undefined : put(cwd, 'cwd'),
    env: Object.fromEntries(
      Object.entries(transport.env).map(([key, text]) => [key, text === null ? null : put(text, 'env', key)]),
    ),
    envFile: envFile === undefined ? undefined : put(envFile, 'envFile'),
  };
  return refused ?? { kind: 'expanded', transport: expanded };
}

/**
 * Every text by which a launch could name a folder to its server (design rule 2).
 * @param envFile the file that the definition takes variables from, its own variables put in
 */
export function launchTexts(
  { executable, args, cwd, env }: Launch,
  envFile: string | undefined,
): readonly string[] {
  const values = Object.values(env).filter((value) => value !== null);
  const files = [cwd, envFile].filter((each) => each !== undefined);
  return [executable, ...args, ...files, ...values];
}
