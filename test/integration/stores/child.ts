import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** A process of a test, in which a script from `children` runs; what it prints is read line by line. */
export class Child {
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #ended: Promise<unknown[]>;
  #stderr = '';

  /** @param launcher words before `node`, to start it under another program. */
  constructor(script: string, args: readonly string[], launcher: readonly string[] = []) {
    const file = path.join(__dirname, 'children', `${script}.js`);
    const [command = process.execPath, ...rest] = [...launcher, process.execPath, file, ...args];
    this.#process = spawn(command, rest, { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#ended = once(this.#process, 'close');
    const { stdout, stderr } = this.#process;
    if (stdout === null || stderr === null) throw new Error('the child has no pipes');
    stderr.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text));
    this.#lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  }

  /** The next line, or nothing when there is no more. */
  async line(): Promise<string | undefined> {
    const next = await this.#lines.next();
    return next.done === true ? undefined : next.value;
  }

  /** The next line. @throws when there is none, with what the child wrote to stderr. */
  async expectLine(): Promise<string> {
    const line = await this.line();
    if (line === undefined) throw new Error(`the child ended: ${this.#stderr}`);
    return line;
  }

  /** All lines that are still to come. */
  async rest(): Promise<readonly string[]> {
    const lines: string[] = [];
    for (let line = await this.line(); line !== undefined; line = await this.line()) lines.push(line);
    return lines;
  }

  say(line: string): void {
    this.#process.stdin?.write(`${line}\n`);
  }

  endInput(): void {
    this.#process.stdin?.end();
  }

  /** Ends it with SIGKILL and waits until it is gone. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#ended;
  }

  /** Its exit code and what it wrote to stderr, once it has ended by itself. */
  async ended(): Promise<{ readonly code: unknown; readonly stderr: string }> {
    const [code] = await this.#ended;
    return { code, stderr: this.#stderr };
  }
}
