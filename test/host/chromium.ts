import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

import { isExecutable, which } from './commandLine';
import { installSystemPackages, MissingTool } from './systemPackages';

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The browser that shows the workbench: `MCP_ROOTS_TEST_CHROMIUM`, else one that the machine has, else Debian's
 * package where this run may install it.
 * @throws MissingTool that says what to install, everywhere else.
 */
export async function findChromium(): Promise<string> {
  const chosen = process.env['MCP_ROOTS_TEST_CHROMIUM'];
  if (chosen !== undefined && chosen !== '') {
    if (isExecutable(chosen)) return chosen;
    throw new MissingTool(`MCP_ROOTS_TEST_CHROMIUM names ${chosen}, which cannot be executed.`);
  }
  const found = present();
  if (found !== undefined) return found;
  await installSystemPackages(['chromium'], 'VS Code is shown in a Chromium or Chrome, and none was found.');
  const installed = present();
  if (installed === undefined) throw new MissingTool('Chromium was installed but is not on the PATH.');
  return installed;
}

function present(): string | undefined {
  for (const name of programs) {
    const file = which(name);
    if (file !== undefined) return file;
  }
  return [...applications, chromium.executablePath()].find((file) => existsSync(file));
}
