import type { RealPath } from '../roots/realPath';
import { reportedFolders, type ListedSession } from './listedSession';
import type { SessionRecord } from './sessionRecord';

/** A session that is not open and could be opened again. */
export interface EarlierSession {
  readonly sessionId: string;
  /** What it was sent last; nothing where only its agent knows it. */
  readonly record: SessionRecord | undefined;
  /** What its agent reports of it; a report is never a grant. */
  readonly listed: ListedSession | undefined;
  /** `[cwd, ...additional]`: as it was sent, else as its agent reports. */
  readonly folders: readonly string[];
  /** What its agent reports instead, where that is another list than it was sent; the user chooses between the two. */
  readonly reported: readonly string[] | undefined;
  /** The folders without which it cannot be opened, and that are not allowed. */
  readonly notAllowed: readonly string[];
}

/**
 * Every session that could be opened again: those of our record, last told first, then those that only the agent
 * knows. Of what the agent reports nothing is added to what we know of a session (ACP, additional directories: never
 * merged).
 * @param known the folders of this workspace, allowed or not: a session that works elsewhere is not of this workspace
 */
export function earlierSessions(
  records: readonly SessionRecord[],
  listed: readonly ListedSession[],
  { open, exposed, known }: Folders,
): readonly EarlierSession[] {
  const byId = new Map(listed.map((each) => [each.sessionId, each]));
  const allowed = new Set<string>(exposed);
  const inWorkspace = new Set<string>(known);
  const own = records.map((record): EarlierSession => {
    const { sessionId, cwd, additional } = record;
    const notAllowed = allowed.has(cwd) ? [] : [cwd];
    const listing = byId.get(sessionId);
    const folders = [cwd, ...additional];
    return { sessionId, record, listed: listing, folders, reported: otherThan(folders, listing), notAllowed };
  });
  const recorded = new Set(records.map(({ sessionId }) => sessionId));
  const foreign = [...byId.values()]
    .filter(({ sessionId }) => !recorded.has(sessionId))
    .map((each): EarlierSession => {
      const folders = reportedFolders(each);
      const notAllowed = folders.filter((folder) => !allowed.has(folder));
      const { sessionId } = each;
      return { sessionId, record: undefined, listed: each, folders, reported: undefined, notAllowed };
    });
  return [...own, ...foreign].filter(
    ({ sessionId, folders: [cwd = ''] }) => !open.has(sessionId) && inWorkspace.has(cwd),
  );
}

/** An agent that says nothing of further folders reports no other list. */
function otherThan(
  sent: readonly string[],
  listed: ListedSession | undefined,
): readonly string[] | undefined {
  if (listed === undefined || (listed.additional === undefined && listed.cwd === sent[0])) return undefined;
  const reported = reportedFolders(listed);
  return reported.join('\0') === sent.join('\0') ? undefined : reported;
}

interface Folders {
  /** The ids of the sessions that are open. */
  readonly open: ReadonlySet<string>;
  /** What the agent may see now. */
  readonly exposed: readonly RealPath[];
  readonly known: readonly RealPath[];
}
