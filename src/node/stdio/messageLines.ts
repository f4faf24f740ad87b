import type { Readable } from 'node:stream';
import type { Codec, Incoming } from '../session/codec';
import { LineReader, type Line } from './lineReader';
import type { TooLong } from './skippedLine';

/** What is read, one at a time. */
export interface Heard<P> {
  /** `inBatch`: it came together with others (JSON-RPC batches were MCP until 2025-03-26, basic, messages). */
  readonly value: (value: Incoming<P>, inBatch: boolean) => void;
  readonly tooLong: (line: TooLong) => void;
  /** What is no JSON, and what the source ended in the middle of. */
  readonly noise: (text: () => string) => void;
}

/** Reads messages from a byte stream, one JSON line each (MCP, basic/transports, stdio), batches taken apart. */
export class MessageLines<P> {
  /** Resolves when the source has ended and all of it was delivered, or after `dispose`. */
  readonly ended: Promise<void>;
  readonly #codec: Codec<P>;
  readonly #heard: Heard<P>;
  readonly #reader: LineReader;
  /** What the last line carried, as far as it is still to be delivered. */
  #values: Iterator<Incoming<P>> | undefined;
  #areOfBatch = false;
  #paused = true;
  #delivering = false;

  /** Nothing is read before `resume`. @param limit of a line, in bytes @param heard must not throw; may pause. */
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

  /** Goes on where `pause` stopped, in order. */
  resume(): void {
    this.#paused = false;
    this.#deliver();
  }

  /** Delivers nothing more; what the source still says is read and thrown away. */
  dispose(): void {
    this.#values = undefined;
    this.#reader.dispose();
  }

  #hear(line: Line): void {
    switch (line.kind) {
      case 'line':
        return this.#take(line.bytes);
      case 'too long':
        return this.#heard.tooLong(line);
      case 'half':
        return this.#heard.noise(() => `(${line.bytes} bytes of a message that was never finished)`);
    }
  }

  #take(bytes: Buffer): void {
    try {
      const { values, areOfBatch } = this.#codec.take(bytes);
      this.#values = values;
      this.#areOfBatch = areOfBatch;
    } catch {
      const start = bytes.toString('utf8', 0, 8192);
      if (start.trim() !== '') this.#heard.noise(() => start);
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
      else this.#heard.value(value, this.#areOfBatch);
    }
    this.#delivering = false;
    if (!this.#paused) this.#reader.resume();
  }
}
