const newline = 0x0a;

/** Cuts a byte stream into lines, in time that grows with the bytes only. A line that is too long is skipped whole. */
export class LineBuffer {
  readonly #longest: number;
  #parts: Buffer[] = [];
  #length = 0;

  /** @param longest in bytes; a longer line comes out as `undefined` */
  constructor(longest: number) {
    this.#longest = longest;
  }

  /** The lines that this chunk completes, without their ends. */
  take(chunk: Buffer): readonly (string | undefined)[] {
    const lines: (string | undefined)[] = [];
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#keep(chunk.subarray(start, end));
      lines.push(this.#length > this.#longest ? undefined : Buffer.concat(this.#parts).toString('utf8'));
      this.#parts = [];
      this.#length = 0;
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
    return lines;
  }

  #keep(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > this.#longest) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }
}
