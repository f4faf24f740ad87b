import type { Disposable } from './lifecycle';

/** Time, as the core knows it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs once after so many milliseconds, unless disposed before. */
  after(milliseconds: number, run: () => void): Disposable;
  /** Runs once at the end of this turn of the event loop. */
  soon(run: () => void): void;
}
