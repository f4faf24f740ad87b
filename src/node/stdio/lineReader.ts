import type { Readable } from 'node:stream';
import type { Disposable } from '../../core/lifecycle';
import { HeldBytes, type Room } from './heldBytes';
import { SkippedLine, type TooLong } from './skippedLine';

export type Line =
  /** A whole line, without its end (`\n` or `\r\n`). */
  | { readonly kind: 'line'; readonly bytes: Buffer }
  /** A line that exceeds the limit; it was skipped. */
  | ({ readonly kind: 'too long' } & TooLong)
  /** The beginning of a line that the source never finished. */
  | { readonly kind: 'half'; readonly bytes: number };

const newline = 0x0a;
const carriageReturn = 0x0d;

/**
 * Reads lines from a byte stream, in time that is linear in its length however it is split, and with memory bounded by
 * twice the limit.
 */
export class LineReader implements Disposable {
  /** Resolves when the source has ended and all its lines were delivered, or after `dispose`. */
  readonly ended: Promise<void>;
  readonly #source: Readable;
  readonly #limit: number;
  readonly #deliver: (line: Line) => void;
  readonly #finish: () => void;
  /** Bytes that were read and not looked at yet; in the first chunk, from `#at` on. */
  #chunks: Buffer[] = [];
  #at = 0;
  /** The beginning of a line that continues in the next chunk. */
  readonly #held: HeldBytes;
  #skipped: SkippedLine | undefined;
  #paused = false;
  #delivering = false;
  #sourceEnded = false;
  #disposed = false;

  /**
   * @param limit the longest line in bytes, without its end
   * @param deliver must not throw; may call `pause`, which takes effect before the next line
   * @param room shared by everything that is held of the same peer; a line that does not fit into it counts as too long
   */
  constructor(source: Readable, limit: number, deliver: (line: Line) => void, room?: Room) {
    this.#source = source;
    this.#limit = limit;
    this.#deliver = deliver;
    this.#held = new HeldBytes(limit, room);
    let finish = () => {};
    this.ended = new Promise((resolve) => (finish = resolve));
    this.#finish = finish;
    source.on('data', (chunk: Buffer) => {
      if (this.#disposed) return;
      this.#chunks.push(chunk);
      this.#advance();
    });
    for (const event of ['end', 'close', 'error'])
      source.on(event, () => {
        this.#sourceEnded = true;
        this.#advance();
      });
  }

  /** Delivers nothing more and reads nothing more from the source, until `resume`. */
  pause(): void {
    if (this.#disposed) return;
    this.#paused = true;
    this.#source.pause();
  }

  /** Continues where `pause` stopped. */
  resume(): void {
    if (this.#disposed) return;
    this.#paused = false;
    this.#advance();
    if (!this.#paused) this.#source.resume();
  }

  /** Delivers nothing more. The rest of the source is read and dropped, so that its writer is not blocked. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#chunks = [];
    this.#held.drop();
    this.#source.resume();
    this.#finish();
  }

  #advance(): void {
    if (this.#delivering) return;
    this.#delivering = true;
    while (!this.#paused) {
      const [chunk] = this.#chunks;
      if (chunk === undefined) break;
      const end = chunk.indexOf(newline, this.#at);
      const part = chunk.subarray(this.#at, end < 0 ? chunk.length : end);
      this.#at = end < 0 ? chunk.length : end + 1;
      if (this.#at === chunk.length) {
        this.#chunks.shift();
        this.#at = 0;
      }
      if (end < 0) this.#hold(part);
      else this.#deliver(this.#complete(part));
    }
    this.#delivering = false;
    if (this.#sourceEnded && !this.#paused && this.#chunks.length === 0) this.#end();
  }

  #end(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    const bytes = this.#skipped?.end().bytes ?? this.#held.length;
    this.#held.drop();
    if (bytes > 0) this.#deliver({ kind: 'half', bytes });
    this.#finish();
  }

  #hold(part: Buffer): void {
    if (this.#skipped === undefined && !this.#held.add(part)) {
      this.#skipped = new SkippedLine();
      this.#skipped.push(this.#held.bytes);
      this.#held.drop();
    }
    this.#skipped?.push(part);
  }

  #complete(part: Buffer): Line {
    if (this.#held.length === 0 && this.#skipped === undefined && part.length <= this.#limit)
      return { kind: 'line', bytes: withoutCarriageReturn(part) };
    this.#hold(part);
    if (this.#skipped !== undefined) {
      const found = this.#skipped.end();
      this.#skipped = undefined;
      return { kind: 'too long', ...found };
    }
    return { kind: 'line', bytes: withoutCarriageReturn(this.#held.take()) };
  }
}

function withoutCarriageReturn(line: Buffer): Buffer {
  return line.at(-1) === carriageReturn ? line.subarray(0, -1) : line;
}
