import type { PlatformPath } from 'node:path';
import { containsWritten } from '../roots/containment';
import type { AddressLaunch, Launch, ProcessLaunch } from '../servers/launch';
import { addressStaysHere, leavesText } from '../servers/address';
import { hasLateVariable } from '../servers/lateVariables';
import { downloadIn } from './download';
import { pathsOutside } from './outsidePaths';
import { commandWords, programName, programTextIn, programsOf } from './programs';
import { alteringVariables } from './variablesThatAlter';
import { whereItRunsWarnings } from './whereItRuns';

/** What decides whether a path is unusual. */
export interface UnusualContext {
  /** Absolute paths of the workspace folders. */
  readonly workspaceFolders: readonly string[];
  readonly path: PlatformPath;
}

const withOtherRights: ReadonlySet<string> = new Set([
  'sudo',
  'doas',
  'pkexec',
  'su',
  'runas',
  'gsudo',
  'run0',
]);
const shells: ReadonlySet<string> = new Set(
  ['sh bash dash zsh ksh fish csh tcsh ash busybox cmd powershell pwsh'.split(' ')].flat(),
);
const deleting: ReadonlySet<string> = new Set(['rm', 'rmdir', 'del', 'shred', 'dd', 'unlink', 'Remove-Item']);
const fetching: ReadonlySet<string> = new Set([
  'curl',
  'wget',
  'iwr',
  'Invoke-WebRequest',
  'aria2c',
  'scp',
  'nc',
]);

/**
 * What a person who approves a definition should look at twice, in plain sentences, the gravest first. It refuses
 * nothing: a definition that hides what it does is not found out by looking at it. Sources: OX Security 2026-04 on
 * stdio servers, SEP-1024 (show the whole command and what is dangerous in it).
 */
export function unusualIn(launch: Launch, context: UnusualContext): readonly string[] {
  return launch.kind === 'process' ? unusualProcess(launch, context) : unusualAddress(launch);
}

/** If what the server is told leaves this machine, that is said first of all. */
function unusualAddress({ url }: AddressLaunch): readonly string[] {
  if (addressStaysHere(url)) return [];
  if (!URL.canParse(url)) return [`${leavesText}: where to, is decided by what is put in at each start.`];
  const { host, protocol } = new URL(url);
  return [
    `${leavesText}: ${host}`,
    ...(protocol === 'http:'
      ? ['It is spoken to without encryption: whoever is on the way can read and alter it.']
      : []),
  ];
}

function unusualProcess(
  launch: ProcessLaunch,
  { workspaceFolders, path }: UnusualContext,
): readonly string[] {
  const { executable, args, env } = launch;
  const programs = programsOf(executable, args, shells);
  const words = new Set([...programs, ...commandWords(args)]);
  const found = (names: ReadonlySet<string>) => [...words].filter((word) => names.has(word)).slice(0, 3);
  const rights = found(withOtherRights);
  const shell = programs.filter((name) => shells.has(name));
  const deletes = found(deleting);
  const fetches = found(fetching);
  const outside = pathsOutside(launch, workspaceFolders, path);
  const own = workspaceFolders.find((folder) => containsWritten(folder, executable, path));
  const program = programName(executable);
  return [
    ...(hasLateVariable(executable)
      ? ['Which program runs is decided by your answer, not by this definition.']
      : []),
    ...rights.map((name) => `It asks for other rights than yours (${name}).`),
    ...shell.slice(0, 1).map((name) => `It runs a shell (${name}), which can run anything else.`),
    ...programTextIn(programs, args),
    ...deletes.map((name) => `It names a command that deletes or overwrites (${name}).`),
    ...fetches.map((name) => `It fetches something from the network (${name}).`),
    ...downloadIn(executable, args),
    ...whereItRunsWarnings(launch, shells, path),
    ...alteringVariables(env),
    ...(own === undefined
      ? []
      : [`The program ${program} lies in the workspace: who changes that file changes what runs.`]),
    ...outside.map((each) => `It names a path outside the workspace: ${each}`),
  ];
}
