import type { RealPath } from '../roots/realPath';
import type { AgentAbilities } from './agentAnswers';
import { reportedFolders, type ListedSession } from './listedSession';
import type { SessionRecord } from './sessionRecord';
import { foldersOf, remainingRoots, sessionRoots, type RootsChoice, type SessionRoots } from './sessionRoots';

/** By which request an earlier session is opened again. A fork begins another one out of it. */
export type ReopeningWay = 'load' | 'resume' | 'fork';

/**
 * Which folders an earlier session is to have: those it had, as far as it may see them still, all it may see, or of
 * these only the ones that the user chose, in that order, with its working directory in any case.
 */
export type ReopeningFolders = 'as before' | 'all' | readonly RealPath[];

/** An earlier session that is to be opened again, with everything that decides about it. */
export interface ReopeningWish extends Pick<RootsChoice, 'flavour'> {
  readonly way: ReopeningWay;
  readonly folders: ReopeningFolders;
  /** Only where somebody names one: it must be the session's own. */
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
  /** Neither our record nor the agent's list has it, so that its working directory is not known. */
  | { readonly kind: 'unknown session' }
  /** Another working directory than the session's own is never sent (ACP: it must be the same on load and resume). */
  | { readonly kind: 'other cwd'; readonly cwd: string }
  | { readonly kind: 'cwd withdrawn'; readonly cwd: RealPath }
  /** What an agent reports is no grant: these have to be allowed first. */
  | { readonly kind: 'needs consent'; readonly folders: readonly string[] };

/**
 * Decides about opening an earlier session again. The full list is always given and never merged with what the agent
 * reports; a withdrawn folder shortens it (ACP, additional directories: nothing is restored implicitly). A session
 * whose working directory was withdrawn is not opened.
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

/** Why an earlier session is not opened, with what to do. @param session as the user knows it */
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

/** Does a session hear of another list than it was told, once it is opened again? */
export function isBehind(
  told: Pick<SessionRoots, 'cwd' | 'additional'>,
  now: SessionRoots | undefined,
): boolean {
  return now === undefined || foldersOf(told).join('\0') !== foldersOf(now).join('\0');
}
