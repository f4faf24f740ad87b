import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isClientId, keyFileName, keyFolder, notLetInText, readKeyFile } from '../node/bridge/keyFile';
import { UnfitFile } from '../node/stores/privateFile';
import { ClientInput } from './clientInput';
import { clientOutput } from './clientOutput';
import { findWindow, type Standpoint } from './findWindow';
import { prove } from './prove';
import { Refusal } from './refusal';

/** How long to wait between two searches for a window, in milliseconds. */
const lookAgain = 300;

/** How long output may still go to the client after the window has closed the connection, in milliseconds. */
const lastWords = 2000;

/** How long the window may still answer after the client's input has ended, in milliseconds. */
const lastAnswer = 10_000;

/**
 * How often it is checked that the parent is still there, and the window too while the client reads nothing; in
 * milliseconds.
 */
const stillThere = 1000;

/** The shim is in `<storage>/bin`. */
const storage = join(__dirname, '..');

/** Connects the client that started this program to a window, and passes bytes on without looking into them. */
async function main(): Promise<void> {
  const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
  const [client, server, ...more] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  if (
    client === undefined ||
    server === undefined ||
    more.length > 0 ||
    flags.some((flag) => flag !== '--wait')
  ) {
    throw new Refusal('Usage: node shim.js <client id> <server> [--wait]');
  }
  const mayWait = flags.length > 0;
  let window: Socket | undefined;
  const leave = (from: Socket) => {
    from.off('end', endedByWindow);
    setTimeout(() => process.exit(), lastAnswer).unref();
  };
  const input = new ClientInput(process.stdin, () => {
    if (window !== undefined) leave(window);
    // Input that is kept may still be answered by a window that is being connected; with --wait, there may be none yet,
    // and none is waited for without the client.
    else if (mayWait || !input.isKept) process.exit(0);
  });
  const key = await readKey(client);
  const standpoint = { storage, workingFolder: process.cwd(), environment: process.env };
  const found = await (mayWait ? waitForWindow(standpoint) : findWindow(standpoint));
  await prove(found, key, client, server);
  window = found;
  carry(input, found);
  if (input.hasEnded) leave(found);
}

/**
 * Passes bytes until one side ends. Where the window ended the session or refused, this program exits with an error.
 */
function carry(input: ClientInput, window: Socket): void {
  const output = clientOutput();
  const exit = () => process.exit();
  output.on('error', exit);
  window.once('end', endedByWindow);
  window.once('close', (isBroken) => {
    if (isBroken) endedByWindow();
    setTimeout(exit, lastWords);
    output.write('', exit);
  });
  input.pipe(window);
  window.pipe(output, { end: false });
  setInterval(() => {
    // While the client reads nothing, the end of the window cannot be read, but is noticed by writing.
    if (output.writableNeedDrain && input.isBetweenLines && !window.writableNeedDrain) window.write('\n');
  }, stillThere).unref();
}

function endedByWindow(): void {
  process.exitCode = 1;
}

/** Ends this program with its parent: when that ends, another process may still hold our input open. */
function endWithParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    // On Windows this number never changes.
    if (process.ppid !== parent) process.exit(1);
  }, stillThere).unref();
}

async function waitForWindow(standpoint: Standpoint): Promise<Socket> {
  for (;;) {
    try {
      return await findWindow(standpoint);
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind !== 'no window') throw error;
    }
    await pause(lookAgain);
  }
}

async function readKey(client: string): Promise<Uint8Array> {
  if (!isClientId(client)) throw new Refusal('The client id in the arguments is none.');
  try {
    const file = await readKeyFile(join(storage, keyFolder, keyFileName(client)), client);
    if (file !== undefined) return file.key;
  } catch (error) {
    if (error instanceof UnfitFile) {
      throw new Refusal(`The key file of the client "${client}" is not used: it ${error.message}.`);
    }
  }
  throw new Refusal(notLetInText(client));
}

endWithParent();
main().catch((error: unknown) => {
  const sentence = error instanceof Refusal ? error.message : `This program failed: ${String(error)}`;
  process.stderr.write(`MCP Roots: ${sentence}\n`, () => process.exit(1));
});
