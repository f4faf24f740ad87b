import { messageOf } from '../core/errors';
import { displayText } from '../core/text';
import { serveExplorer } from './explorer';
import { StdioTransport } from './protocol/stdioTransport';

// It made Electron run this script; nothing that is ever started from here must do so too.
delete process.env['ELECTRON_RUN_AS_NODE'];

/** Milliseconds for the client to list its roots; `EXPLORER_ROOTS_TIMEOUT_MS` sets another time. */
const defaultRootsTimeout = 10_000;

/** Milliseconds for what is still running once the client has closed its end. */
const lastWork = 1000;

/** A client that floods gets no flood in its log. */
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
// The reader is gone: there is nobody left to serve.
process.stdout.on('error', () => process.exit());

serveExplorer(new StdioTransport(process.stdin, process.stdout), {
  rootsTimeout: rootsTimeout(),
  inputEnded: inputEnded.signal,
  log,
}).catch((error: unknown) => {
  log(messageOf(error));
  process.exitCode = 1;
});
