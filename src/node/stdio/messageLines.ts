import type { Readable } from 'node:stream';
import type { Codec, Incoming } from '../session/codec';
import { LineReader, type Line } from './lineReader';
import type { TooLong } from './skippedLine';

/** Gets what is read, one at a time. What one of these throws is handed to `failed`, and the next one comes. */
export interface Heard<P> {
  /** `inBatch`: it was part of a batch (JSON-RPC batches were part of MCP until 2025-03-26, basic, messages). */
  readonly value: (value: Incoming<P>, inBatch: boolean) => void;
  readonly tooLong: (line: TooLong) => void;
  /** A line that is not JSON, or that the source never finished. */
  readonly noise: (text: () => string) => void;
  /**
   * A fault of this side, which must not be thrown where the bytes arrive: nobody watches there.
   * @param value what could not be dealt with, where it is one
   */
  readonly failed: (error: unknown, value?: Incoming<P>) => void;
}

/** Reads messages from a byte stream, one line of JSON each (MCP, basic/transports, stdio). Batches are taken apart. */
export class MessageLines<P> {
  /** Resolves when the source has ended and all of it was delivered, or after `dispose`. */
  readonly ended: Promise<void>;
  readonly #codec: Codec<P>;
  readonly #heard: Heard<P>;
  readonly #reader: LineReader;
  /** Those messages of the last line that were not delivered yet. */
  #values: Iterator<Incoming<P>> | undefined;
  #areOfBatch = false;
  #paused = true;
  #delivering = false;

  /**
   * Nothing is read before `resume`.
   * @param limit the longest line, in bytes
   * @param heard may call `pause`
   */
  constructor(source: Readable, codec: Codec<P>, limit: number, heard: Heard<P>) {
    this.#codec = codec;
    this.#heard = heard;
    this.#reader = new LineReader(source, limit, (line) => this.#hear(line));
    this.#reader.pause();
    this.ended = this.#reader.ended;
  }

  /** Delivers nothing more until `resume`, not even the rest of a batch. */
  pause(): void {
    this.#paused = true;
    this.#reader.pause();
  }

  /** Continues where `pause` stopped. */
  resume(): void {
    this.#paused = false;
    this.#deliver();
  }

  /** Delivers nothing more. The rest of the source is read and dropped. */
  dispose(): void {
    this.#values = undefined;
    this.#reader.dispose();
  }

  #hear(line: Line): void {
    switch (line.kind) {
      case 'line':
        return this.#take(line.bytes);
      case 'too long':
        return this.#tell(() => this.#heard.tooLong(line));
      case 'half':
        return this.#tell(() =>
          this.#heard.noise(() => `(${line.bytes} bytes of a message that was never finished)`),
        );
    }
  }

  #take(bytes: Buffer): void {
    try {
      const { values, areOfBatch } = this.#codec.take(bytes);
      this.#values = values;
      this.#areOfBatch = areOfBatch;
    } catch {
      const start = bytes.toString('utf8', 0, 8192);
      if (start.trim() !== '') this.#tell(() => this.#heard.noise(() => start));
      return;
    }
    this.#deliver();
  }

  #deliver(): void {
    if (this.#delivering) return;
    this.#delivering = true;
    while (this.#values !== undefined && !this.#paused) {
      const { value, done } = this.#values.next();
      if (done === true) this.#values = undefined;
      else this.#tell(() => this.#heard.value(value, this.#areOfBatch), value);
    }
    this.#delivering = false;
    if (!this.#paused) this.#reader.resume();
  }

  #tell(tell: () => void, value?: Incoming<P>): void {
    try {
      tell();
    } catch (error) {
      this.#heard.failed(error, value);
    }
  }
}
