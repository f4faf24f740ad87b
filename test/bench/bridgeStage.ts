import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { installShim } from '../../src/node/bridge/installShim';
import { PrivateFolder } from '../../src/node/stores/privateFolder';
import { checkoutRoot } from '../host/checkout';
import { RawClient } from './rawClient';
import { benchServer } from './stage';

/** A window in a process of its own, as an extension host is, and clients that reach its server through the shim. */
export class BridgeStage {
  readonly folder: string;
  readonly #windows: ChildProcess[] = [];
  readonly #clients: RawClient[] = [];
  #window: ChildProcess | undefined;
  #shim: readonly string[] = [];

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Runs over such a window and clears it away. */
  static async on<T>(run: (stage: BridgeStage) => Promise<T>): Promise<T> {
    const stage = new BridgeStage(await mkdtemp(path.join(os.tmpdir(), 'mcp-roots-bench-')));
    try {
      await stage.#open();
      return await run(stage);
    } finally {
      await stage.#close();
    }
  }

  /** The arguments with which Node is the shim. */
  get shim(): readonly string[] {
    return this.#shim;
  }

  /** Starts Node with these arguments and initialises the server behind it. */
  async client(args: readonly string[]): Promise<RawClient> {
    const client = await RawClient.start(args, this.folder);
    this.#clients.push(client);
    return client;
  }

  /** Starts a process that says a line when it is ready, and ends with the stage. */
  async process(args: readonly string[]): Promise<{ readonly child: ChildProcess; readonly line: string }> {
    const child = spawn(process.execPath, ['--expose-gc', ...args], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    this.#windows.push(child);
    if (child.stdout === null) throw new Error('The process has no output.');
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    return { child, line: said.toString('utf8').trim() };
  }

  /** What the window holds, once everything that can go is gone; in bytes. */
  async memory(): Promise<NodeJS.MemoryUsage> {
    const window = this.#window;
    if (window === undefined) throw new Error('There is no window.');
    const answer = once(window, 'message');
    window.send('memory');
    const [usage] = (await answer) as [NodeJS.MemoryUsage];
    return usage;
  }

  async #open(): Promise<void> {
    const nothing = () => undefined;
    const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
    const storage = await PrivateFolder.open(path.join(this.folder, 'storage'), log);
    const shim = await installShim(path.join(checkoutRoot(), 'dist', 'shim.js'), storage);
    const window = [path.join(__dirname, 'bridgeWindow.js'), storage.path, benchServer];
    const { child, line: id } = await this.process(window);
    this.#window = child;
    this.#shim = [shim, id, 'bench'];
  }

  async #close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.stop()));
    for (const window of this.#windows) window.kill();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
