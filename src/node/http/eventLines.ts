import { Readable } from 'node:stream';
import { LineReader, type Line } from '../stdio/lineReader';
import type { TooLong } from '../stdio/skippedLine';

/** One event of a stream of server-sent events, with data. */
interface ServerSentEvent {
  readonly name: string;
  readonly data: Buffer;
}

/** What a stream of events says, one thing at a time; nothing of it must throw. */
export interface EventEars {
  readonly event: (event: ServerSentEvent) => void;
  /** Behind which event the stream can be taken up again. */
  readonly id: (id: string) => void;
  /** Milliseconds to wait before it is taken up again. */
  readonly retry: (milliseconds: number) => void;
  readonly tooLong: (line: TooLong) => void;
}

const colon = 0x3a;
const space = 0x20;
const newline = Buffer.from('\n');

/**
 * Reads a stream of server-sent events (WHATWG HTML, section 9.2), as bytes: what is in `data` is nobody's to alter.
 * Lines end with a line feed, alone or behind a carriage return; a carriage return alone, which no server is known to
 * send, ends none.
 */
export class EventLines {
  /** Resolves when the stream has ended, however it did, and all of it was delivered. */
  readonly ended: Promise<void>;
  readonly #reader: LineReader;
  readonly #source: Readable;
  readonly #ears: EventEars;
  readonly #limit: number;
  #name = '';
  #id: string | undefined;
  #data: Buffer[] = [];
  #length = 0;

  /** Nothing is read before `resume`. @param limit of the data of one event, in bytes */
  constructor(body: ReadableStream<Uint8Array>, limit: number, ears: EventEars) {
    this.#ears = ears;
    this.#limit = limit;
    this.#source = Readable.fromWeb(body);
    this.#reader = new LineReader(this.#source, limit, (line) => this.#take(line));
    this.#reader.pause();
    this.ended = this.#reader.ended;
  }

  pause(): void {
    this.#reader.pause();
  }

  resume(): void {
    this.#reader.resume();
  }

  /** Delivers nothing more and closes the stream. */
  dispose(): void {
    this.#reader.dispose();
    this.#source.destroy();
  }

  #take(line: Line): void {
    switch (line.kind) {
      case 'too long':
        return this.#ears.tooLong(line);
      case 'half':
        return;
      case 'line':
        return line.bytes.length === 0 ? this.#dispatch() : this.#field(line.bytes);
    }
  }

  #field(line: Buffer): void {
    const at = line.indexOf(colon);
    if (at === 0) return;
    const name = line.toString('utf8', 0, Math.min(at < 0 ? line.length : at, 20));
    const from = at < 0 ? line.length : line[at + 1] === space ? at + 2 : at + 1;
    const value = line.subarray(from);
    switch (name) {
      case 'data':
        this.#length += value.length + 1;
        if (this.#length <= this.#limit + 1)
          this.#data.push(...(this.#data.length > 0 ? [newline] : []), value);
        return;
      case 'event':
        this.#name = value.toString('utf8', 0, 100);
        return;
      case 'id':
        // It goes back in a header: what cannot stand in one is no id.
        if (/^[\x20-\x7e]{1,1024}$/u.test(value.toString('latin1'))) this.#id = value.toString('latin1');
        return;
      case 'retry':
        if (/^\d{1,9}$/u.test(value.toString('latin1'))) this.#ears.retry(Number(value.toString('latin1')));
        return;
      default:
    }
  }

  #dispatch(): void {
    const [name, id, data, length] = [this.#name, this.#id, this.#data, this.#length];
    this.#name = '';
    this.#id = undefined;
    this.#data = [];
    this.#length = 0;
    // Events without data only tell where the stream can be taken up again, or that it lives.
    if (length > this.#limit + 1) this.#ears.tooLong({ bytes: length, id: undefined, message: undefined });
    else if (length > 1)
      this.#ears.event({ name: name === '' ? 'message' : name, data: Buffer.concat(data) });
    // Only now: who takes the stream up behind an event must have had it.
    if (id !== undefined) this.#ears.id(id);
  }
}
