import type { PlatformPath } from 'node:path';
import type { ServerDefinition } from '../servers/definition';
import type { ProcessLaunch } from '../servers/launch';
import { inPrimaryRoot } from '../servers/placeholders';
import { displayText } from '../text';
import { commandWords, programName, programsOf } from './programs';
import { isRelativePath, isSameEverywhere } from './relativePaths';

/** How many are shown: more would hide the rest. */
const mostArguments = 8;

/**
 * Does this definition leave open where its server runs? An agent does not count, since it always ran in an empty
 * folder; a server ran in the first folder that it may see, until 0.2.0.
 */
export function saysNotWhere({ agent, scope, transport }: ServerDefinition): boolean {
  const isServer = agent === undefined && scope.kind !== 'bundled';
  return isServer && transport.type === 'stdio' && transport.cwd === undefined;
}

/**
 * What a person should look at twice about the folder in which a program runs, in plain sentences: code that is loaded
 * from there, and paths that lead to nothing there.
 * @param shells names of programs that read a command line in their arguments
 */
export function whereItRunsWarnings(
  { executable, args, cwd }: ProcessLaunch,
  shells: ReadonlySet<string>,
  path: PlatformPath,
): readonly string[] {
  if (cwd === undefined) return missedArguments(args, path);
  const where = cwd === inPrimaryRoot ? 'the first folder that it may see' : displayText(cwd, 300);
  return loadersIn(executable, args, shells, path)
    .slice(0, 3)
    .map((loader) => `${loader} takes code or settings from the folder in which it runs: ${where}`);
}

function missedArguments(args: readonly string[], path: PlatformPath): readonly string[] {
  const relative = args.filter((arg) => isRelativePath(arg, path));
  const shown = relative.slice(0, mostArguments).map((arg) => displayText(arg, 300));
  const more = relative.length > shown.length ? [`and ${relative.length - shown.length} more`] : [];
  return [...shown, ...more].map(
    (arg) => `It runs in an empty folder of its own, where this path leads to nothing: ${arg}`,
  );
}

/** Programs that take packages, settings or tasks from the folder in which they run, whatever their arguments say. */
const loaders: ReadonlySet<string> = new Set(
  'npx bunx pnpx npm pnpm yarn bun uvx uv pipx poetry deno dotnet tsx ts-node cargo go make bundle rake'.split(
    ' ',
  ),
);
const pythons = /^(python|pypy|py)w?[\d.]*$/u;
const nodes = /^(node|nodejs|electron)$/u;
const othersOfScripts = /^(ruby|perl|php|lua|Rscript|sh|bash|dash|zsh|ksh|fish)$/u;
const preloads = /^(-r|--require|--import|--loader|--experimental-loader)$/u;
/** Options after which no script follows, since they say in another way what runs. */
const givenOtherwise = /^(-[A-Za-z]*[cem]|-p|--eval(=.*)?|--print(=.*)?)$/su;

/** The programs in a command line that load code from the folder in which they run, as people write them. */
function loadersIn(
  executable: string,
  args: readonly string[],
  shells: ReadonlySet<string>,
  path: PlatformPath,
): readonly string[] {
  const programs = programsOf(executable, args, shells);
  const inShell = programs.some((name) => shells.has(name)) ? commandWords(args) : [];
  const all = [...new Set([...programs, ...inShell])];
  const program = programName(executable);
  const isInterpreter = [pythons, nodes, othersOfScripts].some((names) => names.test(program));
  const loads = preloadsFromThere(args, path) || runsScriptThere(args, path);
  return [
    ...all.filter((name) => loaders.has(name)),
    ...all.filter((name) => pythons.test(name) && runsModule(args)).map((name) => `${name} -m`),
    ...(isInterpreter && loads ? [program] : []),
  ];
}

/** Does Python load a module from the folder in which it runs? Not with `-I` or `-P`. */
function runsModule(args: readonly string[]): boolean {
  const words = args.flatMap((arg) => arg.split(/\s+/u));
  const at = words.findIndex((word) => /^-[A-Za-z]*m/u.test(word));
  return at >= 0 && !words.slice(0, at + 1).some((word) => /^-[A-Za-z]*[IP]/u.test(word));
}

/** Does Node.js load a module from that folder? A bare one is looked for in `node_modules` there and further up. */
function preloadsFromThere(args: readonly string[], path: PlatformPath): boolean {
  return args.some((arg, i) => {
    const [option = '', value = args[i + 1] ?? ''] = arg.split(/=(.*)/su);
    return preloads.test(option) && !isSameEverywhere(value, path);
  });
}

/** Is the first argument that is no option a file that is looked for where the program runs? */
function runsScriptThere(args: readonly string[], path: PlatformPath): boolean {
  if (args.some((arg) => givenOtherwise.test(arg))) return false;
  const script = args.find((arg, i) => !arg.startsWith('-') && !preloads.test(args[i - 1] ?? ''));
  return script !== undefined && !isSameEverywhere(script, path);
}
