// `npm start`: the sample workspace with the packaged extension, to play with in a browser.
import { packageExtension, prepare, run } from '../host/prepare.mjs';

await prepare();
const { code } = await run(process.execPath, ['--enable-source-maps', 'out/test/demo/start.js'], {
  env: { MCP_ROOTS_TEST_VSIX: await packageExtension() },
  minutes: 24 * 60,
});
process.exitCode = code;
