import { lstatSync, readlinkSync } from 'node:fs';
import { dirname, join, parse, sep } from 'node:path';
import { tellsOfChanges } from './diskOf';

/** Directories, each with the names in it whose change is of interest. */
export type Places = Map<string, Set<string>>;

/** As many links as Linux follows itself; `path_resolution(7)`. */
const mostLinks = 40;

/**
 * The directories whose changes decide where a path leads and what lies there: each directory on the way, also on the
 * way of its links, with the next name in it; and the directory that the path leads to, with no name. A path that does
 * not exist is followed as far as it exists. `/` and the directories in it are left out, because much else happens
 * there, unless the next name in them is the last one, a link, or missing. Asks local disks only.
 * @returns undefined where the system does not report every change on the way
 */
export function wayTo(path: string): Places | undefined {
  const places: Places = new Map();
  const { root } = parse(path);
  const ahead = namesOf(path.slice(root.length));
  let at = root;
  let links = 0;
  if (!tellsOfChanges(root)) return undefined;
  for (;;) {
    const name = ahead.shift();
    if (name === undefined) return add(places, at);
    if (name === '..') {
      at = dirname(at);
      continue;
    }
    const next = join(at, name);
    const kind = tellsOfChanges(next) ? kindOf(next) : 'unknown';
    if (kind !== 'directory' || ahead.length === 0 || !isAtTop(at)) add(places, at, name);
    switch (kind) {
      case 'unknown':
        return undefined;
      case 'link': {
        if ((links += 1) > mostLinks) return places;
        const target = readlinkSync(next);
        ahead.unshift(...namesOf(target));
        if (target.startsWith(sep)) at = root;
        break;
      }
      case 'directory':
        at = next;
        break;
      case 'end':
        return places;
    }
  }
}

function add(places: Places, directory: string, name?: string): Places {
  const names = places.get(directory) ?? new Set<string>();
  if (name !== undefined) names.add(name);
  return places.set(directory, names);
}

function isAtTop(directory: string): boolean {
  return namesOf(directory).length < 2;
}

function namesOf(path: string): string[] {
  return path.split(sep).filter((name) => name !== '' && name !== '.');
}

function kindOf(path: string): 'link' | 'directory' | 'end' {
  try {
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) return 'link';
    return stat.isDirectory() ? 'directory' : 'end';
  } catch {
    return 'end';
  }
}
