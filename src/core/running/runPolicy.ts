import { aOne, type Noun } from '../consent/noun';

/** What happens to a session of a server, which itself goes on, after a change. */
export type SessionDecision =
  | { readonly do: 'keep' }
  /** The server is told that its list has changed; requests wait until it has asked for the new one. */
  | { readonly do: 'notify' }
  /** The process ends and another takes over, since a process cannot forget what it knows. */
  | { readonly do: 'replace'; readonly why: string };

/** What happens to a run after a change. */
export type RunDecision =
  | { readonly do: 'keep' }
  | { readonly do: 'stop'; readonly why: string }
  /** The run ends, and starts again with the next folder. */
  | { readonly do: 'wait'; readonly why: string };

/**
 * What a change of the exposure takes from what a process knows. `left`: a folder has left the workspace, the consent
 * to it stands; `emptied`: the same, and the list is empty now.
 */
export type Narrowing = 'none' | 'left' | 'emptied' | 'withdrawn';

/** What has changed for one session since its process was started. */
export interface SessionFacts {
  readonly narrowing?: Narrowing;
  /** With the folders that are exposed now, its launch would be another one; or it named one that is withdrawn. */
  readonly launch?: 'another' | 'withdrawn';
  /** The process was told that its list has changed, and did not ask for the new one in time. */
  readonly asked?: 'not in time';
}

/** A folder that the definition names and that is not granted. */
interface RefusedFolder {
  readonly name: string;
  /** Another folder was put in its place. */
  readonly isMoved: boolean;
  /** It was granted when the process was started. */
  readonly wasGranted: boolean;
}

/** What has changed for a whole run since it was started; what is left out has not changed. */
export interface RunFacts {
  readonly workspace?: 'not trusted';
  /** Why its definition is not the one that was started. */
  readonly redefined?: string;
  /** What keeps the definition from being started at all. */
  readonly definition?: 'shadowed' | 'not approved';
  /** Its client may not use it any more. */
  readonly client?: 'removed' | 'not given it';
  readonly refused?: RefusedFolder;
  /** For an agent: with the folders that are exposed now, the launch of its process would be another one. */
  readonly launch?: 'another';
  /** There is no folder left that it may see, and its definition says to wait then. */
  readonly folders?: 'none to start with';
}

/**
 * Decides what becomes of a run, in the one place where anything that runs is ended because of a change (rule 17). The
 * strictest fact counts. Sessions of an agent follow their folders by themselves, so that its process is never replaced
 * (rule 7).
 */
export function decideRun(noun: Noun, facts: RunFacts): RunDecision {
  const why = whyStop(noun, facts);
  if (why !== undefined) return { do: 'stop', why };
  if (facts.folders !== undefined) return { do: 'wait', why: 'the last folder that it may see is gone' };
  return { do: 'keep' };
}

/** Decides what becomes of one session of a server. @param onRevoke as its definition says */
export function decideSession(
  onRevoke: 'restart' | 'notify',
  { narrowing = 'none', launch, asked }: SessionFacts,
): SessionDecision {
  if (launch === 'withdrawn')
    return { do: 'replace', why: 'a folder that it was started with was withdrawn' };
  const restarts = onRevoke === 'restart';
  if (narrowing === 'withdrawn' && restarts)
    return { do: 'replace', why: 'a folder that it knew was withdrawn' };
  // Real servers keep their old roots when the list becomes empty (server-filesystem 2026.8.31).
  if (narrowing === 'emptied' && restarts)
    return { do: 'replace', why: 'the last folder that it knew is gone' };
  if (asked !== undefined && restarts)
    return { do: 'replace', why: 'it did not ask for its new list in time' };
  if (narrowing !== 'none') return { do: 'notify' };
  return launch === undefined ? { do: 'keep' } : { do: 'replace', why: 'it is started with other folders' };
}

function whyStop(
  noun: Noun,
  { workspace, redefined, definition, client, refused, launch }: RunFacts,
): string | undefined {
  if (workspace !== undefined) return 'this workspace is not trusted';
  if (redefined !== undefined) return redefined;
  if (definition === 'shadowed') return `a wider scope defines ${aOne(noun)} of the same name`;
  if (definition === 'not approved') return 'its definition is not approved';
  if (client === 'removed') return 'it may not use this server any more';
  if (client === 'not given it') return 'its agent is not given it any more';
  if (refused !== undefined)
    return `its definition names the folder "${refused.name}", ${howRefused(refused)}`;
  // Its process cannot forget what its launch has told it, and its sessions could not go on in another one.
  return launch === undefined ? undefined : 'the folders that its launch names are others now';
}

function howRefused({ isMoved, wasGranted }: RefusedFolder): string {
  if (isMoved) return 'in whose place another was put';
  return wasGranted ? 'which is not granted any more' : 'which is not granted';
}
