import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Arrival, Door } from './arrival';

/** No journey and no preparation for one takes so long, in milliseconds. */
const patience = 15_000;

/**
 * Goes on a journey while another thread watches the door as a debugger of this one, and gives what it saw there.
 * @throws {Error} when the journey fails, or does not come to the door in time
 */
export async function arrivalAt(door: Door, go: () => Promise<void>): Promise<Arrival> {
  const observer = new Worker(path.join(__dirname, 'observer.js'), { workerData: door });
  try {
    await said<'armed'>(observer, 'The door could not be watched.');
    const arriving = said<Arrival>(observer, 'The journey did not come to its door.');
    const going = go();
    // A journey that fails before it arrives has more to say than that it did not arrive.
    const [arrival] = await Promise.all([arriving, going]);
    return arrival;
  } finally {
    await observer.terminate();
  }
}

async function said<T>(observer: Worker, orElse: string): Promise<T> {
  try {
    const [message] = (await once(observer, 'message', { signal: AbortSignal.timeout(patience) })) as [T];
    return message;
  } catch (cause) {
    throw new Error(orElse, { cause });
  }
}
