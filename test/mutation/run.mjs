// `npm run mutation`: prepares a clean clone, then puts one deliberate fault after the other into a copy of what was
// compiled and runs the unit tests on it. Words that are given choose faults by a part of their file or rule, and
// `--every <n>` each nth of them.
import path from 'node:path';

import { prepare, root, run } from '../host/prepare.mjs';

await prepare({ bundles: false });
const mutation = path.join(root, 'out', 'test', 'mutation', 'mutation.js');
const { code } = await run(process.execPath, ['--enable-source-maps', mutation, ...process.argv.slice(2)]);
process.exitCode = code;
