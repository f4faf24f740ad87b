import * as z from 'zod/mini';
import { spellingOf, type PathFlavour } from '../roots/pathSyntax';
import { displayText } from '../text';
import type { Understood } from './agentAnswers';
import type { ListedSession } from './listedSession';

/** One page of sessions. */
export interface SessionPage {
  readonly sessions: readonly ListedSession[];
  /** For the request for the next page; undefined on the last one. */
  readonly nextCursor: string | undefined;
  /** How many entries were malformed and are left out. */
  readonly malformed: number;
}

const page = z.looseObject({
  sessions: z.array(z.unknown()),
  nextCursor: z.optional(z.nullable(z.string())),
});

const session = z.looseObject({
  sessionId: z.string().check(z.minLength(1), z.maxLength(1024)),
  cwd: z.string(),
  additionalDirectories: z.optional(z.array(z.string())),
  title: z.optional(z.nullable(z.string())),
  updatedAt: z.optional(z.nullable(z.string())),
});

/**
 * Reads one page of the answer to `session/list`. An entry with any malformed field, or any path that is not absolute,
 * is left out as a whole: with only some of its folders it would be another session. `null` is not a list of folders
 * (ACP, additional directories: an array, where it is there).
 */
export function readListAnswer(answer: unknown, flavour: PathFlavour): Understood<SessionPage> {
  const parsed = z.safeParse(page, answer);
  if (!parsed.success) return { kind: 'wrong', why: 'its answer to "session/list" is malformed' };
  const sessions = parsed.data.sessions.flatMap((entry) => listedSession(entry, flavour) ?? []);
  const malformed = parsed.data.sessions.length - sessions.length;
  return {
    kind: 'understood',
    value: { sessions, nextCursor: parsed.data.nextCursor ?? undefined, malformed },
  };
}

function listedSession(entry: unknown, flavour: PathFlavour): ListedSession | undefined {
  const parsed = z.safeParse(session, entry);
  if (!parsed.success) return undefined;
  const { sessionId, cwd, additionalDirectories, title, updatedAt } = parsed.data;
  if ([cwd, ...(additionalDirectories ?? [])].some((each) => spellingOf(each, flavour).kind !== 'absolute'))
    return undefined;
  return {
    sessionId,
    cwd,
    additional: additionalDirectories,
    title: shown(title),
    updatedAt: shown(updatedAt),
  };
}

function shown(text: string | null | undefined): string | undefined {
  return text === undefined || text === null || text === '' ? undefined : displayText(text, 200);
}
