import { constants, promises as fs } from 'node:fs';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { codeOf } from '../../core/errors';
import type { FolderSighting } from '../../core/roots/folderSighting';
import { DiskQueue } from './diskQueue';
import { diskOf } from './diskOf';
import { rootUri } from './folderUri';
import { realPathOf } from './realPathOf';

/** A look without a result in this many milliseconds counts as "no answer" (design rule 4). */
const patience = 50;

/** Milliseconds. */
const step = 10;

/** Looks that the disk has not answered yet: a hung mount gets one look, not one a second. */
const unanswered = new Map<string, Promise<FolderSighting>>();

const queue = new DiskQueue();

/**
 * Looks at a folder on disk: an existing directory that can be listed, by its real path. Never throws; without an
 * answer of the disk within 50 ms the folder counts as unavailable. A disk that hangs holds up nothing but itself.
 */
export function lookAtFolder(path: string): Promise<FolderSighting> {
  const before = unanswered.get(path);
  if (before !== undefined) return before;
  const look = lookInTurn(path);
  unanswered.set(path, look);
  return look;
}

async function lookInTurn(path: string): Promise<FolderSighting> {
  const turn = await queue.turn(diskOf(path));
  if (turn === undefined) {
    unanswered.delete(path);
    return { kind: 'no answer' };
  }
  const answer = ask(path).finally(() => {
    unanswered.delete(path);
    turn.end();
  });
  const sighting = await Promise.race([answer, silence()]);
  if (sighting.kind === 'no answer') turn.overdue();
  return sighting;
}

async function silence(): Promise<FolderSighting> {
  // In small steps: while this process is busy itself, no time passes for the disk.
  for (let waited = 0; waited < patience; waited += step) await setTimeout(step);
  await setImmediate();
  return { kind: 'no answer' };
}

async function ask(path: string): Promise<FolderSighting> {
  try {
    const realPath = await realPathOf(path);
    if (rootUri(realPath) === undefined) return { kind: 'no address' };
    const stat = await fs.stat(realPath, { bigint: true });
    if (!stat.isDirectory()) return { kind: 'not a directory' };
    await fs.access(realPath, constants.R_OK | constants.X_OK);
    return { kind: 'available', realPath, identity: { device: String(stat.dev), inode: String(stat.ino) } };
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return { kind: 'missing' };
    return code === 'ENOTDIR' ? { kind: 'not a directory' } : { kind: 'not readable' };
  }
}
