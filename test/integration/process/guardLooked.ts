import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Guard } from '../../../src/node/process/guard/guard';
import { startOf } from '../../../src/node/process/processTable';

/** Resolves when the guard has certainly looked at what it was told: it obeys in order, and ends whom it forgets. */
export async function looked(guard: Guard): Promise<void> {
  const probe = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { detached: true });
  await once(probe, 'spawn');
  assert.ok(probe.pid !== undefined);
  guard.watch(probe.pid, startOf(probe.pid));
  const ended = once(probe, 'exit');
  guard.unwatch(probe.pid);
  await ended;
}
