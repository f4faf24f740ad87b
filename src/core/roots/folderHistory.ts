import { isSameFolder, type FolderIdentity, type FolderStat, type FoundFolder } from './folderStat';
import type { RealPath } from './realPath';

/** The directory that lies at a path, and which earlier ones it counts as. */
export interface SeenFolder {
  /** Undefined where the inode numbers of the disk are not reliable: there the path alone counts. */
  readonly identity: FolderIdentity | undefined;
  /** Earlier directories that lay there. They were removed and made anew, so that this one counts as them. */
  readonly formerly: readonly FolderIdentity[];
  /** Nothing was there then (milliseconds since the epoch): this one counts as all that were granted before. */
  readonly madeAfter?: number;
  /** It took the place of another one while this window looked on. */
  readonly isSwapped: boolean;
}

/** What one window has seen at one path, one look after the other. */
export interface FolderHistory {
  /** Undefined as long as there was nothing at the path. */
  readonly realPath: RealPath | undefined;
  /** Where the path led to before a link in it was changed. */
  readonly ledTo: RealPath | undefined;
  /** The directory that lies there, or that lay there last: kept while it is gone. */
  readonly folder: SeenFolder | undefined;
  /** When the last look began, if that found nothing there; milliseconds since the epoch. */
  readonly goneAt: number | undefined;
}

/** When a look took place, in milliseconds since the epoch. */
export interface LookTime {
  readonly began: number;
  readonly ended: number;
}

/** A grant, as far as it says which directory was meant. */
export interface MeantFolder {
  readonly identity?: FolderIdentity | undefined;
  /** Milliseconds since the epoch. */
  readonly decidedAt: number;
}

/** How many earlier directories are kept. A folder that is made anew more often is asked about again. */
const mostFormerly = 50;

/** Linux writes as birth the last tick of its clock, which is up to 10 ms ago (at 100 ticks a second); milliseconds. */
const longestTick = 10;

/**
 * What is known of a path after one more look. A look without a result changes nothing. A directory counts as made anew
 * only if it was born after a look had found nothing: any other may have been moved there.
 */
export function afterLook(
  before: FolderHistory | undefined,
  stat: FolderStat,
  time: LookTime,
): FolderHistory | undefined {
  switch (stat.kind) {
    case 'available':
      return afterFinding(before, stat, time);
    case 'missing':
    case 'file':
    case 'not a directory':
      return {
        realPath: before?.realPath,
        ledTo: before?.ledTo,
        folder: before?.folder,
        goneAt: time.began,
      };
    case 'not readable':
    case 'no address':
    case 'no answer':
      return before;
  }
}

/**
 * Is this the directory that was meant, or one that counts as it (rule 5)? Another device is a remount, which
 * is let pass; a grant that does not say which directory was meant is for the one that is there.
 */
export function isStill(folder: SeenFolder, { identity: meant, decidedAt }: MeantFolder): boolean {
  const { identity, formerly, madeAfter } = folder;
  if (meant === undefined || identity === undefined || meant.device !== identity.device) return true;
  if ([identity, ...formerly].some((each) => isSameFolder(each, meant))) return true;
  return madeAfter !== undefined && decidedAt < madeAfter;
}

function afterFinding(before: FolderHistory | undefined, found: FoundFolder, time: LookTime): FolderHistory {
  const { realPath } = found;
  const isElsewhere = before?.realPath !== undefined && before.realPath !== realPath;
  const earlier = isElsewhere ? undefined : before;
  return {
    realPath,
    ledTo: isElsewhere ? before.realPath : before?.ledTo,
    folder: folderAfter(earlier, found, time),
    goneAt: undefined,
  };
}

function folderAfter(before: FolderHistory | undefined, found: FoundFolder, time: LookTime): SeenFolder {
  const identity = found.hasUnstableNumbers ? undefined : found.identity;
  const last = before?.folder;
  const goneAt = before?.goneAt;
  const isNew = goneAt !== undefined && isBornBetween(found, goneAt, time.ended);
  if (last === undefined) {
    return { identity, formerly: [], isSwapped: false, ...(isNew && { madeAfter: goneAt }) };
  }
  const { isSwapped } = last;
  if (identity === undefined || last.identity?.device !== identity.device) {
    return { identity, formerly: [], isSwapped };
  }
  if (isSameFolder(last.identity, identity)) return last;
  if (!isNew) return { identity, formerly: [], isSwapped: true };
  return { ...last, identity, formerly: [...last.formerly, last.identity].slice(-mostFormerly) };
}

/** A birth time in the future does not count: the clock was set otherwise when it was written. */
function isBornBetween({ bornAt }: FoundFolder, from: number, to: number): boolean {
  return bornAt !== undefined && bornAt > from - longestTick && bornAt <= to;
}
