import type { RealPath } from '../roots/realPath';
import { reportedFolders, type ListedSession } from './listedSession';
import type { SessionRecord } from './sessionRecord';

/** A session that is not open and could be opened again. */
export interface EarlierSession {
  readonly sessionId: string;
  /** What it was sent last; undefined where only its agent knows the session. */
  readonly record: SessionRecord | undefined;
  /** What its agent reports of it; a report never grants anything. */
  readonly listed: ListedSession | undefined;
  /** `[cwd, ...additional]`: as it was sent, or, without a record, as its agent reports. */
  readonly folders: readonly string[];
  /**
   * The folders that its agent reports, where they are not those that it was sent; the user chooses between the two.
   */
  readonly reported: readonly string[] | undefined;
  /** The folders that must be allowed before it can be opened. */
  readonly notAllowed: readonly string[];
}

/**
 * Every session that could be opened again: first those of our record, in its order, then those that only the agent
 * knows. Folders that the agent reports are never added to those of our record (ACP, additional directories: never
 * merged).
 * @param known the folders of this workspace, allowed or not: sessions with another working directory are left out
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

/**
 * The folders that the agent reports, if they are others. An agent that does not report further folders is compared by
 * its working directory only.
 */
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
