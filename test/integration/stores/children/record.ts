// record.js <storage> <workspace> <count>: writes so many entries of the record and says `written` after each tenth;
// then ends, or with `wait` as a further word stays until it is killed.
import { setImmediate as turn } from 'node:timers/promises';
import { DisclosureFiles } from '../../../../src/node/stores/disclosureFiles';
import { PrivateFolder } from '../../../../src/node/stores/privateFolder';
import { systemClock } from '../../../../src/node/systemClock';
import { answeredEntry } from '../disclosureBench';
import { testSigner } from '../../../unit/stores/surroundings';

const [, , storage = '', workspace = '', count = '0', wait] = process.argv;
const log = { debug() {}, info() {}, warn: console.error, error: console.error };

void (async () => {
  const files = new DisclosureFiles({
    storage: await PrivateFolder.open(storage, log),
    signer: testSigner,
    clock: systemClock,
    firstWords: () => [],
    log,
    workspace,
  });
  for (let place = 1; place <= Number(count); place += 1) {
    files.add(answeredEntry(place));
    if (place % 10 !== 0) continue;
    await files.flush();
    process.stdout.write(`${place}\n`);
    await turn();
  }
  await files.flush();
  if (wait === undefined) return;
  process.stdout.write('waiting\n');
  setInterval(() => {}, 60_000);
})();
