import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { LineReader } from '../../src/node/stdio/lineReader';

const longestLine = 64 * 1024 * 1024;

/** Lines shorter than this are looked into: the others are the answers that are waited for. */
const shortLine = 400;

/** An MCP client that does as little as it can, so that what is measured is the way to the server. */
export class RawClient {
  readonly #process: ChildProcess;
  readonly #write: (message: object) => void;
  #answered: ((line: Buffer) => void) | undefined;
  #lastId = 0;

  /** Starts Node with these arguments and initialises the server behind it. */
  static async start(args: readonly string[], cwd: string): Promise<RawClient> {
    const client = new RawClient(args, cwd);
    const clientInfo = { name: 'bench', version: '1' };
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: { roots: { listChanged: true } },
      clientInfo,
    };
    await client.#ask('initialize', params);
    client.#write({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return client;
  }

  private constructor(args: readonly string[], cwd: string) {
    this.#process = spawn(process.execPath, args, { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
    const { stdin, stdout } = this.#process;
    if (stdin === null || stdout === null) throw new Error('The process has no pipes.');
    this.#write = (message) => stdin.write(`${JSON.stringify(message)}\n`);
    const reader = new LineReader(stdout, longestLine, (line) => {
      if (line.kind === 'line') this.#hear(line.bytes);
    });
    reader.resume();
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** Calls the tool that answers with so many bytes. @returns the length of the answer */
  async text(bytes: number): Promise<number> {
    return (await this.#ask('tools/call', { name: 'text', arguments: { bytes } })).length;
  }

  async stop(): Promise<void> {
    this.#process.stdin?.end();
    await once(this.#process, 'exit');
  }

  #ask(method: string, params: object): Promise<Buffer> {
    this.#lastId += 1;
    const answer = new Promise<Buffer>((resolve) => (this.#answered = resolve));
    this.#write({ jsonrpc: '2.0', id: this.#lastId, method, params });
    return answer;
  }

  #hear(line: Buffer): void {
    if (line.length < shortLine) {
      const { id, method } = JSON.parse(line.toString('utf8')) as { id?: unknown; method?: string };
      if (method === 'roots/list') this.#write({ jsonrpc: '2.0', id, result: { roots: [] } });
      if (method !== undefined) return;
    }
    this.#answered?.(line);
  }
}
