import path from 'node:path';
import type { StartEvent } from '../../core/record/disclosure';
import type { Exposure } from '../../core/consent/exposure';
import { UserError } from '../../core/errors';
import { Refused } from '../../core/session/outsideText';
import type { Log } from '../../core/log';
import { grantableOf, type Candidate } from '../../core/roots/candidate';
import type { Grantable } from '../../core/roots/grantable';
import { inheritable, type Inherited } from '../../core/servers/inheritedEnvironment';
import { addressText, parseAddress } from '../../core/servers/address';
import { launchText, type AddressLaunch, type ProcessLaunch } from '../../core/servers/launch';
import type { NamedFolder } from '../../core/roots/namedFolder';
import { grantableUri } from '../folders/folderUri';
import { defaultEnvironment, serverEnvironment } from '../process/environment';
import { HttpServerEnd } from '../http/httpServerEnd';
import type { SignIns } from '../http/oauth/signIn';
import { requesterFor } from '../http/requester';
import type { Guard } from '../process/guard/guard';
import { ServerProcess, type Launch } from '../process/serverProcess';
import type { Codec } from '../session/codec';
import { StdioServerEnd } from '../stdio/stdioServerEnd';
import type { Workplace } from './emptyFolder';
import type { PreparedServer } from './prepareServer';
import type { ReadLaunch } from './readLaunch';
import type { Launched } from './serverRun';

/** What starting a process needs besides its definition. */
export interface LaunchDeps {
  readonly guard: Guard;
  /** An empty private folder for what names no working directory. */
  readonly emptyFolder: () => Promise<Workplace>;
  /** Every folder that the variables of this window could name. */
  readonly candidates: () => readonly Candidate[];
  /** Takes what the server writes besides messages, and which variables it is not given. */
  readonly log: Log;
  /** The longest message taken from a server, in bytes. */
  readonly messageLimit: number;
  readonly signIns: SignIns;
}

/** One start of a prepared server. */
export interface Start<P> {
  readonly prepared: Pick<PreparedServer, 'definition' | 'launch'>;
  /** What runs, with everything put in: never to be shown or recorded, since answers can stand in it. */
  readonly finished: ReadLaunch;
  /** The folders that the definition itself names. */
  readonly named: readonly NamedFolder[];
  /** The exposed folders that placeholders put into it, by URI. */
  readonly placed: readonly string[];
  readonly isGranted: (folder: NamedFolder) => boolean;
  /** What was exposed when this start was put together. */
  readonly exposure: Exposure;
  /** What is exposed now. */
  readonly exposedNow: () => Exposure;
  /**
   * Looks once more at everything that a changed link on the disk could affect. Nothing else is waited for between this
   * and the start.
   * @param cwd the working directory; undefined for a server at a URL, which has none
   * @returns the folders that the definition names, with relative paths read from the working directory
   * @throws {UserError} when the disk does not answer
   */
  readonly lookAgain: (cwd: string | undefined) => Promise<readonly NamedFolder[]>;
  /** @throws {UserError} when it is not approved any more */
  readonly mustBeApproved: () => void;
  readonly codec: Codec<P>;
}

/**
 * Starts a prepared server, or connects to it, with what is exposed at this moment.
 * @throws {UserError} when a folder that the definition names is not granted, or the process cannot be started
 */
export async function launchServer<P>(start: Start<P>, around: LaunchDeps): Promise<Launched<P>> {
  const { launch } = start.finished;
  switch (launch.kind) {
    case 'process':
      return launchProcess(start, launch, around);
    case 'address':
      return connectTo({ ...start, named: await start.lookAgain(undefined) }, launch, around);
  }
}

async function launchProcess<P>(
  start: Start<P>,
  launch: ProcessLaunch,
  around: LaunchDeps,
): Promise<Launched<P>> {
  const { messageLimit, log } = around;
  const started = await startProcess(start, launch, around);
  const end = new StdioServerEnd(started.process, start.codec, { messageLimit });
  end.onStderr((line) => log.info(line));
  end.onNoise((line) => log.warn(`not a message, passed over: ${line}`));
  return { end, start: started.event };
}

/** A process that was started, and what its launch has told it. */
export interface StartedProcess {
  readonly process: ServerProcess;
  readonly event: StartEvent;
}

/** A process as it is to be started: the whole of it. */
export type PlannedProcess = Launch;

/**
 * Starts a program with what is exposed at this moment, in the folder that its definition names, else in an empty one:
 * what lies in a folder of the user's would decide what an approved program runs (rule 8).
 * @throws {UserError} when a folder that it would be told of is not granted (any more), or it cannot be started
 */
export async function startProcess(
  start: Omit<Start<never>, 'codec'>,
  launch: ProcessLaunch,
  around: Omit<LaunchDeps, 'messageLimit' | 'signIns'>,
): Promise<StartedProcess> {
  const workplace = await workplaceOf(start, around);
  const { path: cwd } = workplace;
  try {
    const named = await start.lookAgain(cwd);
    // Last of all: nothing is waited for between this and the start.
    const { process: planned, told } = planProcess({ ...start, named }, launch, cwd, around);
    const started = await ServerProcess.start(planned, around.guard);
    const leave = () => workplace.dispose();
    void started.gone.then(leave, leave);
    return { process: started, event: { event: 'spawned', pid: started.pid, cwd, told } };
  } catch (error) {
    workplace.dispose();
    throw error;
  }
}

