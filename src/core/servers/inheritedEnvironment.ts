import type { PlatformPath } from 'node:path';
import type { Candidate } from '../roots/candidate';
import { candidateSpellings } from './namedFolders';
import { namesIn } from '../roots/pathMentions';

/** An environment that a server may be given, and what of it concerns folders. */
export interface Inherited {
  readonly env: Readonly<Record<string, string>>;
  /** The candidates that it names. */
  readonly named: readonly Candidate[];
  /** The variables that were left out, or out of which entries were taken. */
  readonly withheld: readonly string[];
}

/**
 * What a server may inherit of this window's own variables. They name folders like a definition does, though nobody
 * wrote them for this server: an editor that was opened in a shell has a `PATH` with `…/node_modules/.bin` of a
 * project, or a `HOME` that is itself open as a folder. A start is not refused for them, since the user cannot change
 * them for one server. Instead an entry of `PATH`, or the whole of another variable, is left out when it names a
 * candidate that the server is not told of anyway (rules 2 and 10). What lies in a folder counts as naming the
 * narrowest candidate around it, as in a definition.
 * @param isTold is the server told of this candidate by its roots or its definition?
 */
export function inheritable(
  env: Readonly<Record<string, string>>,
  candidates: readonly Candidate[],
  isTold: (candidate: Candidate) => boolean,
  path: PlatformPath,
): Inherited {
  const spellings = candidateSpellings(candidates, path);
  const named = new Set<Candidate>();
  const withheld: string[] = [];
  const passOn = (text: string): boolean => {
    const names = namesIn([text], spellings, path);
    const isFit = names.every(isTold);
    if (isFit) for (const each of names) named.add(each);
    return isFit;
  };
  const given = Object.entries(env).flatMap(([name, value]): readonly (readonly [string, string])[] => {
    const entries = name.toUpperCase() === 'PATH' ? value.split(path.delimiter) : [value];
    const fit = entries.filter(passOn);
    if (fit.length === entries.length) return [[name, value]];
    withheld.push(name);
    // An empty list would mean the working directory to some programs.
    return fit.every((each) => each === '') ? [] : [[name, fit.join(path.delimiter)]];
  });
  return { env: Object.fromEntries(given), named: [...named], withheld };
}
