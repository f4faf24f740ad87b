import { existsSync } from 'node:fs';

/** The variable that names the packaged extension. */
const vsixVariable = 'MCP_ROOTS_TEST_VSIX';

/**
 * The VSIX that the runner packaged for this run.
 * @throws Error that says how to get one.
 */
export function packagedExtension(): string {
  const file = process.env[vsixVariable];
  if (file !== undefined && existsSync(file)) return file;
  throw new Error(`Set ${vsixVariable} to a packaged extension, or run "npm test -- ui", which makes one.`);
}
