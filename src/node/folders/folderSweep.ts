import type { Catalog } from '../../core/roots/catalog';
import type { Disposable } from '../../core/lifecycle';
import { toDisposable } from '../../core/lifecycle';

/** The disk’s word is at most this old, in milliseconds, while it is wanted (design rule 4). */
const interval = 1000;

/**
 * Looks at every candidate again each second while `wanted` says so. No watchers: a recursive one costs what the
 * folder holds, and one that is not recursive misses the folder itself.
 */
export function sweepFolders(catalog: Catalog, wanted: () => boolean): Disposable {
  let looking = false;
  const timer = setInterval(() => {
    if (looking || !wanted()) return;
    looking = true;
    void catalog.look().finally(() => (looking = false));
  }, interval);
  timer.unref();
  return toDisposable(() => clearInterval(timer));
}
