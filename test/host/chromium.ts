import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

import { messageOf } from '../../src/core/errors';
import { isExecutable, progress, which } from './commandLine';
import { installNpmChromium, type ChromiumProgram } from './npmChromium';
import { installSystemPackages, MissingTool } from './systemPackages';

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The browser that shows the workbench: `MCP_ROOTS_TEST_CHROMIUM`, else one that the machine has, else Debian's
 * package where this run may install it, else one from npm.
 * @throws MissingTool that says what to install, where none of these can be had.
 */
export async function findChromium(): Promise<ChromiumProgram> {
  const chosen = process.env['MCP_ROOTS_TEST_CHROMIUM'];
  if (chosen !== undefined && chosen !== '') {
    if (isExecutable(chosen)) return { executable: chosen, env: {} };
    throw new MissingTool(`MCP_ROOTS_TEST_CHROMIUM names ${chosen}, which cannot be executed.`);
  }
  const found = present();
  if (found !== undefined) return { executable: found, env: {} };
  const why = 'VS Code is shown in a Chromium or Chrome, and there is none.';
  try {
    await installSystemPackages(['chromium'], why);
    const installed = present();
    if (installed !== undefined) return { executable: installed, env: {} };
  } catch (error) {
    progress(`${messageOf(error)} Until then one from npm is used.`);
  }
  try {
    return await installNpmChromium();
  } catch (cause) {
    throw new MissingTool(`${why} Install Chromium, or name one in MCP_ROOTS_TEST_CHROMIUM.`, { cause });
  }
}

function present(): string | undefined {
  for (const name of programs) {
    const file = which(name);
    if (file !== undefined) return file;
  }
  return [...applications, chromium.executablePath()].find((file) => existsSync(file));
}
