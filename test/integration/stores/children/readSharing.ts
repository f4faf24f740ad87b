// readSharing.js <storage> <file>: without the rights of root, says whether sharing is on, and why the file is not read.
import { readFileSync } from 'node:fs';
import { codeOf } from '../../../../src/core/errors';
import { PrivateFolder } from '../../../../src/node/stores/privateFolder';
import { SharingSwitch } from '../../../../src/node/stores/sharingSwitch';
import { Signer } from '../../../../src/node/stores/signature';
import { becomeUnprivileged } from './unprivileged';

const [, , storage = '', file = ''] = process.argv;
const warnings: string[] = [];
const log = { debug() {}, info() {}, warn: (line: string) => warnings.push(line), error: console.error };

becomeUnprivileged();
void (async () => {
  let plain: string | undefined = 'read';
  try {
    readFileSync(file);
  } catch (error) {
    plain = codeOf(error);
  }
  const signer = new Signer(Buffer.alloc(32, 7));
  const { on } = await SharingSwitch.open({ storage: await PrivateFolder.open(storage, log), signer, log });
  console.log(JSON.stringify({ plain, on, warnings }));
})();
