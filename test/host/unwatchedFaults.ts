/*
 * Loaded first into each process of VS Code that Node starts: writes down what was thrown, or rejected, where nobody
 * watched for it. An extension host lives on after such a fault, so that no test would notice.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkoutRoot } from './checkout';

const fileVariable = 'MCP_ROOTS_TEST_UNWATCHED';

/** The variables with which a VS Code writes down such faults, into that file. */
export function watchedBy(file: string): Readonly<Record<string, string>> {
  return { [fileVariable]: file, NODE_OPTIONS: `--require=${JSON.stringify(__filename)}` };
}

/** What was written down there of this extension's code: one text for each fault, with its stack. */
export function unwatchedFaults(file: string): readonly string[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => String(JSON.parse(line))).filter(isOurs);
}

/** VS Code and its own extensions have such faults too. */
function isOurs(fault: string): boolean {
  return fault.includes(`${path.sep}mcp-roots`) || fault.includes(checkoutRoot());
}

function writeDown(file: string, how: string, reason: unknown): void {
  const text = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
  appendFileSync(file, `${JSON.stringify(`${how}: ${text}`)}\n`);
}

const file = process.env[fileVariable];
if (file !== undefined && process.argv.includes('--type=extensionHost')) {
  process.on('uncaughtExceptionMonitor', (error) => writeDown(file, 'uncaught', error));
  // A rejection that is taken up within this turn or the next is none.
  const unhandled = new Map<Promise<unknown>, unknown>();
  process.on('unhandledRejection', (reason, promise) => {
    unhandled.set(promise, reason);
    setTimeout(() => {
      if (unhandled.delete(promise)) writeDown(file, 'unhandled', reason);
    }, 1000).unref();
  });
  process.on('rejectionHandled', (promise) => unhandled.delete(promise));
}
