import type { Readable, Writable } from 'node:stream';

/** How many bytes of the client's input are kept while there is no window; then the client has to wait. */
const mostKept = 1024 * 1024;

const newline = 0x0a;

/**
 * The client's input. It is read from the beginning, so that its end is noticed even while there is no window; but
 * then reading pauses once more than 1 MiB is kept.
 */
export class ClientInput {
  readonly #source: Readable;
  #kept: Buffer[] = [];
  #length = 0;
  #lastByte = newline;
  #hasEnded = false;

  /** @param onEnd is called when the client's input has ended; what was read of it is kept or was passed on */
  constructor(source: Readable, onEnd: () => void) {
    this.#source = source;
    source.on('data', (chunk: Buffer) => (this.#lastByte = chunk.at(-1) ?? this.#lastByte));
    source.on('data', this.#keep);
    for (const event of ['end', 'error', 'close']) {
      source.once(event, () => {
        if (this.#hasEnded) return;
        this.#hasEnded = true;
        onEnd();
      });
    }
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Whether input of the client is kept for a window. */
  get isKept(): boolean {
    return this.#length > 0;
  }

  /** Whether the client's input so far ends with a complete line. */
  get isBetweenLines(): boolean {
    return this.#lastByte === newline;
  }

  /** From now on passes all input on to the window, also its end, no faster than the window takes it. */
  pipe(to: Writable): void {
    this.#source.off('data', this.#keep);
    for (const chunk of this.#kept) to.write(chunk);
    this.#kept = [];
    this.#length = 0;
    if (this.#hasEnded) to.end();
    else this.#source.pipe(to);
  }

  readonly #keep = (chunk: Buffer) => {
    this.#kept.push(chunk);
    this.#length += chunk.length;
    if (this.#length > mostKept) this.#source.pause();
  };
}
