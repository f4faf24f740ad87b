import { deepEqual } from 'node:assert/strict';
import { runScenario, type Way } from './roots/runScenario';
import { scenarios } from './roots/scenarios';

const driver = require.resolve('./rootsDriver');

/** How MCP Roots is asked to be the client, and by which way the server is reached. */
const ways: readonly { readonly by: 'consent' | 'folders'; readonly way: Way; readonly shim?: 'shim' }[] = [
  { by: 'consent', way: 'stdio' },
  { by: 'folders', way: 'stdio' },
  { by: 'consent', way: 'stdio', shim: 'shim' },
  { by: 'consent', way: 'http' },
  { by: 'folders', way: 'http' },
  { by: 'consent', way: 'http', shim: 'shim' },
];

describe('MCP Roots as the client of the roots scenarios', () => {
  for (const { by, way, shim } of ways) {
    for (const scenario of scenarios) {
      const through = shim === undefined ? '' : ' through the shim';
      it(`conforms over ${way}${through}, its list made by ${by}: ${scenario.says}`, async () => {
        const client = [process.execPath, driver, by, ...(shim === undefined ? [] : [shim])];
        deepEqual(await runScenario(scenario, way, client), []);
      });
    }
  }
});
