import { Readable } from 'node:stream';
import { HeldBytes, type Room } from '../stdio/heldBytes';
import { LineReader, type Line } from '../stdio/lineReader';
import type { TooLong } from '../stdio/skippedLine';

/** A server-sent event that has data. */
interface ServerSentEvent {
  readonly name: string;
  readonly data: Buffer;
}

/** Gets what comes by a stream of events, one thing at a time; none of these may throw. */
export interface EventEars {
  readonly event: (event: ServerSentEvent) => void;
  /** The id of the last event, after which a broken stream can be resumed. */
  readonly id: (id: string) => void;
  /** How many milliseconds to wait before resuming. */
  readonly retry: (milliseconds: number) => void;
  readonly tooLong: (line: TooLong) => void;
}

const colon = 0x3a;
const space = 0x20;
const newline = Buffer.from('\n');
const byteOrderMark = Buffer.from('\ufeff');
/**
 * The longest name and id of an event, and the most digits of a time to wait, in characters. A longer name is cut; the
 * others are ignored.
 */
const [longestName, longestId, longestRetry] = [100, 1024, 9];

/**
 * Reads a stream of server-sent events (WHATWG HTML, section 9.2). Data stays bytes, so that nothing in it is altered.
 * Lines end with a line feed, alone or after a carriage return; a lone carriage return, which no known server sends,
 * ends no line.
 */
export class EventLines {
  /** Resolves when the stream has ended, for whatever reason, and all of it was delivered. */
  readonly ended: Promise<void>;
  readonly #reader: LineReader;
  readonly #source: Readable;
  readonly #ears: EventEars;
  readonly #data: HeldBytes;
  #isAtStart = true;
  #name = '';
  #id: string | undefined;
  /** The length of the event's data in bytes, with a line feed for each line. */
  #length = 0;
  #isTooLong = false;

  /**
   * Nothing is read before `resume`.
   * @param limit the longest data of one event, in bytes
   * @param room shared by all streams of one server; an event that does not fit into it counts as too long
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

  /** Delivers nothing more, and closes the stream. */
  dispose(): void {
    this.#reader.dispose();
    this.#data.drop();
    this.#source.destroy();
  }

  #take(line: Line): void {
    const isFirst = this.#isAtStart;
    this.#isAtStart = false;
    switch (line.kind) {
      case 'too long':
        return this.#ears.tooLong(line);
      case 'half':
        return;
      case 'line':
        return this.#line(isFirst ? withoutByteOrderMark(line.bytes) : line.bytes);
    }
  }

  #line(line: Buffer): void {
    if (line.length === 0) this.#dispatch();
    else this.#field(line);
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
    // Events without data only carry an id, or show that the stream is alive.
    if (isTooLong) this.#ears.tooLong({ bytes: length - 1, id: undefined, message: undefined });
    else if (data.length > 0) this.#ears.event({ name: name === '' ? 'message' : name, data });
    // Only after the event was delivered: whoever resumes after an event must have had it.
    if (id !== undefined) this.#ears.id(id);
  }
}

function withoutByteOrderMark(line: Buffer): Buffer {
  const [mark, rest] = [line.subarray(0, byteOrderMark.length), line.subarray(byteOrderMark.length)];
  return mark.equals(byteOrderMark) ? rest : line;
}

/** The id is sent back in a header, so it may have only characters that are allowed there. */
function idOf(value: Buffer): string | undefined {
  if (value.length > longestId) return undefined;
  const id = value.toString('latin1');
  return /^[\x20-\x7e]+$/u.test(id) ? id : undefined;
}
