import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The server as its own file, next to the compiled tests. */
export const explorerScript = join(__dirname, '../../../src/explorer/main.js');

/** A message as it came over the wire. */
export interface WireMessage {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

type Find = (messages: readonly WireMessage[]) => WireMessage | undefined;

export interface ExplorerStart {
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly cwd?: string;
}

/** The explorer as a real process, spoken to in raw JSON lines. */
export class ExplorerProcess {
  /** All that the server wrote, in order. */
  readonly messages: WireMessage[] = [];
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #exited: Promise<unknown>;
  readonly #waiting = new Set<() => void>();
  #errors = '';
  #nextId = 100;

  constructor({ env = {}, args = [], cwd }: ExplorerStart = {}) {
    this.#child = spawn(process.execPath, [explorerScript, ...args], {
      env: { ...process.env, EXPLORER_ROOTS_TIMEOUT_MS: '60000', ...env },
      ...(cwd !== undefined && { cwd }),
    });
    this.#exited = once(this.#child, 'close');
    this.#child.stderr.on('data', (chunk: Buffer) => {
      this.#errors += String(chunk);
    });
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      this.messages.push(JSON.parse(line) as WireMessage);
      for (const check of this.#waiting) check();
    });
    this.#child.once('close', () => {
      for (const check of this.#waiting) check();
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get log(): string {
    return this.#errors;
  }

  /** Writes messages in one piece, so that they arrive together. */
  send(...messages: readonly object[]): void {
    this.write(messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''));
  }

  write(text: string): void {
    this.#child.stdin.write(text);
  }

  /** Initialises with these capabilities, and sends more in the same piece as the `initialized` that ends it. */
  async initialize(capabilities: object, ...more: readonly object[]): Promise<void> {
    const clientInfo = { name: 'test', version: '1' };
    await this.request('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo });
    this.send({ method: 'notifications/initialized' }, ...more);
  }

  /** Waits until what is sought has come. Rejects when the server ends without it. */
  async until(find: Find): Promise<WireMessage> {
    if (find(this.messages) === undefined) {
      await new Promise<void>((resolve) => {
        const check = () => {
          if (
            find(this.messages) === undefined &&
            this.#child.exitCode === null &&
            this.#child.signalCode === null
          )
            return;
          this.#waiting.delete(check);
          resolve();
        };
        this.#waiting.add(check);
      });
    }
    const found = find(this.messages);
    if (found === undefined)
      throw new Error(`The server ended without the message. It said: ${this.#errors}`);
    return found;
  }

  async request(method: string, params: object = {}): Promise<WireMessage> {
    const id = (this.#nextId += 1);
    this.send({ id, method, params });
    return this.response(id);
  }

  async response(id: string | number): Promise<WireMessage> {
    return this.until((all) => all.find((each) => each.id === id && each.method === undefined));
  }

  async call(name: string, args: object = {}): Promise<ToolAnswer> {
    return toolAnswer(await this.request('tools/call', { name, arguments: args }));
  }

  /** The server's question for the roots: the first, or the n-th, counted from 1. */
  async question(n = 1): Promise<WireMessage> {
    return this.until((all) => all.filter(({ method }) => method === 'roots/list')[n - 1]);
  }

  /** Waits for the n-th question and answers it. */
  async answerRoots(roots: readonly unknown[], n = 1): Promise<void> {
    const { id } = await this.question(n);
    this.send({ id, result: { roots } });
  }

  /** Closes the server's input and waits for its end; all that it wrote is then in `messages`. */
  async end(): Promise<readonly WireMessage[]> {
    this.#child.stdin.end();
    await this.#exited;
    return this.messages;
  }

  /** For clean-up, also after a failure. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }
}

/** What a tool answered, or the protocol error. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: Record<string, unknown> | undefined;
}

export function toolAnswer({ result, error }: WireMessage): ToolAnswer {
  if (result === undefined)
    return { isError: true, text: `${error?.code}: ${error?.message}`, structured: undefined };
  const content = result['content'] as readonly { readonly text: string }[];
  return {
    isError: result['isError'] === true,
    text: content.map(({ text }) => text).join('\n'),
    structured: result['structuredContent'] as Record<string, unknown> | undefined,
  };
}
