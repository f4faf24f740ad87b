// `npm run probe`: prepares a clean clone, then hands over to the probe. Only the probe writes to standard output.
import { spawn } from 'node:child_process';
import path from 'node:path';

import { prepare, root } from '../host/prepare.mjs';

await prepare();
const probe = path.join(root, 'out', 'test', 'probe', 'probe.js');
const child = spawn(process.execPath, ['--enable-source-maps', probe, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === null ? 1 : 130);
});
