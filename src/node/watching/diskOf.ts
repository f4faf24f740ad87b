import { readFileSync } from 'node:fs';
import { parse, sep } from 'node:path';

interface Mount {
  readonly point: string;
  /** Of the file system, as the kernel calls it. */
  readonly type: string;
}

/** File systems of this machine alone: whatever changes there is changed through this kernel, which tells of it. */
const localTypes = new Set(
  'ext2 ext3 ext4 xfs btrfs bcachefs f2fs jfs reiserfs zfs overlay tmpfs ramfs vfat exfat ntfs3 hfsplus'.split(
    ' ',
  ),
);

/** Every mount, the longest path first; read again in the next turn of the event loop. */
let mounts: readonly Mount[] | undefined;

/**
 * Names the disk that a path lies on, as far as that can be told without asking the disk: what hangs together when it
 * hangs. On Linux its mount; elsewhere the drive, or the first two names of the path (`/Volumes/data`).
 */
export function diskOf(path: string): string {
  if (process.platform === 'win32') return parse(path).root.toLowerCase();
  if (process.platform !== 'linux') return path.split(sep).slice(0, 3).join(sep);
  return mountOf(path)?.point ?? sep;
}

/**
 * Does the system tell of every change in this directory, as far as that can be told without asking the disk? On network
 * disks and those that a program provides others change things unseen. On Windows no directory is watched: neither it nor
 * what holds it could be renamed.
 */
export function tellsOfChanges(path: string): boolean {
  switch (process.platform) {
    case 'linux':
      return localTypes.has(mountOf(path)?.type ?? '');
    case 'darwin':
      return !/^\/(Volumes|Network|net|home)(\/|$)/.test(path);
    default:
      return false;
  }
}

function mountOf(path: string): Mount | undefined {
  if (mounts === undefined) {
    mounts = readMounts();
    setImmediate(() => (mounts = undefined));
  }
  return mounts.find(({ point }) => path === point || path.startsWith(point === sep ? sep : point + sep));
}

/**
 * Of the kernel's own table, which no disk can hold up; `proc_pid_mountinfo(5)`: the fifth field, oddities in octal, and
 * the one behind the dash. What was mounted later over the same directory hides what lies there.
 */
function readMounts(): readonly Mount[] {
  let table: string;
  try {
    table = readFileSync('/proc/self/mountinfo', 'utf8');
  } catch {
    return [];
  }
  return table
    .split('\n')
    .toReversed()
    .flatMap((line): readonly Mount[] => {
      const fields = line.split(' ');
      const point = fields[4]?.replace(/\\([0-7]{3})/g, (_, octal) =>
        String.fromCharCode(parseInt(octal, 8)),
      );
      const type = fields[fields.indexOf('-') + 1];
      return point === undefined || type === undefined ? [] : [{ point, type }];
    })
    .toSorted((one, other) => other.point.length - one.point.length);
}
