import { pathToFileURL } from 'node:url';
import { toFileUri } from '../../core/roots/fileUri';
import { fileOf, grantableText, isFolder, type Grantable } from '../../core/roots/grantable';
import type { RealPath } from '../../core/roots/realPath';

/** The `file:` URI of a folder or file of this machine; undefined when none surely means it. */
export function rootUri(path: RealPath): string | undefined {
  return toFileUri(path, process.platform === 'win32' ? 'win32' : 'posix');
}

/** The URI of a folder for the record, which has to name every folder that was told, whatever its name is. */
export function recordUri(folder: RealPath): string {
  return rootUri(folder) ?? pathToFileURL(folder).href;
}

/** The URI by which the record names what was, or was not, consented to. */
export function grantableUri(granted: Grantable): string {
  const path = isFolder(granted) ? granted : fileOf(granted);
  return path === undefined ? grantableText(granted) : recordUri(path);
}
