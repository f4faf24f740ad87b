// openKey.js <storage>: at a line on stdin opens the key of the installation, without secrets, and says it.
import { once } from 'node:events';
import { openInstallKey } from '../../../../src/node/stores/installKey';
import { PrivateFolder } from '../../../../src/node/stores/privateFolder';

const [, , directory = ''] = process.argv;
const log = { debug() {}, info() {}, warn: console.error, error: console.error };

void (async () => {
  const storage = await PrivateFolder.open(directory, log);
  console.log('ready');
  await once(process.stdin, 'data');
  const { key } = await openInstallKey({ storage, log });
  console.log(Buffer.from(key).toString('hex'));
  process.stdin.destroy();
})();
