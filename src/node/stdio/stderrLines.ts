import type { Readable } from 'node:stream';
import { CappedLines, plainLine } from './cappedLines';

/** How many lines are kept, for a message that explains how the process ended. */
const keptLines = 20;

/** How many bytes of a line are used; the rest is dropped. */
const longestLine = 8192;

const newline = 0x0a;

/** The stderr of a server: its lines for the log, as many as a log can take, and the last ones kept. */
export class StderrLines {
  readonly #lines = new CappedLines();
  readonly onLine = this.#lines.onLine;
  /** Resolves when stderr is closed. */
  readonly ended: Promise<void>;
  #part: Buffer = Buffer.alloc(0);
  readonly #kept: Buffer[] = [];

  constructor(source: Readable) {
    source.on('data', (chunk: Buffer) => this.#take(chunk));
    this.ended = new Promise((resolve) => {
      for (const event of ['end', 'close', 'error']) source.once(event, resolve);
    }).then(() => this.#finish());
  }

  /** The last 20 lines, including lines that were left out of the log and an unfinished one. */
  get last(): readonly string[] {
    const all = this.#part.length > 0 ? [...this.#kept, this.#part] : this.#kept;
    return all.slice(-keptLines).map((line) => plainLine(line.toString('utf8')));
  }

  #take(chunk: Buffer): void {
    let at = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, at)) {
      this.#say(this.#extend(chunk.subarray(at, end)));
      this.#part = Buffer.alloc(0);
      at = end + 1;
    }
    this.#part = this.#extend(chunk.subarray(at));
  }

  #extend(piece: Buffer): Buffer {
    if (this.#part.length === 0) return piece.subarray(0, longestLine);
    if (this.#part.length >= longestLine) return this.#part;
    return Buffer.concat([this.#part, piece.subarray(0, longestLine - this.#part.length)]);
  }

  #say(line: Buffer): void {
    if (line.length === 0) return;
    // Copied, because otherwise each line would keep its whole chunk in memory.
    this.#kept.push(Buffer.from(line));
    if (this.#kept.length > keptLines) this.#kept.shift();
    this.#lines.say(() => line.toString('utf8'));
  }

  #finish(): void {
    this.#say(this.#part);
    this.#part = Buffer.alloc(0);
    this.#lines.end();
  }
}
