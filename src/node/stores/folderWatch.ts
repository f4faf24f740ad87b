import { watch } from 'node:fs';
import type { Event } from '../../core/event';
import { toDisposable, type Disposable } from '../../core/lifecycle';

/** A burst of events makes one look. */
const settleMilliseconds = 20;

/**
 * Calls `look` soon after something in a directory changed, with the names that changed as far as the system
 * says, and every so many milliseconds anyhow, because events are lost on some disks and where the system's
 * watchers are used up. One look at a time. Keeps no process alive. `look` must not throw.
 */
export function watchFolder(
  path: string,
  everyMilliseconds: number,
  look: (changed: ReadonlySet<string>) => Promise<void>,
): Disposable {
  let changed = new Set<string>();
  let ended = false;
  let looking = false;
  let timer: NodeJS.Timeout | undefined;

  const plan = (milliseconds: number) => {
    clearTimeout(timer);
    if (!ended && !looking) timer = setTimeout(() => void run(), milliseconds).unref();
  };
  const run = async () => {
    looking = true;
    const now = changed;
    changed = new Set();
    await look(now);
    looking = false;
    plan(changed.size > 0 ? settleMilliseconds : everyMilliseconds);
  };

  const watcher = openWatcher(path, (name) => {
    if (changed.size === 0) plan(settleMilliseconds);
    changed.add(name);
  });
  plan(everyMilliseconds);
  return toDisposable(() => {
    ended = true;
    clearTimeout(timer);
    watcher?.dispose();
  });
}

/** Makes an event that keeps something running while anyone listens to it. */
export function whileListened<T>(event: Event<T>, start: () => Disposable): Event<T> {
  let listeners = 0;
  let running: Disposable | undefined;
  return (listener) => {
    const subscription = event(listener);
    listeners += 1;
    running ??= start();
    return toDisposable(() => {
      subscription.dispose();
      listeners -= 1;
      if (listeners > 0) return;
      running?.dispose();
      running = undefined;
    });
  };
}

function openWatcher(path: string, onChange: (name: string) => void): Disposable | undefined {
  try {
    const watcher = watch(path, { persistent: false }, (_, name) => onChange(name ?? ''));
    watcher.on('error', () => watcher.close());
    return toDisposable(() => watcher.close());
  } catch {
    return undefined;
  }
}
