import { homedir } from 'node:os';
import path from 'node:path';
import { UserError } from '../../core/errors';
import { resolveTarget, type Landing } from '../../core/roots/resolveTarget';
import { joinPath } from '../../core/roots/pathSyntax';
import { pathFragments } from '../../core/servers/pathFragments';
import type { PathLeads } from '../../core/servers/pathLeads';
import { displayText } from '../../core/text';
import { inTime } from '../folders/inTime';
import { nodeDisk } from '../paths/nodeDisk';

/** How many parts of texts that could be paths are looked at: no launch that a user can understand has more. */
const mostLooks = 2000;

/** Looks that the disk has not answered yet: a hung mount gets one look for each path, not one for each start. */
const unanswered = new Map<string, Promise<Landing | undefined>>();

/** What was found, and why that may not be all of it. */
export interface LookedUp {
  readonly leads: PathLeads;
  /** Why `leads` may not be complete, as a sentence; undefined where they are. */
  readonly trouble: string | undefined;
}

/**
 * Finds where the paths in these texts lead, read as programs may read them: from their working directory, with all
 * links resolved, and also with `..` removed by its letters alone. A path that does not exist leads to where it would
 * be made. Never throws.
 * @param from the working directory; undefined where it is not known yet
 */
export async function lookUpLeads(texts: readonly string[], from: string | undefined): Promise<LookedUp> {
  const all = [...new Set(texts.flatMap((text) => pathFragments(text, homedir(), path)))];
  const isAbsolute = (part: string) => path.isAbsolute(part);
  const [absolute, relative]: [string[], string[]] = [[], []];
  const loose = all.filter((part) => !isAbsolute(part));
  const toLookAt = from === undefined ? all.filter(isAbsolute) : all;
  let trouble: string | undefined =
    toLookAt.length > mostLooks ? `It names more than ${mostLooks} paths. Shorten it.` : undefined;
  for (const part of toLookAt.slice(0, mostLooks)) {
    const places = isAbsolute(part) || from === undefined ? absolute : relative;
    const written = isAbsolute(part) || from === undefined ? part : joinPath(from, part, nodeDisk.flavour);
    places.push(path.resolve(written));
    const landing = await inTime(lookAt(written));
    if (landing === undefined) {
      trouble = `The disk does not answer where "${displayText(part, 200)}" leads, which it names.`;
      break;
    }
    if (landing.at !== undefined) places.push(landing.at.realPath);
  }
  return { leads: { from, absolute, relative, loose }, trouble };
}

/**
 * As `lookUpLeads`, for a launch that is about to start.
 * @throws {UserError} when it is not known where all of the paths lead
 */
export async function leadsBeforeStart(
  server: string,
  texts: readonly string[],
  from: string | undefined,
): Promise<PathLeads> {
  const { leads, trouble } = await lookUpLeads(texts, from);
  if (trouble === undefined) return leads;
  throw new UserError(`"${server}" is not started. ${trouble}`);
}

async function lookAt(place: string): Promise<{ readonly at: Landing | undefined }> {
  const look =
    unanswered.get(place) ?? resolveTarget(place, nodeDisk).finally(() => unanswered.delete(place));
  unanswered.set(place, look);
  return { at: await look };
}
