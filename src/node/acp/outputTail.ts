/** Size of the blocks, in bytes, in which small pieces are collected. */
const blockSize = 4096;

/** The last bytes of an output, up to a limit, without partial characters (ACP, terminals, output limit). */
export class OutputTail {
  readonly #limit: number;
  readonly #chunks: Buffer[] = [];
  /** The block of which the last chunk is the beginning. */
  #block = Buffer.alloc(0);
  #size = 0;
  #isCut = false;
  #isWithheld = false;

  /** @param limit bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  add(chunk: Buffer): void {
    if (chunk.length === 0 || this.#isWithheld) return;
    const kept = chunk.length > this.#limit ? chunk.subarray(chunk.length - this.#limit) : chunk;
    this.#isCut ||= kept !== chunk;
    this.#push(kept);
    this.#size += kept.length;
    for (let [first] = this.#chunks; first !== undefined; [first] = this.#chunks) {
      if (this.#size - first.length < this.#limit) break;
      this.#chunks.shift();
      this.#size -= first.length;
      this.#isCut = true;
    }
  }

  /**
   * Collects small pieces in blocks, because each piece alone would take far more memory than its bytes. Copies them,
   * because a piece can keep a larger buffer in memory.
   */
  #push(piece: Buffer): void {
    const last = this.#chunks.at(-1);
    if (last === undefined || last.length + piece.length > this.#block.length) {
      this.#block = Buffer.allocUnsafeSlow(Math.max(piece.length, blockSize));
      this.#chunks.push(this.#block.subarray(0, piece.copy(this.#block)));
    } else {
      piece.copy(this.#block, last.length);
      this.#chunks[this.#chunks.length - 1] = this.#block.subarray(0, last.length + piece.length);
    }
  }

  /** Drops what is kept, and keeps nothing from now on. */
  withhold(): void {
    this.#isWithheld = true;
    this.#isCut = true;
    this.#chunks.length = 0;
    this.#size = 0;
  }

  /** What is kept, and whether there was more before it. */
  get output(): { readonly output: string; readonly truncated: boolean } {
    const all = Buffer.concat(this.#chunks);
    let start = Math.max(all.length - this.#limit, 0);
    const truncated = this.#isCut || start > 0;
    // The cut may be within a character of UTF-8, whose further bytes begin with the bits 10.
    if (truncated) while (start < all.length && ((all[start] ?? 0) & 0xc0) === 0x80) start += 1;
    return { output: all.toString('utf8', start), truncated };
  }
}
