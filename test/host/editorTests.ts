import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';

import { messageOf } from '../../src/core/errors';
import { cacheRoot } from './cache';
import { checkoutRoot } from './checkout';
import { progress } from './commandLine';
import { quietSettings } from './quietSettings';

/** The folders of the workspace in which the editor tests run, in order. */
export const testFolders = ['web', 'api'] as const;

/**
 * Runs the compiled editor tests in a real extension host: in the npm-served VS Code or, where
 * `MCP_ROOTS_TEST_VSCODE` is `desktop` and it can be had, in the desktop build that `@vscode/test-electron` downloads:
 * the newest, or the version that `MCP_ROOTS_TEST_VSCODE_VERSION` names. Where one is named, no other takes its place.
 * @throws TestRunFailedError when a test failed.
 */
export async function runEditorTests(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mcp-roots-editor-'));
  try {
    const userData = path.join(folder, 'user');
    mkdirSync(path.join(userData, 'User'), { recursive: true });
    writeFileSync(path.join(userData, 'User', 'settings.json'), JSON.stringify(quietSettings));
    await runTests({
      vscodeExecutablePath: await executable(),
      extensionDevelopmentPath: checkoutRoot(),
      extensionTestsPath: path.join(__dirname, 'mochaIndex.js'),
      launchArgs: [
        createWorkspace(folder),
        `--user-data-dir=${userData}`,
        `--extensions-dir=${path.join(folder, 'extensions')}`,
        '--disable-extensions',
      ],
    });
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function createWorkspace(folder: string): string {
  for (const name of testFolders) mkdirSync(path.join(folder, name));
  const file = path.join(folder, 'editor.code-workspace');
  writeFileSync(file, JSON.stringify({ folders: testFolders.map((name) => ({ path: name })) }));
  return file;
}

/** The npm-served VS Code is set up on Linux only; elsewhere the desktop build is the one there is. */
async function executable(): Promise<string> {
  const launcher = path.join(checkoutRoot(), 'test', 'host', 'launcher.mjs');
  const linux = process.platform === 'linux';
  if (linux && process.env['MCP_ROOTS_TEST_VSCODE'] !== 'desktop') return launcher;
  const version = process.env['MCP_ROOTS_TEST_VSCODE_VERSION'];
  const isNamed = version !== undefined && version !== '';
  if (!isNamed && linux && (process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']) === undefined) {
    progress('The desktop VS Code needs a display (run this under xvfb-run); taking the npm-served one.');
    return launcher;
  }
  try {
    return await downloadAndUnzipVSCode({
      cachePath: path.join(cacheRoot(), 'desktop'),
      ...(isNamed && { version }),
    });
  } catch (error) {
    if (!linux || isNamed) throw error;
    progress(`The desktop VS Code cannot be had (${messageOf(error)}); taking the npm-served one.`);
    return launcher;
  }
}

if (require.main === module) {
  runEditorTests().catch((error: unknown) => {
    console.error(messageOf(error));
    process.exitCode = 1;
  });
}
