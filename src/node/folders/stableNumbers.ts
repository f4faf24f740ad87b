import { statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';

/**
 * The file systems of Linux that make their numbers up, or take them from a server: an inode number there can be
 * another after a while although nothing was moved. From `linux/magic.h` and the sources of each.
 */
const unstableTypes: ReadonlySet<number> = new Set([
  0x65735546, // fuse, and virtiofs
  0x01021997, // 9p
  0x2011bab0, // exfat
  0x4d44, // msdos, vfat
  0x6969, // nfs
  0x517b, // smb
  0xfe534d42, // smb2
  0xff534d42, // cifs
  0x00c36400, // ceph
  0x5346414f, // afs
  0x6b414653, // kafs
  0x73757245, // coda
  0x564c, // ncp
  0x786f4256, // vboxsf
  0xbacbacbc, // vmhgfs
  0x0bd00bd0, // lustre
  0x47504653, // gpfs
  0x19830326, // fhgfs
]);

/**
 * Do the numbers of the disk at this real path say which directory it is? Where that cannot be told they do not.
 * On Linux the type of the file system decides. macOS numbers its types anew: there what the system itself lies on
 * (APFS) does. Windows tells no types: there everything but a share does.
 */
export async function hasStableNumbers(realPath: string): Promise<boolean> {
  if (process.platform === 'win32') return !realPath.startsWith('\\\\');
  try {
    const { type } = await statfs(realPath);
    if (process.platform === 'linux') return isStableType(type);
    return type === (await statfs('/')).type;
  } catch {
    return false;
  }
}

/** Does a file system of this type, as `statfs(2)` of Linux says it, keep its numbers? */
export function isStableType(type: number): boolean {
  return !unstableTypes.has(type >>> 0);
}

let areBirthsTold: boolean | undefined;

/**
 * When something was made, in milliseconds since the epoch; undefined where that is not told. Where a kernel does not
 * tell it, Node.js puts the time of the last change in its place, which renaming makes new: `/proc` is never born.
 */
export function bornAt({ birthtimeNs }: { readonly birthtimeNs: bigint }): number | undefined {
  areBirthsTold ??= process.platform !== 'linux' || birthOf('/proc/self') === 0n;
  return areBirthsTold && birthtimeNs > 0n ? Number(birthtimeNs / 1_000_000n) : undefined;
}

function birthOf(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.birthtimeNs;
}
