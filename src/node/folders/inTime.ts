import { randomBytes } from 'node:crypto';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A look without a result in this many milliseconds counts as "no answer" (rule 4). */
const patience = 50;

/** However busy the machine is, nobody waits longer for a disk, in milliseconds. */
const longest = 1000;

/** Milliseconds. */
const step = 10;

/** How many jobs, one after the other, one look gives to the threads of this process. */
const jobsOfALook = 4;

/** Work for the threads that ask the disk, without a disk. */
const job = promisify(randomBytes);

/**
 * The answer of a disk, or undefined when it gives none in time. Time in which the machine itself is too busy does not
 * count: after 50 ms, the threads that ask the disk get as much work as a look is, without any disk. They take their
 * jobs in order: when they have done that work and the disk has still not answered, it is the disk that hangs. Never
 * longer than about a second.
 */
export async function inTime<T>(answer: Promise<T>, control = threadsGetOn): Promise<T | undefined> {
  const over = new AbortController();
  const patient = async () => {
    await passes(patience, over.signal);
    if (over.signal.aborted) return undefined;
    await Promise.race([control(), passes(longest - patience, over.signal)]);
    // An answer that came in the same turn counts.
    await setImmediate();
    return undefined;
  };
  try {
    return await Promise.race([answer, patient()]);
  } finally {
    over.abort();
  }
}

/** Waits in small steps: time in which this process is busy does not count. Ends early when `over` is aborted. */
async function passes(milliseconds: number, over: AbortSignal): Promise<void> {
  for (let waited = 0; waited < milliseconds && !over.aborted; waited += step)
    await setTimeout(step, undefined, { signal: over }).catch(() => undefined);
}

let controlling: Promise<void> | undefined;

/** Resolves when the threads have done as much as a look asks of them, begun after this was called. */
async function threadsGetOn(): Promise<void> {
  // Work that is under way began too early to prove anything; all callers that wait for it share the next.
  await controlling;
  controlling ??= work().finally(() => (controlling = undefined));
  await controlling;
}

async function work(): Promise<void> {
  for (let done = 0; done < jobsOfALook; done += 1) await job(1);
}
