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
 * Do the inode numbers of the disk at this real path tell lastingly which directory it is? If that is not known: no. On
 * Linux the type of the file system decides. On macOS the numbers of the types vary: only disks of the same type as the
 * system's own (APFS) count there. Windows does not tell types: everything but a share counts there.
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
 * When something was made, in milliseconds since the epoch; undefined where the system does not say. On a kernel that
 * does not say, Node.js gives the time of the last change instead, which renaming updates; `/proc` was never made, so
 * that a time there shows such a kernel.
 */
export function bornAt({ birthtimeNs }: { readonly birthtimeNs: bigint }): number | undefined {
  areBirthsTold ??= process.platform !== 'linux' || birthOf('/proc/self') === 0n;
  return areBirthsTold && birthtimeNs > 0n ? Number(birthtimeNs / 1_000_000n) : undefined;
}

function birthOf(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.birthtimeNs;
}
