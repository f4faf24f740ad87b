// Loads an extension in plain Node over a stand-in for the editor, activates it, and says what that took.
// The entry bundle is timed as a process finds it first: this file runs once for each sample.
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const [bundle = '', manifest = ''] = process.argv.slice(2);
const require = createRequire(import.meta.url);

const context = {
  subscriptions: [],
  extension: { packageJSON: require(manifest) },
  globalStorageUri: { fsPath: path.join(path.dirname(bundle), 'none') },
  workspaceState: { get: (_, otherwise) => otherwise, update: async () => {}, keys: () => [] },
  globalState: { get: (_, otherwise) => otherwise, update: async () => {}, keys: () => [] },
  asAbsolutePath: (file) => path.join(path.dirname(manifest), file),
};

const start = performance.now();
const { activate } = require(bundle);
const loaded = performance.now();
activate(context);
const done = performance.now();
// What an activation begins to import it has loaded by then.
await delay(100);
const { loadedScripts } = require('../../out/test/host/loadedScripts.js');
const files = loadedScripts().filter((file) => path.dirname(file) === path.dirname(bundle));
process.stdout.write(
  JSON.stringify({
    load: loaded - start,
    activate: done - loaded,
    bytes: files.reduce((sum, file) => sum + statSync(file).size, 0),
    files: files.map((file) => path.basename(file)),
  }),
);
process.exit(0);
