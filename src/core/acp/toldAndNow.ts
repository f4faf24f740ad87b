import type { RealPath } from '../roots/realPath';
import type { AgentAbilities } from './agentAnswers';
import type { ReopeningWay } from './reopening';
import { isBehind } from './reopening';
import { foldersOf, type SessionRoots } from './sessionRoots';

/**
 * What holds for one folder of an open session. `told`: the session was told of it and still has it. `withdrawn`: it
 * was told of it and does not have it any more. `held back`: it was told of it, but has no folder at all without its
 * working directory. `not told yet`: it would be told of it if it was opened again. `cannot be told`: never, since its
 * agent takes a working directory only.
 */
type FolderStanding = 'told' | 'withdrawn' | 'held back' | 'not told yet' | 'cannot be told';

export interface SessionFolder {
  readonly folder: RealPath;
  readonly isCwd: boolean;
  readonly standing: FolderStanding;
}

/** What an open session was told, compared with what it would be told now. */
export interface ToldAndNow {
  /** `stopped`: its working directory was withdrawn, so it may not go on. */
  readonly kind: 'in step' | 'changed' | 'stopped';
  /** As it was sent, in order. */
  readonly told: readonly RealPath[];
  /** As it would be sent now. */
  readonly now: readonly RealPath[];
  /** The folders that it was told of, in that order, then the others. */
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
 * The request by which an open session is sent its list again: `resume`, which does not replay the conversation, else
 * `load`. Undefined where the agent has neither.
 */
export function wayToRetell({ resume, load }: AgentAbilities): Exclude<ReopeningWay, 'fork'> | undefined {
  if (resume) return 'resume';
  return load ? 'load' : undefined;
}

/**
 * The request by which an earlier session is opened of which this window has no conversation: `load`, which replays it,
 * else `resume`. Undefined where the agent has neither.
 */
export function wayToOpen({ resume, load }: AgentAbilities): Exclude<ReopeningWay, 'fork'> | undefined {
  if (load) return 'load';
  return resume ? 'resume' : undefined;
}
