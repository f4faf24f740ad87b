import type { Exposure } from '../../core/consent/exposure';
import { UserError } from '../../core/errors';
import type { NamedFolder } from '../../core/servers/namedFolders';
import { recordUri } from '../folders/folderUri';
import { serverEnvironment } from '../process/environment';
import type { Guard } from '../process/guard/guard';
import { ServerProcess } from '../process/serverProcess';
import type { Codec } from '../session/codec';
import { StdioServerEnd } from '../stdio/stdioServerEnd';
import type { PreparedServer } from './prepareServer';
import type { Launched } from './serverRun';

/** What starting a process needs besides its definition. */
export interface LaunchSurroundings {
  readonly guard: Guard;
  /** An empty private folder for servers that have no root to work in. */
  readonly emptyFolder: () => Promise<string>;
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
  { guard, emptyFolder, messageLimit }: LaunchSurroundings,
): Promise<Launched<P>> {
  const { executable, args, env } = prepared.launch;
  const [first] = exposure.roots;
  const cwd = prepared.cwdRealPath ?? first?.folder ?? (await emptyFolder());
  // Last of all: nothing is waited for between this and the start.
  const refused = named.find((folder) => !isGranted(folder));
  if (refused !== undefined) throw new UserError(notGranted(prepared.definition.name, refused));
  const started = await ServerProcess.start(
    { executable, args, cwd, env: serverEnvironment(env, process.env, process.platform) },
    guard,
  );
  const inLaunch = named.flatMap(({ realPath }) => realPath ?? []).map(recordUri);
  const asCwd = prepared.cwdRealPath === undefined && first !== undefined ? [first.uri] : [];
  const told = [...new Set([...inLaunch, ...asCwd])];
  return { end: new StdioServerEnd(started, codec, { messageLimit }), cwd, told };
}

/** Why a server does not start whose definition names a folder that was not granted to it. */
export function notGranted(server: string, { name, path, realPath }: NamedFolder): string {
  return realPath === undefined
    ? `The definition of "${server}" names the folder ${path}, which is not available.`
    : `The definition of "${server}" names the folder "${name}" (${path}). Allow that folder to start it.`;
}
