import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/**
 * The way to the client. Node writes to a pipe and waits until it is taken, so that a client which does not read would
 * hold up the noticing of every end; a socket of our own does not wait.
 */
export function clientOutput(): Writable {
  try {
    const stats = fstatSync(1);
    if (stats.isFIFO() || stats.isSocket()) return new Socket({ fd: 1, readable: false, writable: true });
  } catch {
    // It is whatever Node makes of it.
  }
  return process.stdout;
}
