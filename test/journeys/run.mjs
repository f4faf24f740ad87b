// `npm run journeys`: prepares a clean clone, then counts what two journeys through the host take.
import { prepare, run } from '../host/prepare.mjs';

await prepare({ bundles: false });
// Ended from here too: a process that a debugger has paused ends nothing by itself.
const { code } = await run(process.execPath, ['--enable-source-maps', 'out/test/journeys/count.js'], {
  minutes: 2,
});
process.exitCode = code;
