import { watch } from 'node:fs';
import { basename } from 'node:path';
import type { Event } from '../../core/event';
import { Slot, toDisposable, type Disposable } from '../../core/lifecycle';
import { tellsOfChanges } from '../watching/diskOf';

/** A burst of events makes one look. */
const settleMilliseconds = 20;

/** Milliseconds between two looks where the system reports changes: reports can be lost. */
const rarelyMilliseconds = 300_000;

/**
 * Calls `look` soon after something in a directory changed, with the names that changed as far as the system says, and
 * now and then anyhow: every `everyMilliseconds` where the system does not report changes (on some disks, and where its
 * watchers are used up), else every five minutes. One look at a time. Keeps no process alive. `look` must not throw.
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
  const watcher = new Slot<Disposable>();

  const plan = (milliseconds: number) => {
    clearTimeout(timer);
    if (!ended && !looking) timer = setTimeout(() => void run(), milliseconds).unref();
  };
  const planNext = () =>
    plan(changed.size > 0 ? settleMilliseconds : isTold() ? rarelyMilliseconds : everyMilliseconds);
  const tells = process.platform === 'win32' ? !path.startsWith('\\\\') : tellsOfChanges(path);
  const isTold = () => tells && watcher.value !== undefined;
  const open = () => {
    watcher.value = openWatcher(path, (name) => {
      if (changed.size === 0) plan(settleMilliseconds);
      changed.add(name);
    });
  };
  const run = async () => {
    looking = true;
    // Another directory may be in its place, and a watch stays with the one that it was begun on.
    if (!isTold() || changed.size === 0 || changed.has('') || changed.has(basename(path))) open();
    const now = changed;
    changed = new Set();
    await look(now);
    looking = false;
    planNext();
  };

  open();
  planNext();
  return toDisposable(() => {
    ended = true;
    clearTimeout(timer);
    watcher.dispose();
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
