import { setTimeout as delay } from 'node:timers/promises';
import { readProcessTable } from '../../src/node/process/processTable';

/** Does a process of this number run? One that is dead and not collected does not. */
export async function isRunning(pid: number): Promise<boolean> {
  return (await readProcessTable()).some((each) => each.pid === pid);
}

/** Resolves when none of them runs. @throws {Error} when some do for twenty seconds */
export async function gone(pids: readonly number[]): Promise<void> {
  for (let left = 1000; left > 0; left -= 1) {
    const running = (await readProcessTable()).filter(({ pid }) => pids.includes(pid));
    if (running.length === 0) return;
    await delay(20);
  }
  throw new Error(`Some of these do not end: ${pids.join(', ')}.`);
}
