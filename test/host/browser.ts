import { chromium, type Browser } from 'playwright-core';

import { messageOf } from '../../src/core/errors';
import { findChromium } from './chromium';
import { progress } from './commandLine';

const flags = [
  '--disable-gpu',
  // A workbench that lives for a minute gains nothing by code that is optimised to the utmost, which takes up to half
  // of the processor's time for opening a window.
  '--js-flags=--no-turbofan',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Starts a headless Chromium (with a window where `MCP_ROOTS_TEST_HEADED` is set); whoever starts it closes it.
 * Its sandbox is left out where it cannot be had: it shows only our own pages, from loopback.
 * @throws MissingTool when there is none and none may be installed.
 */
export async function launchBrowser(): Promise<Browser> {
  const program = await findChromium();
  const start = (args: string[]) =>
    chromium.launch({
      executablePath: program.executable,
      env: { ...definedVariables(), ...program.env },
      headless: process.env['MCP_ROOTS_TEST_HEADED'] === undefined,
      args,
      // Playwright would swallow these; without, the browser ends with the pipe that this process held.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
  const open = ['--no-sandbox', ...flags];
  if (process.getuid?.() === 0) return start(open);
  try {
    return await start(flags);
  } catch (error) {
    if (!/sandbox/i.test(messageOf(error))) throw error;
    progress('This machine gives the browser no sandbox; starting it without.');
    return start(open);
  }
}

function definedVariables(): Record<string, string> {
  const known = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return Object.fromEntries(known);
}
