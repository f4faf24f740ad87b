import type { RealPath } from '../roots/realPath';
import type { AgentAbilities } from './agentAnswers';
import type { ReopeningWay } from './reopening';
import { isBehind } from './reopening';
import { foldersOf, type SessionRoots } from './sessionRoots';

/**
 * How one folder stands with an open session: it was told of it, and has it; it was told of it, and has it no more; it
 * was told of it, and does not have it without its working directory; it would be told of it if it was opened again; or
 * its agent takes a working directory only, and is never told.
 */
type FolderStanding = 'told' | 'withdrawn' | 'held back' | 'not told yet' | 'cannot be told';

export interface SessionFolder {
  readonly folder: RealPath;
  readonly isCwd: boolean;
  readonly standing: FolderStanding;
}

/** What an open session was told, against what it would be told now. */
export interface ToldAndNow {
  /** `stopped`: its working directory was withdrawn, so that it may not go on. */
  readonly kind: 'in step' | 'changed' | 'stopped';
  /** As it was sent, in order. */
  readonly told: readonly RealPath[];
  /** As it would be sent. */
  readonly now: readonly RealPath[];
  /** What it was told of in that order, then the others. */
  readonly folders: readonly SessionFolder[];
}

/**
 * @param told as it was sent
 * @param now with the same working directory; undefined once that was withdrawn
 */
export function toldAndNow(told: SessionRoots, now: SessionRoots | undefined): ToldAndNow {
  const sent = foldersOf(told);
  const current = now === undefined ? [] : foldersOf(now);
  const standing = (folder: RealPath): FolderStanding => {
    if (current.includes(folder)) return 'told';
    return now === undefined && folder !== told.cwd ? 'held back' : 'withdrawn';
  };
  const line = (folder: RealPath, as: FolderStanding): SessionFolder => ({
    folder,
    isCwd: folder === told.cwd,
    standing: as,
  });
  return {
    kind: now === undefined ? 'stopped' : isBehind(told, now) ? 'changed' : 'in step',
    told: sent,
    now: current,
    folders: [
      ...sent.map((folder) => line(folder, standing(folder))),
      ...current.filter((folder) => !sent.includes(folder)).map((folder) => line(folder, 'not told yet')),
      ...(now?.unseen ?? []).map((folder) => line(folder, 'cannot be told')),
    ],
  };
}

/**
 * By which request an open session is given its list anew: by resume, which tells nothing again of the conversation,
 * else by load. Undefined where the agent has neither.
 */
export function wayToRetell({ resume, load }: AgentAbilities): Exclude<ReopeningWay, 'fork'> | undefined {
  if (resume) return 'resume';
  return load ? 'load' : undefined;
}

/**
 * By which request an earlier session is opened that nothing is shown of here: by load, which tells the conversation
 * again, else by resume. Undefined where the agent has neither.
 */
export function wayToOpen({ resume, load }: AgentAbilities): Exclude<ReopeningWay, 'fork'> | undefined {
  if (load) return 'load';
  return resume ? 'resume' : undefined;
}
