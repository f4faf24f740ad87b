import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A file into which tests in another process report, printed here as it grows. */
export class TestReport {
  readonly file: string;
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), 'mcp-roots-report-'));
  readonly #handle: number;
  readonly #looking: NodeJS.Timeout;

  constructor() {
    this.file = path.join(this.#folder, 'report.txt');
    this.#handle = openSync(this.file, 'a+');
    this.#looking = setInterval(() => this.#print(), 200).unref();
  }

  /** Prints the rest and removes the file. */
  dispose(): void {
    clearInterval(this.#looking);
    this.#print();
    closeSync(this.#handle);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #print(): void {
    const part = Buffer.alloc(65_536);
    for (let read = readSync(this.#handle, part); read > 0; read = readSync(this.#handle, part)) {
      process.stdout.write(Buffer.from(part.subarray(0, read)));
    }
  }
}
