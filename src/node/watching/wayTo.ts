import { lstatSync, readlinkSync } from 'node:fs';
import { dirname, join, parse, sep } from 'node:path';
import { tellsOfChanges } from './diskOf';

/** Directories, each with the names in it whose change is of interest. */
export type Places = Map<string, Set<string>>;

/** As many links as Linux follows itself; `path_resolution(7)`. */
const mostLinks = 40;

/**
 * The directories whose changes decide where a path leads and what lies there: each that it goes through, those of the
 * links on it too, with the next name; and what it leads to, with none, if that is a directory. Of what is not there yet,
 * as far as there is something. Not `/` and what lies in it, where much happens that has nothing to do with it: only where
 * they hold the folder itself, a link, or nothing yet of the next name. Asks local disks only.
 * @returns undefined where the system does not tell of every change on the way
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
