import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';

import { launchBrowser } from './browser';
import { artifactsFolder } from './checkout';
import { progress } from './commandLine';
import { startVsCode } from './server';
import { reportFileVariable } from './testCounts';
import { TestReport } from './testReport';

const minutesAtMost = 10;

/**
 * Runs tests inside the extension host of the npm-served VS Code and gives 0 when they passed, else 1.
 * @param args VS Code's own: `--extensionDevelopmentPath=…`, `--extensionTestsPath=…`, `--user-data-dir=…` for the
 *   settings in it, and the folder or workspace to open; others are passed over.
 */
export async function launch(args: readonly string[]): Promise<number> {
  const workspace = args.find((arg) => !arg.startsWith('-'));
  const userData = option(args, 'user-data-dir');
  const report = new TestReport();
  const console: string[] = [];
  const vscode = await startVsCode({
    extensionDevelopmentPath: required(args, 'extensionDevelopmentPath'),
    extensionTestsPath: required(args, 'extensionTestsPath'),
    smokeTestDriver: true,
    settings: userData === undefined ? {} : readSettings(userData),
    env: { [reportFileVariable]: report.file },
    ...(workspace === undefined ? {} : { workspace: path.resolve(workspace) }),
  });
  let code = 1;
  try {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
      code = await finish(page, vscode.url, console);
    } finally {
      await browser.close();
    }
  } finally {
    const faults = vscode.faults();
    if (faults.length > 0) code = 1;
    for (const fault of faults) progress(`nobody watched for this: ${fault}`);
    const left = await vscode.dispose();
    report.dispose();
    for (const each of left) progress(`had to be killed after the tests: ${each.command}`);
    if (code !== 0) progress(`What the workbench's console said: ${keep('workbench.log', console)}`);
  }
  return code;
}

function keep(name: string, lines: readonly string[]): string {
  const folder = artifactsFolder('editor');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, name);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

/** Opens the workbench, keeps what its console says, and waits for the code with which the tests end. */
async function finish(page: Page, url: string, console: string[]): Promise<number> {
  const ended = new Promise<number>((resolve) => {
    void page.exposeFunction('codeAutomationExit', (code: number) => resolve(code));
  });
  await page.exposeFunction('codeAutomationLog', (type: string, parts: unknown[]) => {
    console.push(`[${type}] ${parts.map(String).join(' ')}`);
  });
  await page.goto(url);
  const waiting = new AbortController();
  const late = delay(minutesAtMost * 60_000, 'late' as const, { signal: waiting.signal });
  const code = await Promise.race([ended, late]);
  waiting.abort();
  late.catch(() => undefined);
  if (code === 'late') progress(`The tests did not end within ${minutesAtMost} minutes.`);
  return code === 0 ? 0 : 1;
}

function option(args: readonly string[], name: string): string | undefined {
  const prefix = `--${name}=`;
  const given = args.find((arg) => arg.startsWith(prefix));
  return given === undefined ? undefined : given.slice(prefix.length);
}

function required(args: readonly string[], name: string): string {
  const value = option(args, name);
  if (value === undefined) throw new Error(`The launcher needs --${name}=<path>.`);
  return path.resolve(value);
}

function readSettings(userData: string): Record<string, unknown> {
  const file = path.join(userData, 'User', 'settings.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}
