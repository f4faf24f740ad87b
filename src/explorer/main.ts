import { messageOf } from '../core/errors';
import { displayText } from '../core/text';
import { serveExplorer } from './explorer';
import { StdioTransport } from './protocol/stdioTransport';

// Electron needed it to run this script; no program that is started from here may get it.
delete process.env['ELECTRON_RUN_AS_NODE'];

/** How long to wait for the client's roots, in milliseconds, unless `EXPLORER_ROOTS_TIMEOUT_MS` is set. */
const defaultRootsTimeout = 10_000;

/** How long running calls may go on after the client has closed its end, in milliseconds. */
const lastWork = 1000;

/** How many lines are logged, so that a client cannot flood its log. */
const mostLogLines = 1000;

let logLines = 0;
function log(line: string): void {
  logLines += 1;
  if (logLines <= mostLogLines) process.stderr.write(`explorer: ${displayText(line, 2000)}\n`);
}

function rootsTimeout(): number {
  const given = Number(process.env['EXPLORER_ROOTS_TIMEOUT_MS']);
  return Number.isSafeInteger(given) && given > 0 ? given : defaultRootsTimeout;
}

if (process.argv.length > 2)
  log('Folders on the command line give no access: the roots come from the client.');

const inputEnded = new AbortController();
process.stdin.once('end', () => {
  inputEnded.abort();
  setTimeout(() => process.exit(), lastWork).unref();
});
// Nobody reads the answers any more.
process.stdout.on('error', () => process.exit());

serveExplorer(new StdioTransport(process.stdin, process.stdout), {
  rootsTimeout: rootsTimeout(),
  inputEnded: inputEnded.signal,
  log,
}).catch((error: unknown) => {
  log(messageOf(error));
  process.exitCode = 1;
});
