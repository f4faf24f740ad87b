import type { Disk, Entry } from './disk';
import { joinPath, resolveAgainst, spellingOf, splitLast } from './pathSyntax';
import { asRealPath, type RealPath } from './realPath';

/** Where a path ends on the disk, and what lies there; no entry when there is nothing yet. */
export interface Landing {
  readonly realPath: RealPath;
  readonly entry: Entry | undefined;
}

/** As many links as Linux follows. */
const mostLinks = 40;

/**
 * Where something that is opened or made at this path would end up: its real path, or the real path of the nearest
 * existing ancestor with the missing names behind it. A link to something missing is followed, since making a file
 * through it makes the target. Undefined when it cannot be found out: a loop, a file where a directory should be, no
 * permission, `..` behind a missing name.
 */
export async function resolveTarget(path: string, disk: Disk): Promise<Landing | undefined> {
  const resolution = await disk.realPath(path);
  switch (resolution.kind) {
    case 'found':
      return existing(resolution.realPath, disk);
    case 'missing':
      return missingLanding(path, disk);
    case 'unresolvable':
      return undefined;
  }
}

function existing(realPath: RealPath, disk: Disk): Landing | undefined {
  const entry = disk.look(realPath);
  // It was real a moment ago: if it is a link or gone now, it has been swapped.
  return entry === 'missing' || entry === 'unreadable' || entry.kind === 'link'
    ? undefined
    : { realPath, entry };
}

function missingLanding(path: string, disk: Disk): Landing | undefined {
  let at = path;
  let names: readonly string[] = [];
  for (let links = 0; links <= mostLinks; links += 1) {
    const climbed = climbToExisting(at, disk);
    if (climbed === undefined) return undefined;
    names = [...climbed.names, ...names];
    const base = disk.realPathNow(climbed.path);
    if (base.kind === 'unresolvable') return undefined;
    if (base.kind === 'found') {
      if (names.length === 0) return existing(base.realPath, disk);
      const below = (above: string, name: string) => joinPath(above, name, disk.flavour);
      return { realPath: asRealPath(names.reduce(below, base.realPath)), entry: undefined };
    }
    const target = targetOf(climbed.path, disk);
    if (target === undefined) return undefined;
    at = target;
  }
  return undefined;
}

/** The longest part of the path that exists, even as a dangling link, and the names behind it. */
function climbToExisting(path: string, disk: Disk): { path: string; names: readonly string[] } | undefined {
  const names: string[] = [];
  let at = path;
  for (;;) {
    const entry = disk.look(at);
    if (entry === 'unreadable') return undefined;
    if (entry !== 'missing') return { path: at, names: names.toReversed() };
    const split = splitLast(at, disk.flavour);
    if (split === undefined || split.name === '..') return undefined;
    if (split.name !== '' && split.name !== '.') names.push(split.name);
    at = split.above;
  }
}

/** The target of a link as a whole path, read from the directory in which the link really lies. */
function targetOf(link: string, disk: Disk): string | undefined {
  const split = splitLast(link, disk.flavour);
  const target = disk.linkTarget(link);
  if (split === undefined || target === undefined) return undefined;
  const directory = disk.realPathNow(split.above);
  if (directory.kind !== 'found') return undefined;
  const spelling = spellingOf(resolveAgainst(directory.realPath, target, disk.flavour), disk.flavour);
  return spelling.kind === 'absolute' ? spelling.path : undefined;
}
