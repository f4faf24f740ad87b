// `npm run acceptance:agent`: tries an agent that others made (`claudeAgent.ts` says which), through the probe. Not part
// of `npm test`: the agent takes 390 MB, which are installed once, outside of the clone.
import path from 'node:path';

import { binary, prepare, run } from '../host/prepare.mjs';

await prepare();
const files = path.posix.join('out', 'test', 'realAgent', '*.test.js');
const options = ['--enable-source-maps', '--timeout', '600000'];
const { code } = await run(process.execPath, [binary('mocha', 'bin/mocha.js'), ...options, files]);
process.exitCode = code;
