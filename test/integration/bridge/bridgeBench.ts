import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { BridgeListener, type BridgeOptions } from '../../../src/node/bridge/bridgeListener';
import type { BridgeConnection } from '../../../src/node/bridge/bridgeConnection';
import { ClientKeys } from '../../../src/node/bridge/clientKeys';
import { installShim } from '../../../src/node/bridge/installShim';
import { byteMessages, type ByteMessage } from '../../../src/node/session/byteMessages';
import type { ClientEnd } from '../../../src/node/session/clientEnd';
import type { PrivateFolder } from '../../../src/node/stores/privateFolder';
import { KeptLog, Surroundings, testSigner } from '../../unit/stores/surroundings';

let bundle: Promise<string> | undefined;

/** The text of the shim as it is shipped. */
async function shimText(): Promise<string> {
  const entryPoints = [path.join(__dirname, '..', '..', '..', 'src', 'shim', 'main.js')];
  const options = { bundle: true, write: false, format: 'cjs', platform: 'node', target: 'node20' } as const;
  const { outputFiles } = await build({ entryPoints, ...options });
  return outputFiles[0]?.text ?? '';
}

/** Storages, windows and shims of a test, all ended after it. */
export class BridgeBench {
  readonly surroundings = new Surroundings();

  /** A storage with the shim in its place. */
  async storage(): Promise<PrivateFolder> {
    const storage = await this.surroundings.storage();
    const made = path.join(await this.surroundings.directory(), 'shim.js');
    await writeFile(made, await (bundle ??= shimText()));
    await installShim(made, storage);
    return storage;
  }

  /** A window of this storage that has these folders. */
  async window(
    storage: PrivateFolder,
    folders: readonly string[] = [],
    options: Partial<BridgeOptions> = {},
  ): Promise<Window> {
    const log = new KeptLog();
    const keys = this.surroundings.add(await ClientKeys.open({ storage, signer: testSigner, log }));
    const listener = await BridgeListener.open({ storage, keys, log, ...options });
    this.surroundings.onEnd(() => listener.close());
    await listener.sayFolders(folders);
    return new Window(listener, keys, log);
  }

  /** Starts the shim of this storage as an MCP client would. */
  shim(
    storage: PrivateFolder,
    args: readonly string[],
    options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
  ): Shim {
    const shim = new Shim(storage, args, options);
    this.surroundings.onEnd(() => shim.kill());
    return shim;
  }

  /** A window in a process of its own, which gives back what it hears. */
  async windowProcess(storage: PrivateFolder): Promise<ChildProcess> {
    const script = path.join(__dirname, 'children', 'window.js');
    const child = spawn(process.execPath, [script, storage.path], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    this.surroundings.onEnd(async () => {
      child.kill('SIGKILL');
      await ended;
    });
    if (child.stdout !== null) await once(child.stdout, 'data');
    return child;
  }

  async folder(): Promise<string> {
    const folder = path.join(await this.surroundings.directory(), 'work');
    await mkdir(folder);
    return folder;
  }
}

/** One window: its listener, and the sessions that came to it. */
export class Window {
  readonly connections: BridgeConnection[] = [];
  /** What is done with each connection. */
  serve: (connection: BridgeConnection) => void = echo;

  constructor(
    readonly listener: BridgeListener,
    readonly keys: ClientKeys,
    readonly log: KeptLog,
  ) {
    listener.onConnection((connection) => {
      this.connections.push(connection);
      this.serve(connection);
    });
  }
}

/** Serves a session by giving back each message as it came. */
function echo(connection: BridgeConnection): void {
  // eslint-disable-next-line prefer-const
  let end: ClientEnd<ByteMessage> | undefined;
  const own = connection.attach((message) => {
    const room = end?.receive(message);
    if (room === undefined) return;
    end?.hold?.(true);
    void release(room, end);
  });
  end = own;
}

async function release(room: Promise<void>, end: ClientEnd<ByteMessage> | undefined): Promise<void> {
  await room;
  end?.hold?.(false);
}

/** A message of a server, as bytes. */
export function message(text: string): ByteMessage {
  const taken = byteMessages.take(Buffer.from(text)).values.next().value;
  if (taken?.kind !== 'message') throw new Error(`${text} is no message.`);
  return taken.message;
}

/** A running shim. */
export class Shim {
  readonly process: ChildProcess;
  readonly stdout;
  readonly stdin;
  readonly #ended: Promise<unknown[]>;
  #lines: AsyncIterator<string> | undefined;
  #stderr = '';

  constructor(
    storage: PrivateFolder,
    args: readonly string[],
    { cwd = '/', env = {} }: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv },
  ) {
    const shim = path.join(storage.path, 'bin', 'shim.js');
    this.process = spawn(process.execPath, [shim, ...args], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
    const { stdin, stdout, stderr } = this.process;
    if (stdin === null || stdout === null || stderr === null) throw new Error('the shim has no pipes');
    this.stdin = stdin;
    this.stdout = stdout;
    stdin.on('error', () => undefined);
    stderr.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text));
    this.#ended = once(this.process, 'exit');
  }

  say(line: string): void {
    this.stdin.write(`${line}\n`);
  }

  async line(): Promise<string | undefined> {
    this.#lines ??= createInterface({ input: this.stdout })[Symbol.asyncIterator]();
    const next = await this.#lines.next();
    return next.done === true ? undefined : next.value;
  }

  /** Its exit code and all that it said on stderr. */
  async ended(): Promise<{ readonly code: unknown; readonly stderr: string }> {
    const [code] = await this.#ended;
    return { code, stderr: this.#stderr };
  }

  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.#ended;
  }
}
