// holdLease.js <storage> <workspace> <state as JSON> [<claims>]: keeps the state and says so, or claims that many times
// what others left and says it each time; then lives on until it is ended.
import type { WindowState } from '../../../../src/core/consent/windowLease';
import { PrivateFolder } from '../../../../src/node/stores/privateFolder';
import { Signer } from '../../../../src/node/stores/signature';
import { openWindowLease } from '../../../../src/node/stores/windowLease';

const [, , directory = '', workspace = '', state = '', claims = '0'] = process.argv;
const log = { debug() {}, info() {}, warn: console.error, error: console.error };
process.stdin.resume();

void (async () => {
  const storage = await PrivateFolder.open(directory, log);
  const signer = new Signer(Buffer.alloc(32, 7));
  const lease = await openWindowLease({ storage, signer, log, workspace, patienceMilliseconds: 0 });
  for (let claim = 0; claim < Number(claims); claim++) {
    let claimed: WindowState | null = null;
    await lease.claim((left) => lease.keep((claimed = left)));
    console.log(JSON.stringify(claimed));
  }
  if (state !== '') {
    lease.keep(JSON.parse(state) as WindowState);
    await lease.settled();
    console.log('kept');
  }
})();
