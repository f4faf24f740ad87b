import type { PlatformPath } from 'node:path';
import { namesIn, type PathSpelling } from '../roots/pathMentions';

/** Where the paths lead that stand in the texts of a launch: what a look at the texts alone does not tell. */
export interface PathLeads {
  /** The directory that relative paths were read from; undefined where none was known. */
  readonly from: string | undefined;
  /** Where absolute paths lead, all links resolved. */
  readonly absolute: readonly string[];
  /** Where relative ones lead, all links resolved. */
  readonly relative: readonly string[];
  /** Relative ones as they are written, while it is not known where they are read from. */
  readonly loose: readonly string[];
}

export const noLeads: PathLeads = { from: undefined, absolute: [], relative: [], loose: [] };

/** The same, read from a directory that became known. The disk is not asked: it is before a start. */
export function readFrom(leads: PathLeads, from: string | undefined, path: PlatformPath): PathLeads {
  if (leads.from !== undefined || from === undefined) return leads;
  return { ...leads, from, relative: leads.loose.map((each) => path.resolve(from, each)) };
}

/**
 * What the leads of a launch name. A relative path that stays in the folder in which its program works tells nothing that
 * the working directory does not.
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
