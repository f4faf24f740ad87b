import { deepEqual } from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { serverEnvironment } from '../../../src/node/process/environment';
import { ServerProcess } from '../../../src/node/process/serverProcess';

describe('A process that is stopped', () => {
  it('is gone soon, however long a grace it was given (rule 7)', async () => {
    const server = await ServerProcess.start({
      executable: process.execPath,
      args: ['-e', 'process.stdin.resume(); setInterval(() => {}, 1000)'],
      cwd: tmpdir(),
      env: serverEnvironment({}, process.env, process.platform),
    });
    const asked = server.stop({ closeStdinMs: 2_000_000_000, termMs: 2_000_000_000 });
    const ended = await Promise.race([asked, delay(20_000, 'still there')]);
    // A second call with less grace ends what the first has left.
    await server.stop({ closeStdinMs: 0, termMs: 0 });
    deepEqual(ended, true);
  }).timeout(60_000);
});
