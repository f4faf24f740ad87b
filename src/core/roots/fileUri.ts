import { fileURLToPath, pathToFileURL } from 'node:url';
import { spellingOf, type PathFlavour } from './pathSyntax';

/** Why a text is not taken as the address of a file. */
type FileUriFault = 'not a file: URI' | 'names another host' | 'cannot be decoded' | 'not an absolute path';

/** What a `file:` URI names, or why it is refused. */
export type FileUriMeaning =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'refused'; readonly reason: FileUriFault };

/**
 * The `file:` URI of an absolute path, percent-encoded as `pathToFileURL` does it (rule 4). Undefined for a path that
 * is not absolute, or that the URI would not give back unchanged: no URI surely names such a path.
 */
export function toFileUri(path: string, flavour: PathFlavour): string | undefined {
  const windows = flavour === 'win32';
  try {
    const asDirectory = path.endsWith('/') || (windows && path.endsWith('\\'));
    // A control character at the very end would be cut off, and the URI would name another folder.
    const { href } = pathToFileURL(asDirectory ? path : `${path}/`, { windows });
    // Some releases of Node.js end the URI of a drive in two slashes.
    const uri = asDirectory ? href.replace(/^(file:\/\/\/[a-z]:)\/\/$/iu, '$1/') : href.slice(0, -1);
    const back = parseFileUri(uri, flavour);
    return back.kind === 'path' && sameSpelling(back.path, path, flavour) ? uri : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads a `file:` URI strictly and never throws: no other scheme, no query or fragment, no foreign host (on Windows a
 * host is a share), no `..`, no encoded separator, nothing that does not decode to well-formed text.
 * MCP specification, client/roots, security considerations: validate all root URIs to prevent path traversal.
 */
export function parseFileUri(uri: string, flavour: PathFlavour): FileUriMeaning {
  if (!/^file:\/\//iu.test(uri)) return refused('not a file: URI');
  // The URL parser would silently drop or change these.
  if (/[\p{Cc}\p{Surrogate}\\]|^\s|\s$/u.test(uri)) return refused('cannot be decoded');
  if (/[?#]/u.test(uri)) return refused('cannot be decoded');
  if (/\/(\.|%2e){1,2}(\/|$)/iu.test(uri)) return refused('not an absolute path');
  let path: string;
  try {
    const url = new URL(uri);
    if (url.host !== '' && flavour === 'posix') return refused('names another host');
    path = fileURLToPath(url, { windows: flavour === 'win32' });
  } catch {
    return refused('cannot be decoded');
  }
  return spellingOf(path, flavour).kind === 'absolute'
    ? { kind: 'path', path }
    : refused('not an absolute path');
}

/** Hosts come back in lower case, and Windows takes both slashes. */
function sameSpelling(one: string, other: string, flavour: PathFlavour): boolean {
  if (flavour === 'posix') return one === other;
  const [left, right] = [one, other].map((path) => path.replaceAll('/', '\\'));
  return left === right || (other.startsWith('\\\\') && left?.toLowerCase() === right?.toLowerCase());
}

function refused(reason: FileUriFault): FileUriMeaning {
  return { kind: 'refused', reason };
}
