import path from 'node:path';
import type { Exposure } from '../../core/consent/exposure';
import { UserError } from '../../core/errors';
import { availablePath, type Candidate } from '../../core/roots/candidate';
import type { RealPath } from '../../core/roots/realPath';
import { inheritable, type Inherited } from '../../core/servers/inheritedEnvironment';
import type { NamedFolder } from '../../core/servers/namedFolders';
import { recordUri } from '../folders/folderUri';
import { defaultEnvironment, serverEnvironment } from '../process/environment';
import type { Guard } from '../process/guard/guard';
import { ServerProcess } from '../process/serverProcess';
import type { Codec } from '../session/codec';
import { StdioServerEnd } from '../stdio/stdioServerEnd';
import type { PreparedServer } from './prepareServer';
import type { Launched } from './serverRun';

/** What starting a process needs besides its definition. */
export interface LaunchSurroundings {
  readonly guard: Guard;
  /** An empty private folder for a server that has no root to work in. */
  readonly emptyFolder: () => Promise<string>;
  /** Every folder that the variables of this window could name. */
  readonly candidates: () => readonly Candidate[];
  /** Told of the variables of this window that the server is not given whole, because they name such a folder. */
  readonly onWithheld: (variables: readonly string[]) => void;
  /** The longest message taken from a server, in bytes. */
  readonly messageLimit: number;
}

/**
 * Starts a prepared server with what is exposed at this moment. The working directory is the definition's own, else
 * the first exposed root, else an empty folder (design rule 8).
 * @throws {UserError} when a folder that the definition names is not granted, or the process cannot be started
 */
export async function launchServer<P>(
  prepared: PreparedServer,
  named: readonly NamedFolder[],
  isGranted: (folder: NamedFolder) => boolean,
  exposure: Exposure,
  codec: Codec<P>,
  { guard, emptyFolder, candidates, onWithheld, messageLimit }: LaunchSurroundings,
): Promise<Launched<P>> {
  const { executable, args, env } = prepared.launch;
  const [first] = exposure.roots;
  const cwd = prepared.cwdRealPath ?? first?.folder ?? (await emptyFolder());
  // Last of all: nothing is waited for between this and the start.
  const refused = named.find((folder) => !isGranted(folder));
  if (refused !== undefined) throw new UserError(notGranted(prepared.definition.name, refused));
  const namedPaths = named.flatMap(({ realPath }) => realPath ?? []);
  const told = new Set([...exposure.roots.map(({ folder }) => folder), ...namedPaths]);
  const inherited = inheritedBy(prepared, candidates(), told);
  const whole = serverEnvironment(env, inherited.env, process.platform);
  const started = await ServerProcess.start({ executable, args, cwd, env: whole }, guard);
  if (inherited.withheld.length > 0) onWithheld(inherited.withheld);
  const inLaunch = [
    ...namedPaths,
    ...inherited.named.flatMap((candidate) => availablePath(candidate) ?? []),
  ].map(recordUri);
  const asCwd = prepared.cwdRealPath === undefined && first !== undefined ? [first.uri] : [];
  const uris = [...new Set([...inLaunch, ...asCwd])];
  return { end: new StdioServerEnd(started, codec, { messageLimit }), cwd, told: uris };
}

function inheritedBy(
  { launch }: PreparedServer,
  candidates: readonly Candidate[],
  told: ReadonlySet<RealPath>,
): Inherited {
  const defaults = Object.entries(defaultEnvironment(process.env, process.platform));
  const undeclared = defaults.filter(([name]) => !Object.hasOwn(launch.env, name));
  const isTold = (candidate: Candidate) => {
    const folder = availablePath(candidate);
    return folder !== undefined && told.has(folder);
  };
  return inheritable(Object.fromEntries(undeclared), candidates, isTold, path);
}

/** Why a server does not start whose definition names a folder that was not granted to it. */
export function notGranted(server: string, { name, path, realPath }: NamedFolder): string {
  return realPath === undefined
    ? `The definition of "${server}" names the folder ${path}, which is not available.`
    : `The definition of "${server}" names the folder "${name}" (${path}). Allow that folder to start it.`;
}
