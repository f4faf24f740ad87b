import type { Program } from '../../core/approval/program';
import type { RealPath } from '../../core/roots/realPath';
import type { HttpTransport, ServerDefinition, StdioTransport } from '../../core/servers/definition';
import { hasLateVariable } from '../../core/servers/lateVariables';
import { expandHttp, expandStdio, launchTexts, type Expanded, type Launch } from '../../core/servers/launch';
import { inPrimaryRoot } from '../../core/servers/placeholders';
import type { PathLeads } from '../../core/servers/pathLeads';
import type { LateValues, VariableValues } from '../../core/servers/variables';
import {
  checkHeaders,
  checkUrl,
  foundExecutable,
  programAt,
  realCwd,
  RefusedVariable,
  variablesOf,
} from './launchFields';
import { lookUpLeads } from './pathLeads';

/** A transport read to the end. */
export interface ReadLaunch {
  readonly launch: Launch;
  /** Every text by which the launch could name a folder to the server. */
  readonly texts: readonly string[];
  /** Where the paths in these lead, as far as that was found out. */
  readonly leads: PathLeads;
  /** The definition's own working directory as the disk spells it. */
  readonly cwdRealPath: RealPath | undefined;
  /** Undefined where no program runs, or an answer decides which. */
  readonly program: Program | undefined;
  /** The file that variables were taken from, to be watched for changes. */
  readonly envFile: string | undefined;
}

/**
 * Puts in variables, reads the `envFile`, finds the executable. Starts nothing and reaches nothing. A transport with
 * variables that are put in only at a start is read twice, and each field is checked once: at the first reading the
 * fields without such variables, at the second the others.
 * @param late the values of such variables; `not yet` at the first reading
 * @param first the result of the first reading, which does not change any more
 * @throws {FieldError}
 */
export async function readLaunch(
  transport: ServerDefinition['transport'],
  values: VariableValues,
  late: LateValues = 'not yet',
  first?: ReadLaunch,
): Promise<ReadLaunch> {
  const lacksRoots = late === 'not yet' || late.roots === 'not yet';
  const isDue = (written: string | undefined) =>
    written !== undefined &&
    hasLateVariable(written) === (late !== 'not yet') &&
    // Of the fields that are looked up on the disk, only `cwd` can stand for an exposed folder.
    !(lacksRoots && written === inPrimaryRoot);
  return transport.type === 'stdio'
    ? readProcess(transport, whole(expandStdio(transport, values, late)), isDue, first)
    : readAddress(transport, whole(expandHttp(transport, values, late)), isDue);
}

type IsDue = (written: string | undefined) => boolean;

async function readAddress(
  written: HttpTransport,
  transport: HttpTransport,
  isDue: IsDue,
): Promise<ReadLaunch> {
  if (isDue(written.url)) checkUrl(transport);
  checkHeaders(transport);
  const launch: Launch = { kind: 'address', ...transport };
  const texts = launchTexts(launch, undefined);
  const { leads } = await lookUpLeads(texts, undefined);
  return { launch, texts, leads, cwdRealPath: undefined, program: undefined, envFile: undefined };
}

async function readProcess(
  written: StdioTransport,
  { command, args, cwd, env, envFile }: StdioTransport,
  isDue: IsDue,
  first: ReadLaunch | undefined,
): Promise<ReadLaunch> {
  const frozen = first?.launch.kind === 'process' ? first.launch : undefined;
  const cwdRealPath = isDue(written.cwd) ? await realCwd(cwd) : first?.cwdRealPath;
  const fromFile = isDue(written.envFile) ? await variablesOf(envFile) : frozen?.env;
  const executable = isDue(written.command)
    ? await foundExecutable(command)
    : (frozen?.executable ?? command);
  const program =
    first === undefined && isDue(written.command) ? await programAt(executable) : first?.program;
  const launch: Launch = { kind: 'process', executable, args, cwd, env: { ...fromFile, ...env } };
  const watched = isDue(written.envFile) ? envFile : first?.envFile;
  const texts = launchTexts(launch, envFile);
  const { leads } = await lookUpLeads(texts, cwdRealPath);
  return { launch, texts, leads, cwdRealPath, program, envFile: watched };
}

function whole<T>(expanded: Expanded<T>): T {
  if (expanded.kind === 'expanded') return expanded.transport;
  throw new RefusedVariable(expanded.at, expanded.why);
}
