import type { PlatformPath } from 'node:path';
import { namesIn, type PathSpelling } from '../roots/pathMentions';

/** Where the paths in the texts of a launch lead, which the texts alone do not tell. */
export interface PathLeads {
  /** The directory that relative paths were read from; undefined where none was known. */
  readonly from: string | undefined;
  /** Where absolute paths lead, all links resolved. */
  readonly absolute: readonly string[];
  /** Where relative ones lead, all links resolved. */
  readonly relative: readonly string[];
  /** Relative paths as they are written, as long as it is not known where they are read from. */
  readonly loose: readonly string[];
}

export const noLeads: PathLeads = { from: undefined, absolute: [], relative: [], loose: [] };

/** The leads, read from a directory that became known. The disk is asked before a start, not here. */
export function readFrom(leads: PathLeads, from: string | undefined, path: PlatformPath): PathLeads {
  if (leads.from !== undefined || from === undefined) return leads;
  return { ...leads, from, relative: leads.loose.map((each) => path.resolve(from, each)) };
}

/**
 * What the paths of a launch lead to. A relative path that stays in the folder in which its program works says nothing
 * that the working directory does not say.
 */
export function ledTo<T>(
  { from, absolute, relative }: PathLeads,
  spellings: readonly PathSpelling<T>[],
  path: PlatformPath,
): readonly T[] {
  const own = new Set(from === undefined ? [] : namesIn([from], spellings, path));
  const beyond = namesIn(relative, spellings, path).filter((each) => !own.has(each));
  return [...namesIn(absolute, spellings, path), ...beyond];
}