/** Where a program works: as its definition says, else in an empty folder. */
export async function workplaceOf(
  { finished }: Pick<Start<never>, 'finished'>,
  { emptyFolder }: Pick<LaunchDeps, 'emptyFolder'>,
): Promise<Workplace> {
  const { cwdRealPath } = finished;
  return cwdRealPath === undefined ? emptyFolder() : { path: cwdRealPath, dispose: () => undefined };
}

/**
 * How a program would be started, and which folders it would be told of by that.
 * @throws {UserError} when a folder that it would be told of is not granted (any more)
 */
export function planProcess(
  start: Omit<Start<never>, 'codec'>,
  launch: ProcessLaunch,
  cwd: string,
  { candidates, log }: Pick<LaunchDeps, 'candidates' | 'log'>,
): { readonly process: PlannedProcess; readonly told: readonly string[] } {
  mustStillHold(start);
  const { named, placed, exposure } = start;
  const { executable, args, env } = launch;
  const namedHere = named.flatMap(({ grantable }) => grantable ?? []);
  const told = new Set([...exposedTo(exposure), ...namedHere]);
  const inherited = inheritedBy(launch, candidates(), told);
  const whole = serverEnvironment(env, inherited.env, process.platform);
  const { withheld } = inherited;
  if (withheld.length > 0)
    log.info(`not given whole, since they name folders it is not told of: ${withheld.join(', ')}`);
  const inLaunch = [
    ...namedHere,
    ...inherited.named.flatMap((candidate) => grantableOf(candidate) ?? []),
  ].map(grantableUri);
  const uris = [...new Set([...inLaunch, ...placed])];
  return { process: { executable, args, cwd, env: whole }, told: uris };
}

/** Nothing is sent to the server before the first message. */
function connectTo<P>(
  start: Start<P>,
  launch: AddressLaunch,
  { log, messageLimit, signIns }: LaunchDeps,
): Launched<P> {
  mustStillHold(start);
  const { prepared, named, placed, codec } = start;
  const { type, headers } = launch;
  const address = parseAddress(launch.url);
  if (address.kind === 'wrong') throw new UserError(address.why);
  const signIn = signIns.of(prepared.definition, launch);
  const canSignIn = signIn !== undefined;
  const exchange = requesterFor(address, headers, signIn);
  const end = new HttpServerEnd({ address, type, exchange, canSignIn, messageLimit }, codec);
  end.onNoise((line) => log.info(line));
  const inAddress = named.flatMap(({ grantable }) => grantable ?? []).map(grantableUri);
  const told = [...new Set([...inAddress, ...placed])];
  return { end, start: { event: 'connected', address: addressText(launchText(prepared.launch)), told } };
}

/**
 * Checks the decisions again: they can change while a start waits for answers and the disk.
 * @throws {UserError} when a folder that it would be told of is not allowed any more, or it may not run any more
 */
function mustStillHold({
  prepared,
  named,
  placed,
  isGranted,
  exposure,
  exposedNow,
  mustBeApproved,
}: Omit<Start<never>, 'codec'>): void {
  const { name } = prepared.definition;
  mustBeApproved();
  const refused = named.find((folder) => !isGranted(folder));
  if (refused !== undefined) throw notGranted(name, refused);
  const now = new Set(exposedNow().roots.map(({ uri }) => uri));
  const used = [...exposure.roots.map(({ uri }) => uri), ...placed];
  if (used.every((uri) => now.has(uri))) return;
  throw new UserError(
    `The folders that "${name}" may see changed while it was being started. Start it again.`,
  );
}

/** The whole environment of a program that is run for an agent: the minimal one, and what is declared. */
export function commandEnvironment(
  candidates: readonly Candidate[],
  exposure: Exposure,
  declared: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const { env } = inheritedBy({ env: declared }, candidates, new Set(exposedTo(exposure)));
  return serverEnvironment(declared, env, process.platform);
}

function exposedTo({ roots, others = [] }: Exposure): readonly Grantable[] {
  return [...roots.map(({ folder }) => folder), ...others.map(({ key }) => key)];
}

function inheritedBy(
  launch: Pick<ProcessLaunch, 'env'>,
  candidates: readonly Candidate[],
  told: ReadonlySet<Grantable>,
): Inherited {
  const defaults = Object.entries(defaultEnvironment(process.env, process.platform));
  const undeclared = defaults.filter(([name]) => !Object.hasOwn(launch.env, name));
  const isTold = (candidate: Candidate) => {
    const grantable = grantableOf(candidate);
    return candidate.availability.kind !== 'moved' && grantable !== undefined && told.has(grantable);
  };
  return inheritable(Object.fromEntries(undeclared), candidates, isTold, path);
}

/** Why a server does not start whose definition names a folder that was not granted to it. */
export function notGranted(server: string, { name, path, grantable }: NamedFolder): Refused {
  const why =
    grantable === undefined
      ? `The definition of "${server}" names the folder ${path}, which is not available.`
      : `The definition of "${server}" names the folder "${name}" (${path}). Allow that folder to start it.`;
  return new Refused('not allowed', why);
}
