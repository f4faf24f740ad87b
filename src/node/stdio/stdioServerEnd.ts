import { messageOf } from '../../core/errors';
import { Emitter, type Event } from '../../core/event';
import type { Grace, ServerProcess } from '../process/serverProcess';
import { within } from '../process/within';
import { requestTooLong } from '../../core/session/ownMessages';
import type { Codec, Incoming } from '../session/codec';
import type { OwnedServerEnd } from '../session/serverEnd';
import type { ProgramExit } from '../session/serverExit';
import { CappedLines } from './cappedLines';
import { MessageLines } from './messageLines';
import { ServerInput } from './serverInput';
import type { TooLong } from './skippedLine';
import { StderrLines } from './stderrLines';

export interface StdioOptions {
  /** The longest line that is accepted, in bytes; longer ones are skipped. Default: 64 MiB. */
  readonly messageLimit?: number;
}

const usualMessageLimit = 64 * 1024 * 1024;

/** How many milliseconds may pass between the ends of the process and its output, in any order. */
const endsMayLieApartMs = 500;

/** How long a server that closed its stdout may take to end, in milliseconds. */
const afterStdoutClosed: Grace = { closeStdinMs: 500, termMs: 500 };

/** The server end of a session with a process: one line of JSON for each message (MCP, basic/transports, stdio). */
export class StdioServerEnd<P> implements OwnedServerEnd<P> {
  readonly pid: number;
  /** Nothing is read until somebody listens. */
  readonly onMessage: Event<P> = (listener) => {
    setImmediate(() => this.#listen('nobody listens', false));
    return this.#message.event(listener);
  };
  /**
   * Fires for an answer that was too long and skipped. A skipped request is refused here; a skipped notification is
   * only logged.
   */
  readonly onTooLong: Event<TooLong>;
  /** Lines of stdout that are not messages, for a log. */
  readonly onNoise: Event<string>;
  /** Lines of stderr: for a log. */
  readonly onStderr: Event<string>;
  /** Errors that listeners threw, which are bugs. */
  readonly onFault: Event<unknown>;
  /** Resolves when the process and all its descendants are gone, and all its output was delivered. */
  readonly closed: Promise<ProgramExit>;
  /** Resolves when the process and all its descendants are gone. */
  readonly gone: Promise<void>;
  readonly #server: ServerProcess;
  readonly #codec: Codec<P>;
  readonly #message = new Emitter<P>();
  readonly #tooLong = new Emitter<TooLong>();
  readonly #fault = new Emitter<unknown>();
  readonly #noise = new CappedLines();
  readonly #stderr: StderrLines;
  readonly #input: ServerInput;
  readonly #lines: MessageLines<P>;
  readonly #reasonsNotToRead = new Set<ReasonNotToRead>(['nobody listens']);
  #stopping = false;

  constructor(
    server: ServerProcess,
    codec: Codec<P>,
    { messageLimit = usualMessageLimit }: StdioOptions = {},
  ) {
    this.#server = server;
    this.#codec = codec;
    this.pid = server.pid;
    this.gone = server.gone;
    this.#stderr = new StderrLines(server.stderr);
    this.#input = new ServerInput(server.stdin, messageLimit, (overfull) =>
      this.#listen('it takes no answers', overfull),
    );
    this.#lines = new MessageLines(server.stdout, codec, messageLimit, {
      value: (value) => this.#take(value),
      tooLong: (line) => this.#skipped(line),
      noise: (text) => this.#noise.say(text),
      failed: (error) => this.#undealt(error),
    });
    this.onTooLong = this.#tooLong.event;
    this.onNoise = this.#noise.onLine;
    this.onStderr = this.#stderr.onLine;
    this.onFault = this.#fault.event;
    this.closed = this.#close();
  }

  send(message: P): Promise<void> | undefined {
    const kind = this.#codec.envelopeOf(message)?.kind;
    if (kind === 'request') this.#server.busy();
    const isAnswer = kind === 'response';
    return this.#input.write(this.#codec.pieces(message), isAnswer);
  }

  pause(): void {
    this.#listen('paused', true);
  }

  resume(): void {
    this.#listen('paused', false);
  }

  /** Ends the process and its descendants; no message is delivered any more. Resolves like `ServerProcess.stop`. */
  async stop(grace: Grace): Promise<void> {
    this.#stopping = true;
    this.#lines.dispose();
    if (await this.#server.stop(grace)) await this.closed;
  }

  async #close(): Promise<ProgramExit> {
    const { exited, gone } = this.#server;
    await Promise.race([exited, this.#lines.ended]);
    const livesOn = !(await within(exited, endsMayLieApartMs)) && !this.#stopping;
    if (livesOn) await this.#server.stop(afterStdoutClosed);
    else await gone;
    this.#listen('nobody listens', false);
    // If stdout is still open, only a process that is not one of ours holds it; but a paused reader may take any time.
    while (!(await within(this.#lines.ended, endsMayLieApartMs)) && this.#reasonsNotToRead.has('paused'));
    await within(this.#stderr.ended, endsMayLieApartMs);
    this.#lines.dispose();
    this.#noise.end();
    const lastLines = this.#stderr.last;
    if (livesOn) return { kind: 'stdout closed', lastLines };
    const { code, signal } = await exited;
    return signal === null
      ? { kind: 'exited', code: code ?? 0, lastLines }
      : { kind: 'signalled', signal, lastLines };
  }

  #listen(reason: ReasonNotToRead, applies: boolean): void {
    if (applies) this.#reasonsNotToRead.add(reason);
    else this.#reasonsNotToRead.delete(reason);
    if (this.#reasonsNotToRead.size > 0) this.#lines.pause();
    else this.#lines.resume();
  }

  #take(each: Incoming<P>): void {
    if (each.kind === 'message' && this.#codec.envelopeOf(each.message)?.kind === 'response')
      this.#server.busy();
    if (each.kind !== 'message') this.#noise.say(each.text);
    if (each.kind === 'unclear request') void this.send(each.answer);
    else if (each.kind !== 'noise') this.#message.fire(each.message);
  }

  #skipped(line: TooLong): void {
    const { id, bytes, message } = line;
    this.#noise.say(() => `(a ${message ?? 'line'} of ${bytes} bytes, more than the limit, skipped)`);
    if (message === 'request' && id !== undefined) void this.send(this.#codec.of(requestTooLong(id, bytes)));
    if (message === 'response') this.#tooLong.fire({ id, bytes, message });
  }

  /** A listener that throws is a bug, but must not keep the next message from being delivered. */
  #undealt(error: unknown): void {
    try {
      if (this.#fault.hasListeners) this.#fault.fire(error);
      else this.#noise.say(() => `(a message could not be dealt with: ${messageOf(error)})`);
    } catch {
      // Nobody is left to tell: the log is closed.
    }
  }
}

type ReasonNotToRead = 'nobody listens' | 'paused' | 'it takes no answers';
