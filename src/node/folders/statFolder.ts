import { constants, promises as fs } from 'node:fs';
import { codeOf } from '../../core/errors';
import type { FolderStat } from '../../core/roots/folderStat';
import { DiskQueue } from './diskQueue';
import { diskOf } from '../watching/diskOf';
import { rootUri } from './folderUri';
import { inTime } from './inTime';
import { realPathOf } from './realPathOf';
import { bornAt, hasStableNumbers } from './stableNumbers';

/** Looks that the disk has not answered yet: a hung mount gets one look, not one a second. */
const unanswered = new Map<string, Promise<FolderStat>>();

const queue = new DiskQueue();

/**
 * Looks at a folder or a file on disk: an existing directory that can be listed, or a regular file that can be read, by
 * its real path. Never throws; without an answer of the disk within 50 ms it counts as unavailable, but for the time in
 * which this machine is too busy to ask. A disk that hangs holds up nothing but itself.
 */
export function statFolder(path: string): Promise<FolderStat> {
  const before = unanswered.get(path);
  return before === undefined ? begin(path) : lookAfter(before, path);
}

function begin(path: string): Promise<FolderStat> {
  const look = lookInTurn(path);
  unanswered.set(path, look);
  return look;
}

/** A look that is under way may have seen an older state; all callers that wait for it share the next. */
async function lookAfter(before: Promise<FolderStat>, path: string): Promise<FolderStat> {
  await before;
  const since = unanswered.get(path);
  return since ?? begin(path);
}

async function lookInTurn(path: string): Promise<FolderStat> {
  const turn = await queue.turn(diskOf(path));
  if (turn === undefined) {
    unanswered.delete(path);
    return { kind: 'no answer' };
  }
  const answer = ask(path).finally(() => {
    unanswered.delete(path);
    turn.end();
  });
  const stat = await inTime(answer);
  if (stat === undefined) turn.overdue();
  return stat ?? { kind: 'no answer' };
}

async function ask(path: string): Promise<FolderStat> {
  try {
    const realPath = await realPathOf(path);
    if (rootUri(realPath) === undefined) return { kind: 'no address' };
    const stat = await fs.stat(realPath, { bigint: true });
    if (stat.isFile()) {
      await fs.access(realPath, constants.R_OK);
      return { kind: 'file', file: realPath };
    }
    if (!stat.isDirectory()) return { kind: 'not a directory' };
    await fs.access(realPath, constants.R_OK | constants.X_OK);
    const isStable = await hasStableNumbers(realPath);
    const born = bornAt(stat);
    return {
      kind: 'available',
      realPath,
      identity: { device: String(stat.dev), inode: String(stat.ino) },
      ...(born !== undefined && { bornAt: born }),
      ...(!isStable && { hasUnstableNumbers: true }),
    };
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return { kind: 'missing' };
    return code === 'ENOTDIR' ? { kind: 'not a directory' } : { kind: 'not readable' };
  }
}
