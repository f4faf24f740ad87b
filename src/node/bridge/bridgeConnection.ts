import { once } from 'node:events';
import type { Socket } from 'node:net';
import { messageOf } from '../../core/errors';
import { Slot, type Disposable } from '../../core/lifecycle';
import type { Log } from '../../core/log';
import { outsideText, type OutsideReason } from '../../core/session/outsideText';
import { answerTooLong, notCarried, requestTooLong } from '../../core/session/ownMessages';
import { displayText } from '../../core/text';
import { byteMessages, type ByteMessage } from '../session/byteMessages';
import type { ClientEnd } from '../session/clientEnd';
import type { Incoming } from '../session/codec';
import { MessageLines } from '../stdio/messageLines';
import type { TooLong } from '../stdio/skippedLine';
import { writePieces } from '../stdio/writePieces';
import type { ClientKey } from './clientKeys';
import { greetingTime } from './protocol';

/** How long a shim has at the end to take what was written, in milliseconds. */
const lastWords = 3000;

/** Milliseconds between two checks whether a shim is still there while nothing is read from it. */
const stillThere = 1000;

/** A shim that has proven its key, for one session of its client. Nothing is read before `attach` or `refuse`. */
export class BridgeConnection {
  readonly codec = byteMessages;
  /** Resolves when the shim is gone. */
  readonly closed: Promise<void>;
  readonly #socket: Socket;
  readonly #messageLimit: number;
  readonly #log: Log;
  #lines: MessageLines<ByteMessage> | undefined;
  #room: Promise<void> | undefined;
  /** The checks whether the shim is still there, while nothing is read. */
  readonly #looks = new Slot();

  /**
   * @param server the name of the server that it asks for
   * @param messageLimit the longest message taken from the client, in bytes
   * @param log takes what could not be dealt with
   */
  constructor(
    socket: Socket,
    readonly client: ClientKey,
    readonly server: string,
    messageLimit: number,
    log: Log,
  ) {
    this.#socket = socket;
    this.#messageLimit = messageLimit;
    this.#log = log;
    this.closed = new Promise((resolve) => {
      if (socket.destroyed) resolve();
      else socket.once('close', () => resolve());
    });
    void this.closed.then(() => this.#looks.dispose());
  }

  /**
   * Becomes the client end of a session, until `toSession` throws.
   * @param toSession takes each message, from the next turn on
   */
  attach(toSession: (message: ByteMessage) => void): ClientEnd<ByteMessage> {
    const lines = this.#read(toSession);
    let isHeld = false;
    setImmediate(() => {
      if (!isHeld) lines.resume();
    });
    return {
      receive: (message) => this.#write(message),
      closed: () => this.close(),
      hold: (hold) => {
        if (isHeld === hold) return;
        isHeld = hold;
        if (hold) lines.pause();
        else lines.resume();
        this.#looks.value = hold ? this.#lookWhetherThere() : undefined;
      },
    };
  }

  /** Serves no session: the first request is answered with the sentence for this reason, and is the last. */
  refuse(why: OutsideReason): void {
    const lines = this.#read(({ envelope }) => {
      if (envelope.kind !== 'request') return;
      void this.#write(byteMessages.of(notCarried(envelope.id, outsideText(why))));
      this.close();
    });
    lines.resume();
    const tooLate = setTimeout(() => this.close(), greetingTime);
    void this.closed.then(() => clearTimeout(tooLate));
  }

  /** Ends the connection once everything is written. */
  close(): void {
    this.#socket.end();
    const tooLate = setTimeout(() => this.#socket.destroy(), lastWords);
    void this.closed.then(() => clearTimeout(tooLate));
    // What the shim still sends is skipped, but read, because its end is noticed only by reading.
    if (this.#lines === undefined) this.#socket.resume();
    else this.#lines.dispose();
  }

  #read(take: (message: ByteMessage) => void): MessageLines<ByteMessage> {
    return (this.#lines = new MessageLines(this.#socket, byteMessages, this.#messageLimit, {
      value: (value, inBatch) => this.#judge(value, inBatch, take),
      tooLong: (line) => this.#skipped(line, take),
      noise: () => undefined,
      failed: (error, value) => this.#fail(error, value),
    }));
  }

  /** `initialize` must not be part of a batch (MCP 2025-03-26, basic/lifecycle). */
  #judge(value: Incoming<ByteMessage>, inBatch: boolean, take: (message: ByteMessage) => void): void {
    if (value.kind === 'noise') return;
    if (value.kind === 'unclear request') return void this.#write(value.answer);
    const { envelope } = value.message;
    if (inBatch && envelope.kind === 'request' && envelope.method === 'initialize') {
      void this.#write(byteMessages.of(notCarried(envelope.id, outsideText('in a batch'))));
    } else take(value.message);
  }

  /** A session that threw may be in any state: nothing more reaches it, and its client is told in one fixed sentence. */
  #fail(error: unknown, value: Incoming<ByteMessage> | undefined): void {
    const [client, server] = [this.client.name, this.server].map((name) => displayText(name, 80));
    const why = displayText(messageOf(error), 300);
    this.#log.error(
      `A message of "${client}" for "${server}" could not be dealt with, and its connection ends: ${why}`,
    );
    const envelope = value?.kind === 'message' ? value.message.envelope : undefined;
    if (envelope?.kind === 'request')
      void this.#write(byteMessages.of(notCarried(envelope.id, outsideText('fault'))));
    this.close();
  }

  /** Answers for a message that was too long, so that neither side waits for ever. */
  #skipped({ id, bytes, message }: TooLong, take: (message: ByteMessage) => void): void {
    if (id === undefined) return;
    if (message === 'request') void this.#write(byteMessages.of(requestTooLong(id, bytes)));
    if (message === 'response') take(byteMessages.of(answerTooLong(id, bytes)));
  }

  /**
   * The end of a connection is noticed only by reading or writing. While nothing is read, writes no bytes: the system
   * refuses that when the other side is gone, and otherwise it has no effect.
   */
  #lookWhetherThere(): Disposable {
    const looking = setInterval(() => {
      if (this.#socket.writable && this.#socket.writableLength === 0) this.#socket.write(Buffer.alloc(0));
    }, stillThere).unref();
    return { dispose: () => clearInterval(looking) };
  }

  #write(message: ByteMessage): Promise<void> | undefined {
    if (!this.#socket.writable) return undefined;
    if (writePieces(this.#socket, byteMessages.pieces(message))) return undefined;
    return (this.#room ??= this.#whenThereIsRoom());
  }

  async #whenThereIsRoom(): Promise<void> {
    const stop = new AbortController();
    const drained = once(this.#socket, 'drain', { signal: stop.signal }).catch(() => undefined);
    await Promise.race([drained, this.closed]);
    stop.abort();
    this.#room = undefined;
  }
}
