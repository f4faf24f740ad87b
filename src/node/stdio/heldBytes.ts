/** How many bytes of one peer may be held at a time, in all the places together that hold parts of what it says. */
export class Room {
  readonly #size: number;
  #held = 0;

  /** @param size in bytes */
  constructor(size: number) {
    this.#size = size;
  }

  /** Bytes that are held now. */
  get held(): number {
    return this.#held;
  }

  /** @returns whether there was room for so many bytes more; else nothing is taken */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.#size) return false;
    this.#held += bytes;
    return true;
  }

  /** Takes what is there already, whether there is room or not. */
  hold(bytes: number): void {
    this.#held += bytes;
  }

  giveBack(bytes: number): void {
    this.#held -= bytes;
  }
}

const none = Buffer.alloc(0);

/**
 * Bytes that come in pieces and are held as one. What they take up follows from their number, and not from the number
 * of their pieces: a list of pieces costs a hundred bytes for each, also for an empty one.
 */
export class HeldBytes {
  readonly #limit: number;
  readonly #room: Room | undefined;
  #buffer: Buffer = none;
  #length = 0;

  /** @param limit in bytes @param room what else is held of the same peer counts against it, too */
  constructor(limit: number, room?: Room) {
    this.#limit = limit;
    this.#room = room;
  }

  get length(): number {
    return this.#length;
  }

  /** What is held so far; may change with the next piece. */
  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  /** @returns whether it is held; where that would be more than the limit or the room, nothing of the piece is. */
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

  /** All that was held; from now on it is the caller's, and nothing is held here. */
  take(): Buffer {
    const { bytes } = this;
    this.drop();
    return bytes;
  }

  /** Holds nothing any more. */
  drop(): void {
    this.#room?.giveBack(this.#buffer.length);
    this.#buffer = none;
    this.#length = 0;
  }

  #grow(capacity: number, piece: Uint8Array): void {
    // The first piece is most often the only one.
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
