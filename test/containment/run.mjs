// `npm run test:containment`: prepares a clean clone, then runs the containment contract on `CASES`, if that is set.
import { prepare, run } from '../host/prepare.mjs';

await prepare({ bundles: false });
const { code } = await run(process.execPath, ['--enable-source-maps', 'out/test/containment/run.js']);
process.exitCode = code;
