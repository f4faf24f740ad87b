import { pathToFileURL } from 'node:url';
import { toFileUri } from '../../core/roots/fileUri';
import type { RealPath } from '../../core/roots/realPath';

/** The `file:` URI of a folder of this machine; undefined when none surely means it. */
export function rootUri(folder: RealPath): string | undefined {
  return toFileUri(folder, process.platform === 'win32' ? 'win32' : 'posix');
}

/** The address of a folder for the record, which names every folder that was told, whatever it is called. */
export function recordUri(folder: RealPath): string {
  return rootUri(folder) ?? pathToFileURL(folder).href;
}
