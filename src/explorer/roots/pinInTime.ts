import type { PinnedRoot } from '../../core/roots/containment';
import { pinRoot } from '../../node/paths/pinRoot';
import { within } from '../../node/process/within';

/** In milliseconds. */
const longestWait = 2000;

/** Like `pinRoot`, but gives `no answer` if the disk does not answer in time. */
export async function pinInTime(path: string): Promise<PinnedRoot | 'no answer' | undefined> {
  const pinned = pinRoot(path);
  return (await within(pinned, longestWait)) ? pinned : 'no answer';
}
