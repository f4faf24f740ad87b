import type { RealPath } from '../roots/realPath';
import type { AgentAbilities } from './agentAnswers';
import { reportedFolders, type ListedSession } from './listedSession';
import type { SessionRecord } from './sessionRecord';
import { foldersOf, remainingRoots, sessionRoots, type RootsChoice, type SessionRoots } from './sessionRoots';

/** The request by which an earlier session is opened again. A fork begins a new session as a copy of it. */
export type ReopeningWay = 'load' | 'resume' | 'fork';

/**
 * Which folders an earlier session is to get: those it had, as far as its agent may still see them; all that its agent
 * may see; or these, in this order, as far as its agent may see them. Its working directory always comes first.
 */
export type ReopeningFolders = 'as before' | 'all' | readonly RealPath[];

/** An earlier session that is to be opened again, with all facts on which the decision depends. */
export interface ReopeningWish extends Pick<RootsChoice, 'flavour'> {
  readonly way: ReopeningWay;
  readonly folders: ReopeningFolders;
  /** Set only where the caller names a working directory: it must be the session's own. */
  readonly cwd?: string | undefined;
  /** What was sent to it last. */
  readonly record: SessionRecord | undefined;
  /** What the agent reports of it: needed only where there is no record. */
  readonly listed: ListedSession | undefined;
  /** The folders that the agent may see now, in order. */
  readonly exposed: readonly RealPath[];
  readonly abilities: AgentAbilities;
}

/** Whether an earlier session may be opened again, and with which roots. */
export type Reopening =
  | { readonly kind: 'open'; readonly roots: SessionRoots }
  /** The agent does not offer it. */
  | { readonly kind: 'not offered' }
  /** Neither our record nor the agent's list has it, so its working directory is not known. */
  | { readonly kind: 'unknown session' }
  /** Another working directory than the session's own is never sent (ACP: it must be the same on load and resume). */
  | { readonly kind: 'other cwd'; readonly cwd: string }
  | { readonly kind: 'cwd withdrawn'; readonly cwd: RealPath }
  /** Folders that the agent reports, and that are not allowed: a report grants nothing. */
  | { readonly kind: 'needs consent'; readonly folders: readonly string[] };

/**
 * Decides whether an earlier session is opened again, and with which roots. Where there is a record, folders that the
 * agent reports are not used. The full list is always sent; a withdrawn folder shortens it (ACP, additional
 * directories: nothing is restored implicitly). A session whose working directory was withdrawn is not opened.
 */
export function reopening(wish: ReopeningWish): Reopening {
  if (!wish.abilities[wish.way]) return { kind: 'not offered' };
  const { record, listed, exposed } = wish;
  const known = record ?? listed;
  if (known === undefined) return { kind: 'unknown session' };
  if (wish.cwd !== undefined && wish.cwd !== known.cwd) return { kind: 'other cwd', cwd: known.cwd };
  if (record !== undefined) {
    if (!exposed.includes(record.cwd)) return { kind: 'cwd withdrawn', cwd: record.cwd };
    return opened(record.cwd, remainingRoots(record, exposed), wish);
  }
  const reported = listed === undefined ? [] : reportedFolders(listed);
  const granted = reported.flatMap((folder) => exposed.find((each) => each === folder) ?? []);
  const [cwd] = granted;
  if (cwd === undefined || granted.length < reported.length) {
    const folders = reported.filter((folder) => !exposed.some((each) => each === folder));
    return { kind: 'needs consent', folders };
  }
  return opened(cwd, granted, wish);
}

function opened(cwd: RealPath, before: readonly RealPath[], wish: ReopeningWish): Reopening {
  const choice = {
    primary: cwd,
    takesAdditional: wish.abilities.additionalDirectories,
    flavour: wish.flavour,
  };
  const roots = sessionRoots(foldersFor(wish, cwd, before), choice);
  return roots === undefined ? { kind: 'cwd withdrawn', cwd } : { kind: 'open', roots };
}

function foldersFor(
  { folders, exposed }: ReopeningWish,
  cwd: RealPath,
  before: readonly RealPath[],
): readonly RealPath[] {
  if (folders === 'as before') return before;
  if (folders === 'all') return exposed;
  return [cwd, ...folders].filter((folder) => exposed.includes(folder));
}

/** Why an earlier session is not opened, and what to do. @param session its name for the user */
export function notReopenedText(session: string, refused: Exclude<Reopening, { kind: 'open' }>): string {
  const it = `The session "${session}" is not opened`;
  switch (refused.kind) {
    case 'not offered':
      return `${it}: the agent does not offer that. Begin a new one.`;
    case 'unknown session':
      return `${it}: neither this extension nor the agent knows its working directory. Begin a new one.`;
    case 'other cwd':
      return `${it}: its working directory is ${refused.cwd} and cannot be another. Begin a new one.`;
    case 'cwd withdrawn':
      return `${it}: its working directory ${refused.cwd} is not allowed any more. Allow it, or begin a new one with the folders that are.`;
    case 'needs consent':
      return `${it}: the agent says that it has ${refused.folders.join(', ')}. Allow what of it this workspace has, or begin a new one.`;
  }
}

/** Would a session be told other folders than it was, if it was opened again? Also true if it could not be opened. */
export function isBehind(
  told: Pick<SessionRoots, 'cwd' | 'additional'>,
  now: SessionRoots | undefined,
): boolean {
  return now === undefined || foldersOf(told).join('\0') !== foldersOf(now).join('\0');
}
