import { chromium, type Browser } from 'playwright-core';

import { findChromium } from './chromium';

/**
 * Starts a headless Chromium; whoever starts it closes it.
 * @throws MissingTool when there is none and none may be installed.
 */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await findChromium(),
    headless: process.env['MCP_ROOTS_TEST_HEADED'] === undefined,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
