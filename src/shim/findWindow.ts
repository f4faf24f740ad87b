import { lstat, readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { contains } from '../core/roots/containment';
import { asRealPath } from '../core/roots/realPath';
import {
  addressVariable,
  largestWindowEntry,
  parseWindowEntry,
  windowFolder,
  type WindowEntry,
} from '../node/bridge/windowEntry';
import { realPathOf } from '../node/folders/realPathOf';
import { isOurs, readPrivateFile } from '../node/stores/privateFile';
import { Refusal } from './refusal';

/** How many windows are considered. */
const mostWindows = 256;

/** How long a window may take to accept a connection, in milliseconds. */
const connectTime = 3000;

const flavour = process.platform === 'win32' ? 'win32' : 'posix';

/** From where the shim looks for a window. */
export interface Standpoint {
  readonly storage: string;
  readonly workingFolder: string;
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Connects to the window that the environment names, else to one whose workspace contains the working directory, else
 * to the only one there is.
 * @throws {Refusal} when there is none, or several and none of them is the right one
 */
export async function findWindow({ storage, workingFolder, environment }: Standpoint): Promise<Socket> {
  const named = environment[addressVariable];
  const byName = named === undefined || named === '' ? undefined : await connectTo(named);
  if (byName !== undefined) return byName;
  const windows = await readWindows(path.join(storage, windowFolder));
  for (const { address } of await around(workingFolder, windows)) {
    const found = await connectTo(address);
    if (found !== undefined) return found;
  }
  return theOnlyOne(windows);
}

async function theOnlyOne(windows: readonly WindowEntry[]): Promise<Socket> {
  const tried = await Promise.all(windows.map(({ address }) => connectTo(address)));
  const [only, ...more] = tried.filter((socket) => socket !== undefined);
  if (only !== undefined && more.length === 0) return only;
  for (const socket of [only, ...more]) socket?.destroy();
  if (only === undefined) {
    throw new Refusal(
      'No VS Code window with MCP Roots is open. Open one, or add --wait to the arguments.',
      'no window',
    );
  }
  throw new Refusal(
    `Several VS Code windows are open, and the working directory is in the workspace of none of them. Start this in a folder that one of them has open, or set ${addressVariable}.`,
  );
}

/** The windows whose workspace contains this folder, the one with the nearest folder first. */
async function around(folder: string, windows: readonly WindowEntry[]): Promise<readonly WindowEntry[]> {
  const here = await realPathOf(folder).catch(() => undefined);
  if (here === undefined) return [];
  const depth = ({ folders }: WindowEntry) =>
    Math.max(0, ...folders.flatMap((each) => (contains(asRealPath(each), here, flavour) ? each.length : [])));
  return windows
    .map((window) => ({ window, near: depth(window) }))
    .filter(({ near }) => near > 0)
    .sort((a, b) => b.near - a.near)
    .map(({ window }) => window);
}

/** Reads the windows' entries. An entry that others could have written is ignored. */
async function readWindows(folder: string): Promise<readonly WindowEntry[]> {
  const names = await readdir(folder).catch(() => []);
  const entries = names
    .filter((name) => name.endsWith('.json'))
    .slice(0, mostWindows)
    .map(async (name) => {
      const read = await readPrivateFile(path.join(folder, name), largestWindowEntry).catch(() => undefined);
      return read === undefined ? undefined : parseWindowEntry(read.text);
    });
  return (await Promise.all(entries)).filter((entry) => entry !== undefined);
}

/** @returns undefined where no window of this user listens */
async function connectTo(address: string): Promise<Socket | undefined> {
  if (process.platform !== 'win32') {
    const stats = await lstat(address).catch(() => undefined);
    if (stats?.isSocket() !== true || !isOurs(stats)) return undefined;
  }
  return new Promise((resolve) => {
    const socket = connect(address);
    const give = (found: Socket | undefined) => {
      clearTimeout(tooLate);
      socket.off('connect', succeed).off('error', fail);
      if (found === undefined) socket.destroy();
      socket.on('error', () => undefined);
      resolve(found);
    };
    const succeed = () => give(socket);
    const fail = () => give(undefined);
    // On a busy machine the time may be over and the connection made at once: then the connection counts.
    const tooLate = setTimeout(() => {
      setImmediate(() => {
        if (socket.connecting) fail();
      });
    }, connectTime);
    socket.on('connect', succeed).on('error', fail);
  });
}
