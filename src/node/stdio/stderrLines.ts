import type { Readable } from 'node:stream';
import { CappedLines, plainLine } from './cappedLines';

/** Lines kept for a message that explains an exit. */
const keptLines = 20;

/** Bytes of a line that are looked at; the rest of it is passed over. */
const longestLine = 8192;

const newline = 0x0a;

/** What a server says on stderr: every line for the log, as fast as a log can take it, and the last ones kept. */
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

  /** The last 20 lines, also those that were left out of the log, and a line that is not over yet. */
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
    // A copy, or each line would keep the whole chunk it came in.
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
