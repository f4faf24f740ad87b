import type { Readable, Writable } from 'node:stream';

/** Bytes kept of a client that talks before there is a window; then it has to wait. */
const mostKept = 1024 * 1024;

const newline = 0x0a;

/** What the client says. It is read from the beginning, so that its end is noticed also while there is no window. */
export class ClientInput {
  readonly #source: Readable;
  #kept: Buffer[] = [];
  #length = 0;
  #lastByte = newline;
  #hasEnded = false;

  /** @param onEnd is called when the client has ended and all that it said was taken, or kept for a window */
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

  /** Whether the client said something that is kept for a window. */
  get isKept(): boolean {
    return this.#length > 0;
  }

  /** Whether what was given to the window so far ends with a line. */
  get isBetweenLines(): boolean {
    return this.#lastByte === newline;
  }

  /** Gives all of it to the window from now on, no faster than that takes it, and its end too. */
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
