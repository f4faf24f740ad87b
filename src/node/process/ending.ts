import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Family, Living } from './family';
import { readProcessTable } from './processTable';

/** How long the kernel gets to remove what was killed, in milliseconds. */
const killMs = 2000;

/** Resolves with true once nobody of the family lives, with false after so many milliseconds. Windows cannot tell: true. */
export async function waitUntilGone(family: Family, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  for (let pause = 5; ; pause = Math.min(pause * 2, 80)) {
    if (isEmpty(family.update(await readProcessTable()))) return true;
    const left = deadline - performance.now();
    if (left <= 0) return false;
    await delay(Math.min(pause, left));
  }
}

/**
 * Ends a whole family: SIGTERM to all, `termMs` milliseconds to obey, then SIGKILL until nobody is left (MCP,
 * basic/lifecycle, shutdown over stdio; rule 10). On Windows there is no polite way: `taskkill /T /F` at once, which
 * finds descendants only while the root runs; a root that has ended is left alone, its pid may be another's.
 * @returns whether none is left; false also after two seconds of SIGKILL (another user's process, a hung disk).
 */
export async function endFamily(family: Family, termMs: number): Promise<boolean> {
  if (process.platform === 'win32') return family.rootHasEnded || killTree(family.root);
  const living = family.update(await readProcessTable());
  if (isEmpty(living)) return true;
  signal(living, 'SIGTERM');
  if (await waitUntilGone(family, termMs)) return true;
  for (const deadline = performance.now() + killMs; performance.now() < deadline; await delay(20)) {
    const left = family.update(await readProcessTable());
    if (isEmpty(left)) return true;
    signal(left, 'SIGKILL');
  }
  return false;
}

function isEmpty(living: Living): boolean {
  return living.members.length === 0;
}

/** Groups as a whole, because a member that forks meanwhile would escape a list; everybody else by pid. */
function signal({ members, groups }: Living, name: 'SIGTERM' | 'SIGKILL'): void {
  for (const group of groups) kill(-group, name);
  for (const { pid, group } of members) if (!groups.includes(group)) kill(pid, name);
}

function kill(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {
    // Gone in between (ESRCH) or another user's (EPERM): whether anybody is left is found out by looking again.
  }
}

function killTree(root: number): Promise<boolean> {
  const taskkill = join(process.env['SYSTEMROOT'] ?? 'C:\\Windows', 'System32', 'taskkill.exe');
  return new Promise((resolve) => {
    execFile(taskkill, ['/PID', String(root), '/T', '/F'], { windowsHide: true }, (error) =>
      resolve(error === null),
    );
  });
}
