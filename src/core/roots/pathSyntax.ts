import { posix, win32, type PlatformPath } from 'node:path';

/** Whose path rules apply. Passed in everywhere, so that the rules of Windows are tested on any machine. */
export type PathFlavour = 'posix' | 'win32';

/** Which path rules `path.posix` or `path.win32` follows. */
export function flavourOf({ sep }: Pick<PlatformPath, 'sep'>): PathFlavour {
  return sep === '\\' ? 'win32' : 'posix';
}

/** Why a path is refused for its spelling alone. */
export type SpellingFault =
  'empty' | 'not absolute' | 'not well-formed' | 'too long' | 'a device path' | 'a reserved name';

/** A path whose spelling is fit to be shown to the disk, or the reason why it is not. */
export type Spelling =
  | { readonly kind: 'absolute'; readonly path: string; readonly volume: string }
  | { readonly kind: 'refused'; readonly reason: SpellingFault };

/** In characters: no disk takes a longer path. */
const longestPath = 32_767;

/**
 * Judges the spelling of a path without touching the disk: nothing is expanded or decoded, and what Windows would
 * read in another way than it is written (drive-relative and device paths, trailing dots and spaces, streams, device
 * names: CVE-2021-37713, CVE-2025-23084, CVE-2025-27210) is refused.
 *
 * A posix path comes back as it was, since only the kernel resolves `..` after a link rightly; a Windows path comes
 * back normalised, as Windows itself does it before it looks at the disk.
 */
export function spellingOf(path: string, flavour: PathFlavour): Spelling {
  if (path === '') return refused('empty');
  if (path.length > longestPath) return refused('too long');
  if (/[\0\p{Surrogate}]/u.test(path)) return refused('not well-formed');
  if (flavour === 'win32') return windowsSpelling(path);
  return path.startsWith('/') ? { kind: 'absolute', path, volume: '/' } : refused('not absolute');
}

/**
 * Puts a relative path behind a directory, word for word; an absolute path stays as it is. What Windows resolves
 * against a hidden directory of its own (`C:a`, `\a`) stays as it is too, for `spellingOf` to refuse.
 */
export function resolveAgainst(directory: string, path: string, flavour: PathFlavour): string {
  const relative = flavour === 'win32' ? !/^([\\/]|[a-z]:)/iu.test(path) : !path.startsWith('/');
  return relative && path !== '' ? joinPath(directory, path, flavour) : path;
}

/** A directory and a path below it as one path, without normalising either. */
export function joinPath(directory: string, path: string, flavour: PathFlavour): string {
  const { sep } = flavour === 'win32' ? win32 : posix;
  return directory.endsWith(sep) ? directory + path : directory + sep + path;
}

/** The last name of an absolute path and what is before it; undefined for the top of a volume. */
export function splitLast(
  path: string,
  flavour: PathFlavour,
): { readonly above: string; readonly name: string } | undefined {
  const top = flavour === 'win32' ? (windowsVolume(path) ?? path) : '/';
  if (path.length <= top.length) return undefined;
  const end = path.lastIndexOf(flavour === 'win32' ? '\\' : '/');
  return { above: end < top.length ? top : path.slice(0, end), name: path.slice(end + 1) };
}

/** Whether two volumes are one. Drive letters and the names of hosts and shares know no letter case. */
export function sameVolume(one: string, other: string): boolean {
  return one === other || lowerAscii(one) === lowerAscii(other);
}

/** Whether the volume is a share on another machine: touching it sends the user's credentials there. */
export function isRemoteVolume(volume: string): boolean {
  return volume.startsWith('\\\\');
}

/**
 * Whether a text names a share or a device of Windows, in any spelling (`//host/share`, `\\host`, a device path):
 * looking at it could touch another machine, so it has to be judged by its text alone.
 */
export function isBeyondDrives(path: string): boolean {
  return /^[\\/]{2}|^[\\/]\?\?[\\/]/u.test(path);
}

/** The part of an absolute Windows path that names the drive (`C:\`) or the share (`\\host\share\`). */
export function windowsVolume(path: string): string | undefined {
  if (/^[A-Za-z]:[\\/]/u.test(path)) return `${path.slice(0, 2)}\\`;
  const share = /^[\\/]{2}([^\\/]+)[\\/]+([^\\/]+)/u.exec(path);
  return share ? `\\\\${share[1]}\\${share[2]}\\` : undefined;
}

function windowsSpelling(path: string): Spelling {
  if (/^[\\/]{2}[?.]([\\/]|$)|^[\\/]\?\?[\\/]/u.test(path)) return refused('a device path');
  const volume = windowsVolume(path);
  if (volume === undefined) return refused('not absolute');
  const names = (isRemoteVolume(volume) ? path : path.slice(2)).split(/[\\/]+/u);
  if (names.some(isReserved)) return refused('a reserved name');
  return { kind: 'absolute', path: win32.normalize(path), volume };
}

/** Names that Windows changes, takes for a device or a stream, or does not have. */
function isReserved(name: string): boolean {
  if (name === '.' || name === '..') return false;
  return (
    /[ .]$/u.test(name) ||
    /[<>:"|?*\p{Cc}]/u.test(name) ||
    /^(con|prn|aux|nul|clock\$|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)/iu.test(name)
  );
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/gu, (letter) => letter.toLowerCase());
}

function refused(reason: SpellingFault): Spelling {
  return { kind: 'refused', reason };
}
