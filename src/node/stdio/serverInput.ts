import type { Writable } from 'node:stream';
import { writePieces } from './writePieces';

/** How many characters of answers may wait for a server while its requests are still read; about what a pipe holds. */
const usualAllowance = 65_536;

/** After how many milliseconds this allowance is doubled for a server that reads nothing at all. */
const patience = 100;

/**
 * A server's stdin. Reports when the server does not read the answers to its own requests, so that no further requests
 * need to be read (rule 3: a flood is slowed by not reading). Only answers count: a server that is busy writing may not
 * read the client's requests for a while, but must be read all the same. A server that reads nothing before it has sent
 * all its requests gets more and more allowance; otherwise both sides would wait for ever.
 */
export class ServerInput {
  readonly #stdin: Writable;
  readonly #largestAllowance: number;
  readonly #onOverfull: (isOverfull: boolean) => void;
  #waitingAnswers = 0;
  #allowance = usualAllowance;
  #overfull = false;
  #taken = 0;
  #timer: NodeJS.Timeout | undefined;
  #room: Promise<void> | undefined;

  /**
   * @param largestAllowance how many characters of answers are kept at most for a server that reads nothing
   * @param onOverfull is called with each change; must not throw
   */
  constructor(stdin: Writable, largestAllowance: number, onOverfull: (isOverfull: boolean) => void) {
    this.#stdin = stdin;
    this.#largestAllowance = largestAllowance;
    this.#onOverfull = onOverfull;
    stdin.once('close', () => this.#judge());
  }

  /**
   * Writes a message as one line.
   * @returns undefined while the pipe takes more, else a promise that resolves when it does, or when it was closed. It
   * never rejects
   */
  write(line: readonly (string | Buffer)[], isAnswer: boolean): Promise<void> | undefined {
    if (!this.#stdin.writable) return undefined;
    const answerLength = isAnswer ? line.reduce((length, piece) => length + piece.length, 0) : 0;
    this.#waitingAnswers += answerLength;
    const hasRoom = writePieces(this.#stdin, line, () => {
      this.#waitingAnswers -= answerLength;
      this.#taken += 1;
      if (this.#waitingAnswers <= usualAllowance) this.#allowance = usualAllowance;
      this.#judge();
    });
    if (hasRoom) return undefined;
    this.#judge();
    return (this.#room ??= this.#whenThereIsRoom());
  }

  #judge(): void {
    // What the pipe has taken already does not wait, although its callback comes later.
    const waiting = Math.min(this.#waitingAnswers, this.#stdin.writableLength);
    const overfull = waiting > this.#allowance && !this.#stdin.destroyed;
    if (overfull === this.#overfull) return;
    this.#overfull = overfull;
    clearInterval(this.#timer);
    if (overfull) this.#timer = this.#growWhileStuck();
    this.#onOverfull(overfull);
  }

  #growWhileStuck(): NodeJS.Timeout {
    let before = this.#taken;
    return setInterval(() => {
      const stuck = this.#taken === before;
      before = this.#taken;
      if (!stuck) return;
      this.#allowance = Math.min(this.#allowance * 2, this.#largestAllowance);
      this.#judge();
    }, patience);
  }

  #whenThereIsRoom(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#stdin.off('drain', done);
        this.#stdin.off('close', done);
        this.#room = undefined;
        resolve();
      };
      this.#stdin.on('drain', done);
      this.#stdin.on('close', done);
    });
  }
}
