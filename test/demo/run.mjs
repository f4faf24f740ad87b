// `npm run demo`: from a clean clone to the main job in a real VS Code, with a transcript and screenshots.
import { packageExtension, prepare, run } from '../host/prepare.mjs';

await prepare();
const { code } = await run(process.execPath, ['--enable-source-maps', 'out/test/demo/demo.js'], {
  env: { MCP_ROOTS_TEST_VSIX: await packageExtension() },
});
process.exitCode = code;
