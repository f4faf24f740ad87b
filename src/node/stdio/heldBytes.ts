/** Counts the bytes that are held of one peer's messages, in several places together, up to a limit. */
export class Room {
  readonly #size: number;
  #held = 0;

  /** @param size the limit, in bytes */
  constructor(size: number) {
    this.#size = size;
  }

  /** How many bytes are held now. */
  get held(): number {
    return this.#held;
  }

  /** Counts more bytes, if there is room. @returns whether there was room; if not, nothing is counted */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.#size) return false;
    this.#held += bytes;
    return true;
  }

  /** Counts bytes whether there is room or not. */
  hold(bytes: number): void {
    this.#held += bytes;
  }

  giveBack(bytes: number): void {
    this.#held -= bytes;
  }
}

const none = Buffer.alloc(0);

/**
 * Bytes that come in pieces and are held as one buffer. A list of pieces would take about a hundred bytes more for each
 * piece, even an empty one.
 */
export class HeldBytes {
  readonly #limit: number;
  readonly #room: Room | undefined;
  #buffer: Buffer = none;
  #length = 0;

  /** @param limit in bytes @param room shared by everything that is held of the same peer */
  constructor(limit: number, room?: Room) {
    this.#limit = limit;
    this.#room = room;
  }

  get length(): number {
    return this.#length;
  }

  /** What is held so far; the next `add` may change it. */
  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Adds a piece. @returns whether it was added; if it would exceed the limit or the room, nothing of it is */
  add(piece: Uint8Array): boolean {
    const length = this.#length + piece.length;
    if (length > this.#limit) return false;
    if (length > this.#buffer.length) {
      const capacity = this.#length === 0 ? length : Math.min(Math.max(2 * length, 4096), this.#limit);
      if (this.#room?.take(capacity - this.#buffer.length) === false) return false;
      this.#grow(capacity, piece);
    } else this.#buffer.set(piece, this.#length);
    this.#length = length;
    return true;
  }

  /** All that was held; it is the caller's from now on, and nothing is held here. */
  take(): Buffer {
    const { bytes } = this;
    this.drop();
    return bytes;
  }

  drop(): void {
    this.#room?.giveBack(this.#buffer.length);
    this.#buffer = none;
    this.#length = 0;
  }

  #grow(capacity: number, piece: Uint8Array): void {
    // Most often, the first piece is the only one.
    if (this.#length === 0) {
      this.#buffer = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
      return;
    }
    const larger = Buffer.allocUnsafe(capacity);
    this.#buffer.copy(larger, 0, 0, this.#length);
    larger.set(piece, this.#length);
    this.#buffer = larger;
  }
}
