import { readFileSync } from 'node:fs';
import { parse, sep } from 'node:path';

/** Every mount point, longest first; read again in the next turn of the event loop. */
let mountPoints: readonly string[] | undefined;

/**
 * Names the disk that a path lies on, as far as that can be told without asking the disk: what hangs together when it
 * hangs. On Linux its mount; elsewhere the drive, or the first two names of the path (`/Volumes/data`).
 */
export function diskOf(path: string): string {
  if (process.platform === 'win32') return parse(path).root.toLowerCase();
  if (process.platform !== 'linux') return path.split(sep).slice(0, 3).join(sep);
  if (mountPoints === undefined) {
    mountPoints = readMountPoints();
    setImmediate(() => (mountPoints = undefined));
  }
  return mountPoints.find((mount) => path === mount || path.startsWith(mount + sep)) ?? sep;
}

/** Of the kernel's own table, which no disk can hold up; `proc_pid_mountinfo(5)`: the fifth field, oddities in octal. */
function readMountPoints(): readonly string[] {
  let table: string;
  try {
    table = readFileSync('/proc/self/mountinfo', 'utf8');
  } catch {
    return [];
  }
  const points = table.split('\n').flatMap((line) => line.split(' ')[4] ?? []);
  return points
    .map((point) => point.replace(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(parseInt(octal, 8))))
    .filter((point) => point !== sep)
    .toSorted((one, other) => other.length - one.length);
}
