import type { RealPath } from './realPath';

declare const address: unique symbol;
declare const file: unique symbol;

/** What decisions about an address are kept under. */
export type AddressKey = string & { readonly [address]: true };

/** What decisions about a single file are kept under. */
export type FileKey = string & { readonly [file]: true };

/**
 * What consent can be given for. A folder is its real path. Anything else has a key, which is never a path: no consent
 * for a folder ever covers it, and its own consent covers nothing else.
 */
export type Grantable = RealPath | FileKey | AddressKey;

const addressPrefix = 'address:';
const filePrefix = 'file:';

/** The key of an address. It has no separator of any system in it. */
export function addressKey(uri: string): AddressKey {
  return `${addressPrefix}${encodeURIComponent(uri)}` as AddressKey;
}

/**
 * The key of a single file. It has no separator of any system in it.
 * @throws {URIError} for a path with half a surrogate pair, which has no `file:` URI either
 */
export function fileKey(realPath: RealPath): FileKey {
  return `${filePrefix}${encodeURIComponent(realPath)}` as FileKey;
}

export function isFolder(granted: Grantable): granted is RealPath {
  return !granted.startsWith(addressPrefix) && !granted.startsWith(filePrefix);
}

/** The file that a key stands for; undefined for anything else. */
export function fileOf(granted: Grantable): RealPath | undefined {
  return granted.startsWith(filePrefix)
    ? (decodeURIComponent(granted.slice(filePrefix.length)) as RealPath)
    : undefined;
}

/** Where on the disk it is; undefined for an address. */
export function pathOf(granted: Grantable): RealPath | undefined {
  return isFolder(granted) ? granted : fileOf(granted);
}

/** The text that people read for what was decided about: a path, or an address. */
export function grantableText(granted: Grantable): string {
  return pathOf(granted) ?? decodeURIComponent(granted.slice(addressPrefix.length));
}
