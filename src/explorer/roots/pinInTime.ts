import { setTimeout as delay } from 'node:timers/promises';
import type { PinnedRoot } from '../../core/roots/containment';
import { pinRoot } from '../../node/paths/pinRoot';

/** In milliseconds. */
const longestWait = 2000;

/** Like `pinRoot`, but gives `no answer` if the disk does not answer in time. */
export function pinInTime(path: string): Promise<PinnedRoot | 'no answer' | undefined> {
  return Promise.race([pinRoot(path), delay(longestWait, 'no answer' as const, { ref: false })]);
}
