// `npm run bench`: prepares a clean clone, builds what is published, then measures. Only the table goes to standard output.
import { spawn } from 'node:child_process';
import path from 'node:path';

import { prepare, root, run } from '../host/prepare.mjs';

await prepare();
await run(process.execPath, ['esbuild.mjs', '--production']);
const bench = path.join(root, 'out', 'test', 'bench', 'bench.js');
const child = spawn(
  process.execPath,
  ['--expose-gc', '--enable-source-maps', bench, ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === null ? 1 : 130);
});
