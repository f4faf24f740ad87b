import { randomBytes } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf, UserError } from '../../core/errors';
import type { Log } from '../../core/log';
import { PrivateFolder } from '../stores/privateFolder';

/** The longest path of a socket, in bytes, that every system takes; some silently cut off a longer one. */
const longestPath = 103;

/** A socket younger than this may be about to listen, in milliseconds. */
const mayBeNew = 10_000;

/** Where the system may keep sockets besides the storage. */
export interface SocketPlaces {
  readonly platform: NodeJS.Platform;
  /** `XDG_RUNTIME_DIR`, if there is one. */
  readonly runtimeFolder: string | undefined;
  readonly temporaryFolder: string;
}

const usualPlaces: SocketPlaces = {
  platform: process.platform,
  runtimeFolder: process.env['XDG_RUNTIME_DIR'],
  temporaryFolder: tmpdir(),
};

/**
 * An address of its own for a window: a path that nobody can guess in a folder that is ours alone, below the storage
 * or, where that would be too long, where the system keeps such things; a pipe's name on Windows. Sockets that dead
 * windows left in that folder are removed.
 * @throws {UserError} when no folder fits, before anything listens
 */
export async function socketAddress(
  storage: PrivateFolder,
  log: Log,
  { platform, runtimeFolder, temporaryFolder }: SocketPlaces = usualPlaces,
): Promise<string> {
  if (platform === 'win32') return `\\\\.\\pipe\\mcp-roots-${randomBytes(16).toString('hex')}`;
  const name = `${randomBytes(6).toString('hex')}.sock`;
  const folders = [
    join(storage.path, 'sockets'),
    ...(runtimeFolder === undefined || runtimeFolder === '' ? [] : [join(runtimeFolder, 'mcp-roots')]),
    join(temporaryFolder, `mcp-roots-${process.geteuid?.() ?? 0}`),
  ];
  let why = `its path would be longer than ${longestPath} bytes`;
  for (const path of folders) {
    if (Buffer.byteLength(join(path, name)) > longestPath) continue;
    try {
      const folder = await PrivateFolder.open(path, log);
      // A link on the way to it can make the real path longer.
      const address = join(folder.path, name);
      if (Buffer.byteLength(address) > longestPath) continue;
      await removeStale(folder);
      return address;
    } catch (error) {
      why = error instanceof Error ? error.message : String(error);
    }
  }
  throw new UserError(
    `Other clients cannot reach this window: there is no place for its socket (${why}). Set XDG_RUNTIME_DIR to a folder with a short path that is yours alone.`,
  );
}

/** Removes the sockets at which nobody listens any more. */
async function removeStale(folder: PrivateFolder): Promise<void> {
  for (const name of await folder.names()) {
    const stats = await lstat(join(folder.path, name)).catch(() => undefined);
    if (stats?.isSocket() !== true || Date.now() - stats.ctimeMs < mayBeNew) continue;
    if (await isDeserted(join(folder.path, name))) await folder.remove(name);
  }
}

function isDeserted(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', (error) => resolve(codeOf(error) === 'ECONNREFUSED'));
  });
}
