import { setTimeout as delay } from 'node:timers/promises';
import type { PinnedRoot } from '../../core/roots/containment';
import { pinRoot } from '../../node/paths/pinRoot';

/** Milliseconds. */
const longestWait = 2000;

/** As `pinRoot`, or `no answer` where the disk gives none in time. */
export function pinInTime(path: string): Promise<PinnedRoot | 'no answer' | undefined> {
  return Promise.race([pinRoot(path), delay(longestWait, 'no answer' as const, { ref: false })]);
}
