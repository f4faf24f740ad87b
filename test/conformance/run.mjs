// `npm run conformance`: judges MCP Roots as a client, or with `npm run conformance -- <stdio|http> <command …>` any
// other client by our roots scenarios.
import path from 'node:path';
import { prepare, root, run } from '../host/prepare.mjs';

const client = process.argv.slice(2);
await prepare();
const here = path.join(root, 'out', 'test', 'conformance');
const { code } =
  client.length === 0
    ? await run(process.execPath, [path.join(root, 'test', 'run.mjs'), 'conformance'])
    : await run(process.execPath, [path.join(here, 'roots', 'main.js'), ...client]);
process.exitCode = code;
