import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';

/**
 * Runs the editor tests inside an extension host: what VS Code calls as `extensionTestsPath`.
 * @throws Error with the number of tests that failed.
 */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  const folder = path.resolve(__dirname, '..', 'editor');
  const reporter = path.join(__dirname, 'countingReporter.js');
  const mocha = new Mocha({ ui: 'bdd', color: false, timeout: 30_000, reporter });
  for (const file of testFiles(folder)) mocha.addFile(file);
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} of the editor tests failed.`);
}

function testFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.test.js'))
    .map((file) => path.join(folder, file))
    .sort();
}
