import { spellingOf, type PathFlavour } from '../roots/pathSyntax';
import type { RealPath } from '../roots/realPath';

/** The roots of one session of an agent as they are sent: `[cwd, ...additional]`. The order has a meaning. */
export interface SessionRoots {
  readonly cwd: RealPath;
  /** Empty where the agent takes a working directory only; the field is left out then. */
  readonly additional: readonly RealPath[];
  /** Folders that the agent may see, but that are not sent because it takes a working directory only. */
  readonly unseen: readonly RealPath[];
}

/** How folders become the roots of a session. */
export interface RootsChoice {
  /** The folder that goes first, where the user chose one; else the first of the list. */
  readonly primary?: RealPath | undefined;
  /** Whether the agent declares `sessionCapabilities.additionalDirectories`. */
  readonly takesAdditional: boolean;
  readonly flavour: PathFlavour;
}

/**
 * The roots of a session from the folders that an agent may see, in their order. Exact duplicates, also of the working
 * directory, are removed; nested folders stay, since order and nesting mean something to agents (ACP, additional
 * directories: "overlapping or nested roots are not redundant"). Only absolute paths are ever sent.
 * @returns undefined when no session can be opened: the agent may see nothing, or not the folder that is to go first
 */
export function sessionRoots(
  folders: readonly RealPath[],
  { primary, takesAdditional, flavour }: RootsChoice,
): SessionRoots | undefined {
  const sendable = [...new Set(folders)].filter((folder) => spellingOf(folder, flavour).kind === 'absolute');
  const cwd = primary ?? sendable[0];
  if (cwd === undefined || !sendable.includes(cwd)) return undefined;
  const others = sendable.filter((folder) => folder !== cwd);
  return takesAdditional ? { cwd, additional: others, unseen: [] } : { cwd, additional: [], unseen: others };
}

/** All folders that a session was told of, in order. */
export function foldersOf({
  cwd,
  additional,
}: Pick<SessionRoots, 'cwd' | 'additional'>): readonly RealPath[] {
  return [cwd, ...additional];
}

/**
 * May a session go on? Not once its working directory was withdrawn, because that of a session cannot be changed.
 * @param folders those that its agent may see now
 */
export function mayGoOn({ cwd }: Pick<SessionRoots, 'cwd'>, folders: readonly RealPath[]): boolean {
  return folders.includes(cwd);
}

/**
 * The roots of a session that are left now; none where it may not go on.
 * @param folders those that its agent may see now
 */
export function remainingRoots(
  told: Pick<SessionRoots, 'cwd' | 'additional'>,
  folders: readonly RealPath[],
): readonly RealPath[] {
  if (!mayGoOn(told, folders)) return [];
  return foldersOf(told).filter((folder) => folders.includes(folder));
}
