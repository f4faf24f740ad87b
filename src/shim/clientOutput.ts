import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/**
 * The output to the client. Node writes to a pipe synchronously, so that a client which does not read would block this
 * program, and no end of anything would be noticed; a socket of our own does not block.
 */
export function clientOutput(): Writable {
  try {
    const stats = fstatSync(1);
    if (stats.isFIFO() || stats.isSocket()) return new Socket({ fd: 1, readable: false, writable: true });
  } catch {
    // It is something else: Node's own stream is used.
  }
  return process.stdout;
}
