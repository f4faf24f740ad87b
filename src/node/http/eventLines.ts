import { Readable } from 'node:stream';
import { HeldBytes, type Room } from '../stdio/heldBytes';
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
/** Characters of an event's name and id, and of a time to wait; what is longer is none. */
const [longestName, longestId, longestRetry] = [100, 1024, 9];

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
  readonly #data: HeldBytes;
  #name = '';
  #id: string | undefined;
  /** Bytes of the event's data, with a line's end behind each line. */
  #length = 0;
  #isTooLong = false;

  /**
   * Nothing is read before `resume`.
   * @param limit of the data of one event, in bytes
   * @param room what all streams of one server hold counts against it; an event for which there is none is too long
   */
  constructor(body: ReadableStream<Uint8Array>, limit: number, ears: EventEars, room?: Room) {
    this.#ears = ears;
    this.#data = new HeldBytes(limit, room);
    this.#source = Readable.fromWeb(body);
    this.#reader = new LineReader(this.#source, limit, (line) => this.#take(line), room);
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
    this.#data.drop();
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
        return this.#hold(value);
      case 'event':
        this.#name = value.toString('utf8', 0, longestName);
        return;
      case 'id':
        this.#id = idOf(value) ?? this.#id;
        return;
      case 'retry':
        if (value.length <= longestRetry && /^\d+$/u.test(value.toString('latin1')))
          this.#ears.retry(Number(value.toString('latin1')));
        return;
      default:
    }
  }

  #hold(value: Buffer): void {
    const isFirst = this.#length === 0;
    this.#length += value.length + 1;
    if (this.#isTooLong) return;
    if ((isFirst || this.#data.add(newline)) && this.#data.add(value)) return;
    this.#isTooLong = true;
    this.#data.drop();
  }

  #dispatch(): void {
    const [name, id, length, isTooLong] = [this.#name, this.#id, this.#length, this.#isTooLong];
    const data = this.#data.take();
    this.#name = '';
    this.#id = undefined;
    this.#length = 0;
    this.#isTooLong = false;
    // Events without data only tell where the stream can be taken up again, or that it lives.
    if (isTooLong) this.#ears.tooLong({ bytes: length - 1, id: undefined, message: undefined });
    else if (data.length > 0) this.#ears.event({ name: name === '' ? 'message' : name, data });
    // Only now: who takes the stream up behind an event must have had it.
    if (id !== undefined) this.#ears.id(id);
  }
}

/** It goes back in a header: what cannot stand in one is no id. */
function idOf(value: Buffer): string | undefined {
  if (value.length > longestId) return undefined;
  const id = value.toString('latin1');
  return /^[\x20-\x7e]+$/u.test(id) ? id : undefined;
}
