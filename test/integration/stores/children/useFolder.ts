// useFolder.js <directory>: without the rights of root, opens a private folder, lists it, and writes into it.
import { readdirSync } from 'node:fs';
import { PrivateFolder } from '../../../../src/node/stores/privateFolder';
import { becomeUnprivileged } from './unprivileged';

const [, , directory = ''] = process.argv;
const log = { debug() {}, info() {}, warn() {}, error() {} };

becomeUnprivileged();
void (async () => {
  const outcomes = {
    plain: await outcomeOf(() => readdirSync(directory)),
    open: await outcomeOf(() => PrivateFolder.open(directory, log)),
  };
  console.log(JSON.stringify(outcomes));
})();

async function outcomeOf(run: () => unknown): Promise<string> {
  try {
    await run();
    return 'done';
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : 'thrown';
  }
}
