import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FolderEntry } from '../../src/core/roots/candidate';

/** A folder of the command line or of `add-folder`: a path, or the address of a virtual file system. */
export function folderEntry(folder: string): FolderEntry {
  const name = isAddress(folder) ? folder.slice(folder.lastIndexOf('/') + 1) : basename(folder);
  if (isAddress(folder)) return { uri: folder, path: undefined, name, origin: 'workspace' };
  return { uri: pathToFileURL(folder).href, path: folder, name, origin: 'workspace' };
}

/** Reads a folder as written in a command: a path, an address, or either as a JSON string, for odd names. */
export function readFolder(text: string): string {
  const written = text.startsWith('"') ? String(JSON.parse(text)) : text;
  return isAddress(written) ? written : resolve(written);
}

function isAddress(folder: string): boolean {
  return /^[a-z][a-z\d+.-]+:\/\//i.test(folder);
}
