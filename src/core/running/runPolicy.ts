import { aOne, type Noun } from '../consent/noun';

/** What a change does to a session of a server that goes on. */
export type SessionDecision =
  | { readonly do: 'keep' }
  /** It is told that its list is another one; requests wait until it has asked for that. */
  | { readonly do: 'notify' }
  /** Its process ends and another takes over: what a process knows, it keeps. */
  | { readonly do: 'replace'; readonly why: string };

/** What a change does to something that runs. */
export type RunDecision =
  | { readonly do: 'keep' }
  | { readonly do: 'stop'; readonly why: string }
  /** It ends, and starts again with the next folder. */
  | { readonly do: 'wait'; readonly why: string };

/**
 * How a change of the exposure bears on what a process knows. `left`: consent stands, the folder is gone from the
 * workspace; `emptied`: the same of the last one.
 */
export type Narrowing = 'none' | 'left' | 'emptied' | 'withdrawn';

/** What is otherwise for one session than when its process was started. */
export interface SessionFacts {
  readonly narrowing?: Narrowing;
  /** The exposed folders make its launch another one. */
  readonly launch?: 'another';
  /** It was told that its list is another one, and did not ask for that. */
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

/** What is otherwise for all of a run; what is left out is as it was when it was started. */
export interface RunFacts {
  readonly workspace?: 'not trusted';
  /** Why its definition is another one than what was started. */
  readonly redefined?: string;
  /** What keeps the definition from being started at all. */
  readonly definition?: 'shadowed' | 'not approved';
  /** Its client may not use it any more. */
  readonly client?: 'removed' | 'not given it';
  readonly refused?: RefusedFolder;
  /** Of an agent: the exposed folders make the launch of its process another one. */
  readonly launch?: 'another';
  /** There is nothing left that it may see, and its definition has it wait then. */
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
