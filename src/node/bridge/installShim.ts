import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { diskError } from '../stores/diskError';
import type { PrivateFolder } from '../stores/privateFolder';

const shimFolder = 'bin';
const shimName = 'shim.js';

/** Larger than any shim of ours. */
const largestShim = 1024 * 1024;

/** The path of the shim, the same for every version of the extension: configurations of other clients name it. */
export function shimPath(storage: string): string {
  return join(storage, shimFolder, shimName);
}

/**
 * Puts the shim in its stable place, replacing a different one in one step; running shims are not disturbed.
 * @param bundle the path of the shim in this version of the extension
 * @returns its stable path
 * @throws {UserError} when it cannot be written
 */
export async function installShim(bundle: string, storage: PrivateFolder): Promise<string> {
  try {
    const text = await readFile(bundle, 'utf8');
    const folder = await storage.child(shimFolder);
    // One that others could have written is replaced.
    const present = await folder.read(shimName, largestShim).catch(() => undefined);
    if (present?.text !== text) await folder.replace(shimName, text);
    return shimPath(storage.path);
  } catch (error) {
    throw diskError('The program that connects other clients could not be put in its place', error);
  }
}
