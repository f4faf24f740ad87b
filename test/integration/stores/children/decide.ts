// decide.js <storage> <file with decisions as JSON> [listen | report]: writes them one by one and says the place of
// each once it is saved. `listen`: listens to changes meanwhile. `report`: at the next line of stdin says what stands.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Decision } from '../../../../src/core/consent/decision';
import { DecisionFiles } from '../../../../src/node/stores/decisionFiles';
import { PrivateFolder } from '../../../../src/node/stores/privateFolder';
import { Signer } from '../../../../src/node/stores/signature';

const [, , storage = '', decisions = '', mode] = process.argv;
const log = { debug() {}, info() {}, warn: console.error, error: console.error };

void (async () => {
  const signer = new Signer(Buffer.alloc(32, 7));
  const store = await DecisionFiles.open({ storage: await PrivateFolder.open(storage, log), signer, log });
  if (mode === 'listen') store.onDidChange(() => {});
  const toWrite = JSON.parse(readFileSync(decisions, 'utf8')) as readonly Decision[];
  for (const [index, decision] of toWrite.entries()) {
    await store.write([decision]);
    process.stdout.write(`${index}\n`);
  }
  if (mode !== 'report') return;
  await once(process.stdin, 'data');
  await store.refresh();
  process.stdout.write(`${JSON.stringify(store.standing)}\n`);
  process.exitCode = 0;
  process.stdin.destroy();
})();
