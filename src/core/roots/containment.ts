import type { PlatformPath } from 'node:path';
import type { Disk, Entry } from './disk';
import type { FolderIdentity } from './folderStat';
import { resolveTarget } from './resolveTarget';
import { flavourOf, isRemoteVolume, joinPath, sameVolume, spellingOf, windowsVolume } from './pathSyntax';
import type { PathFlavour, Spelling, SpellingFault } from './pathSyntax';
import { asRealPath, type RealPath } from './realPath';

/**
 * What is to be done at a path. `read` and `write` want a regular file, `list` a directory, `inspect` takes anything;
 * each also takes a place where nothing is yet.
 */
export type Operation = 'read' | 'write' | 'list' | 'inspect';

/** A folder as it was when granted: another one renamed into its place, or a changed link, is not this folder. */
interface PinnedFolder {
  readonly realPath: RealPath;
  readonly identity: FolderIdentity;
}

/** The one regular file at a real path. Any regular file there counts, since saving a file often makes a new one. */
interface PinnedFile {
  readonly realPath: RealPath;
  readonly kind: 'file';
}

export type PinnedRoot = PinnedFolder | PinnedFile;

/** Why a path is denied. What lies outside, and whether anything does, is never told: all of that is `outside`. */
export type Denial =
  SpellingFault | 'outside' | 'root is gone' | 'root was replaced' | 'not a regular file' | 'not a directory';

export type Judgement =
  | {
      readonly verdict: 'allow';
      /** Where the operation must take place; the path that was asked for may by now lead elsewhere. */
      readonly realPath: RealPath;
      readonly root: PinnedRoot;
      /** Undefined when there is nothing yet. */
      readonly entry: Entry | undefined;
    }
  | { readonly verdict: 'deny'; readonly reason: Denial };

/**
 * Decides whether an operation at a path stays within the roots. Every path in this project is judged here; code that
 * then opens something judges again what it has opened, since the disk may change meanwhile.
 *
 * The spelling is judged first, without touching the disk; then the real path decides, compared name by name
 * (CVE-2025-53110, CVE-2025-53109), and last the root itself must still be the directory that was pinned. A path whose
 * last names do not exist yet is judged by where it would end up, through dangling links too. Takes absolute paths
 * only. Every error in deciding is a denial.
 */
export async function judge(
  path: string,
  operation: Operation,
  roots: readonly PinnedRoot[],
  disk: Disk,
): Promise<Judgement> {
  const spelling = spellingOf(path, disk.flavour);
  if (spelling.kind === 'refused') return deny(spelling.reason);
  if (!mayTouch(spelling, roots, disk.flavour)) return deny('outside');
  const landing = await resolveTarget(spelling.path, disk);
  if (landing === undefined) return deny('outside');
  const holding = roots.filter((root) => holds(root, landing.realPath, disk.flavour));
  if (holding.length === 0) return deny('outside');
  const root = holding.find((each) => isStill(each, disk));
  if (root === undefined) return deny(whyNotStill(holding, disk));
  const wrong = wrongKind(operation, landing.entry, /[\\/]\.?$/u.test(path));
  return wrong ? deny(wrong) : { verdict: 'allow', ...landing, root };
}

export function isPinnedFolder(root: PinnedRoot): root is PinnedFolder {
  return 'identity' in root;
}

/**
 * Whether the path is the directory or lies in it; both are real paths. Names are compared exactly, since the disk has
 * already spelled both in its own way; only for drive letters and share names letter case does not count.
 */
export function contains(directory: RealPath, path: RealPath, flavour: PathFlavour): boolean {
  if (flavour === 'posix') return isBelow(directory, path, flavour);
  const [above, below] = [windowsVolume(directory), windowsVolume(path)];
  if (above === undefined || below === undefined || !sameVolume(above, below)) return false;
  const rest = joinPath(above, path.slice(below.length), flavour);
  return isBelow(directory, asRealPath(rest), flavour);
}

/** Whether an address is the outer one or lies in it; both as they are sent, which are encoded in one way only. */
export function addressContains(outer: string, address: string): boolean {
  return isBelow(outer, address, 'posix');
}

/**
 * Like `contains`, for paths as people write them, without asking the disk: `..` is resolved in the text, and on
 * Windows letter case does not count. Good for sentences to people; whatever decides must ask the disk first.
 */
export function containsWritten(directory: string, path: string, flavour: PlatformPath): boolean {
  if (!flavour.isAbsolute(path)) return false;
  const isWindows = flavourOf(flavour) === 'win32';
  const spell = (written: string) => {
    const plain = flavour.normalize(written).replace(/(?<=[^\\/:])[\\/]+$/u, '');
    return asRealPath(isWindows ? plain.toLowerCase() : plain);
  };
  return contains(spell(directory), spell(path), flavourOf(flavour));
}

/** A share is touched only when a root lies on it: merely looking sends the user's credentials to its host. */
function mayTouch(
  { volume }: Spelling & { kind: 'absolute' },
  roots: readonly PinnedRoot[],
  flavour: PathFlavour,
): boolean {
  if (flavour === 'posix' || !isRemoteVolume(volume)) return roots.length > 0;
  return roots.some((root) => sameVolume(windowsVolume(root.realPath) ?? '', volume));
}

function isBelow(directory: string, path: string, flavour: PathFlavour): boolean {
  if (!path.startsWith(directory)) return false;
  return path.length === directory.length || path.startsWith(joinPath(directory, '', flavour));
}

function holds(root: PinnedRoot, path: RealPath, flavour: PathFlavour): boolean {
  const isBelowIt = contains(root.realPath, path, flavour);
  return isBelowIt && (isPinnedFolder(root) || contains(path, root.realPath, flavour));
}

function isStill(root: PinnedRoot, disk: Disk): boolean {
  const now = disk.look(root.realPath);
  if (now === 'missing' || now === 'unreadable') return false;
  if (!isPinnedFolder(root)) return now.kind === 'file';
  if (now.kind !== 'directory') return false;
  return now.identity.device === root.identity.device && now.identity.inode === root.identity.inode;
}

/** Why no root is what it was: nothing is there, or something else is. */
function whyNotStill(roots: readonly PinnedRoot[], disk: Disk): Denial {
  const isGone = roots.every(({ realPath }) => disk.look(realPath) === 'missing');
  return isGone ? 'root is gone' : 'root was replaced';
}

function wrongKind(
  operation: Operation,
  entry: Entry | undefined,
  endsInSeparator: boolean,
): Denial | undefined {
  switch (operation) {
    case 'read':
    case 'write':
      return entry?.kind === 'file' || (entry === undefined && !endsInSeparator)
        ? undefined
        : 'not a regular file';
    case 'list':
      return entry === undefined || entry.kind === 'directory' ? undefined : 'not a directory';
    case 'inspect':
      return undefined;
  }
}

function deny(reason: Denial): Judgement {
  return { verdict: 'deny', reason };
}
