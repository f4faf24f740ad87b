import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cacheRoot } from '../host/cache';
import { npmInstall } from '../host/npm';
import { installParts } from '../host/part';
import { HttpClient } from './httpClient';

const version = '6.7.19';

/** How long it may take to come up. In milliseconds. */
const patience = 30_000;

/** The npm package `mcp-proxy`: what another client would use to reach one server through another process, over HTTP. */
export class McpProxy {
  readonly client: HttpClient;
  readonly #process: ChildProcess;

  /** Runs with a client of it and clears it away. @param server a script for Node */
  static async on<T>(server: string, cwd: string, run: (client: HttpClient) => Promise<T>): Promise<T> {
    const proxy = await McpProxy.#start(server, cwd);
    try {
      return await run(proxy.client);
    } finally {
      await proxy.#stop();
    }
  }

  /** Starts it as its own manual says, for one server. */
  static async #start(server: string, cwd: string): Promise<McpProxy> {
    const port = await freePort();
    const args = ['--host', '127.0.0.1', '--port', String(port), '--server', 'stream', '--'];
    const child = spawn(process.execPath, [await program(), ...args, process.execPath, server], {
      cwd,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    try {
      return new McpProxy(child, await connected(new URL(`http://127.0.0.1:${port}/mcp`)));
    } catch (error) {
      child.kill();
      throw error;
    }
  }

  private constructor(child: ChildProcess, client: HttpClient) {
    this.#process = child;
    this.client = client;
  }

  async #stop(): Promise<void> {
    this.client.stop();
    const gone = once(this.#process, 'exit');
    this.#process.kill();
    await gone;
  }
}

/** Its own program, installed beside what else the tests need: outside the checkout, of which it is no part. */
async function program(): Promise<string> {
  const folder = path.join(cacheRoot(), `mcp-proxy-${version}`);
  const script = path.join('node_modules', 'mcp-proxy', 'dist', 'bin', 'mcp-proxy.mjs');
  const make = (into: string) => npmInstall(into, `mcp-proxy@${version}`);
  await installParts([{ folder, results: [script], make }]);
  return path.join(folder, script);
}

async function connected(url: URL): Promise<HttpClient> {
  const end = Date.now() + patience;
  for (;;) {
    try {
      return await HttpClient.start(url);
    } catch (error) {
      if (Date.now() > end) throw error;
      await delay(100);
    }
  }
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return port;
}
