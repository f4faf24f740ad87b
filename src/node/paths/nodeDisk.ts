import { lstatSync, readlinkSync, realpathSync, type BigIntStats } from 'node:fs';
import { codeOf } from '../../core/errors';
import type { Disk, Entry, EntryKind, Resolution } from '../../core/roots/disk';
import { asRealPath } from '../../core/roots/realPath';
import { realPathOf } from '../folders/realPathOf';

/** The disk of this machine, for judging paths. */
export const nodeDisk: Disk = {
  flavour: process.platform === 'win32' ? 'win32' : 'posix',

  realPath: (path) => realPathOf(path).then((realPath) => ({ kind: 'found', realPath }), failed),

  realPathNow: (path) => {
    try {
      return { kind: 'found', realPath: asRealPath(realpathSync.native(path)) };
    } catch (error) {
      return failed(error);
    }
  },

  look: (path) => {
    try {
      const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
      return stats ? entryOf(stats) : 'missing';
    } catch {
      return 'unreadable';
    }
  },

  linkTarget: (path) => {
    try {
      return readlinkSync(path);
    } catch {
      return undefined;
    }
  },
};

/** What the disk says of an entry, as the judgement of a path knows it. */
export function entryOf(stats: BigIntStats): Entry {
  return { kind: kindOf(stats), identity: { device: String(stats.dev), inode: String(stats.ino) } };
}

/** The kind of a directory entry or of what was looked at; a link is never taken for what it points to. */
export function kindOf(entry: Pick<BigIntStats, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): EntryKind {
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isDirectory()) return 'directory';
  return entry.isFile() ? 'file' : 'other';
}

function failed(error: unknown): Resolution {
  return { kind: codeOf(error) === 'ENOENT' ? 'missing' : 'unresolvable' };
}
