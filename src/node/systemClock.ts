import { toDisposable } from '../core/lifecycle';
import type { Clock } from '../core/clock';

/** The time of this machine. Its timers keep no process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    timer.unref();
    return toDisposable(() => clearTimeout(timer));
  },
  soon: (run) => void setImmediate(run),
};
