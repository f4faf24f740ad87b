import path from 'node:path';
import Mocha from 'mocha';

import { checkoutRoot } from './checkout';

/**
 * Runs the editor tests inside an extension host: what VS Code calls as `extensionTestsPath`. Which files of them,
 * `MCP_ROOTS_TEST_FILES` says: a list of their paths in the checkout, as JSON.
 * @throws Error with the number of tests that failed.
 */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  const reporter = path.join(__dirname, 'countingReporter.js');
  const mocha = new Mocha({ ui: 'bdd', color: false, timeout: 30_000, reporter });
  for (const file of testFiles()) mocha.addFile(file);
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} of the editor tests failed.`);
}

function testFiles(): readonly string[] {
  const given = process.env['MCP_ROOTS_TEST_FILES'];
  if (given === undefined) throw new Error('MCP_ROOTS_TEST_FILES has to say which tests to run.');
  const files = JSON.parse(given) as readonly string[];
  return files.map((file) => path.join(checkoutRoot(), 'out', file.replace(/\.ts$/, '.js')));
}
