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
 * Names the disk that a path lies on, as far as that is known without asking the disk: all paths on it hang together
 * when it hangs. On Linux it is the mount; elsewhere the drive, or the first two names of the path (`/Volumes/data`).
 */
export function diskOf(path: string): string {
  if (process.platform === 'win32') return parse(path).root.toLowerCase();
  if (process.platform !== 'linux') return path.split(sep).slice(0, 3).join(sep);
  return mountOf(path)?.point ?? sep;
}

/**
 * Does the system report every change in this directory, as far as that is known without asking the disk? On network
 * disks, and on those that a program provides, others can make changes that are not reported. On Windows no directory
 * is watched: neither it nor the directories around it could be renamed then.
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
 * Reads the kernel's own table, which no disk can hold up (`proc_pid_mountinfo(5)`). The mount point is the fifth
 * field, with special characters in octal; the type is the field after the dash. A later mount at the same directory
 * hides what lies there.
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
