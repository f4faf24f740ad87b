// crashWhileClaiming.js <storage> <workspace> <state as JSON> <changes> [stall]: takes over what others left and keeps the
// state meanwhile, which is the first change of the disk unless it is empty; ends by SIGKILL when it is about to make one
// more change than that many, or says "stalled" and changes nothing any more; says "claimed" if it need not.
import promises from 'node:fs/promises';
import type { WindowState } from '../../../../src/core/consent/windowLease';
import { PrivateFolder } from '../../../../src/node/stores/privateFolder';
import { Signer } from '../../../../src/node/stores/signature';
import { openWindowLease } from '../../../../src/node/stores/windowLease';

const [, , directory = '', workspace = '', state = '', changes = '0', atLast = ''] = process.argv;
/** Keeps the process where it stalls. */
process.stdin.resume();
const end = () => {
  if (atLast === 'stall') console.log('stalled');
  else process.kill(process.pid, 'SIGKILL');
};
const log = { debug() {}, info() {}, warn: console.error, error: console.error };

void (async () => {
  const own = JSON.parse(state) as WindowState;
  const storage = await PrivateFolder.open(directory, log);
  const signer = new Signer(Buffer.alloc(32, 7));
  const lease = await openWindowLease({ storage, signer, log, workspace, patienceMilliseconds: 0 });
  let left = Number(changes);
  const { rename, rm } = promises;
  const count = () => {
    if (left-- === 0) end();
    // The signal may take a moment: nothing is done meanwhile.
    return left < 0 ? new Promise<never>(() => undefined) : Promise.resolve();
  };
  promises.rename = async (...args) => count().then(() => rename(...args));
  promises.rm = async (...args) => count().then(() => rm(...args));
  const claimed = lease.claim(({ running, ...words }) =>
    lease.keep({ ...words, running: [...own.running, ...running] }),
  );
  lease.keep(own);
  await claimed;
  console.log('claimed');
  process.kill(process.pid, 'SIGKILL');
})();
