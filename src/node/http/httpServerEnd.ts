import { messageOf } from '../../core/errors';
import { Emitter, type Event } from '../../core/event';
import type { Address } from '../../core/servers/address';
import type { RequestId } from '../../core/session/envelope';
import { recordOf } from '../../core/recordOf';
import { answerTooLong } from '../../core/session/ownMessages';
import { displayText } from '../../core/text';
import { within } from '../process/within';
import { boundedGrace, type Grace } from '../process/serverProcess';
import type { Codec, Incoming } from '../session/codec';
import type { OwnedServerEnd } from '../session/serverEnd';
import type { ServerExit } from '../session/serverExit';
import { CappedLines } from '../stdio/cappedLines';
import { Room } from '../stdio/heldBytes';
import { InboundQueue } from './inboundQueue';
import { EventLines, type EventEars } from './eventLines';
import { HttpFailure } from './httpFailure';
import type { Requester } from './requester';
import { SseWire } from './sseWire';
import { StreamableWire } from './streamableWire';
import type { Outgoing, Wire, WireParts } from './wire';

/** A server at a URL, and how it is reached. */
export interface HttpServer {
  readonly address: Address;
  readonly type: 'http' | 'sse';
  readonly exchange: Requester;
  /** Whether the user can sign in there. */
  readonly canSignIn: boolean;
  /** The longest message taken from it, in bytes. */
  readonly messageLimit: number;
}

/** How long, in milliseconds, later messages wait for a notification, an answer or `initialize`. */
const longestTurn = 5000;
/** How many messages may wait to be sent before the client has to wait. */
const mostWaiting = 100;
/** How many requests may wait for answers at a time; each needs a socket of this machine. */
const mostExchanges = 256;
/** How many messages of the greatest length may be held of one session at a time. */
const largestAtOnce = 2;

/**
 * The server end of one session with a server at a URL. Messages stay the bytes of the codec, so that an outside client
 * gets them unaltered. Nothing is sent before the first message. The transports are the project's own, because the
 * SDK's read every message into an object: they would refuse batches in a stream, alter large numbers, bound nothing,
 * and never answer a request whose answer they cannot read.
 */
export class HttpServerEnd<P> implements OwnedServerEnd<P> {
  readonly onMessage: Event<P>;
  /** Never fires: a request whose answer was too long is answered here. */
  readonly onTooLong: OwnedServerEnd<P>['onTooLong'];
  readonly onUnanswered: Event<{ readonly id: RequestId; readonly why: string }>;
  /** Lines about the connection, for the log. */
  readonly onNoise: Event<string>;
  /** Fires with the reason when the server has no stream by which it could send requests of its own. */
  readonly onCannotAsk: Event<string>;
  readonly closed: Promise<ServerExit>;
  readonly gone: Promise<void>;
  readonly #server: HttpServer;
  readonly #codec: Codec<P>;
  readonly #message = new Emitter<P>();
  readonly #tooLong = new Emitter<never>();
  readonly #unanswered = new Emitter<{ readonly id: RequestId; readonly why: string }>();
  readonly #cannotAsk = new Emitter<string>();
  readonly #noise = new CappedLines();
  readonly #abort = new AbortController();
  /** Holds everything that has come from the server and was not delivered yet, in all answers and streams. */
  readonly #room: Room;
  readonly #arrivals: InboundQueue<P>;
  readonly #streams = new Set<EventLines>();
  /** Requests that were not answered yet. */
  readonly #open = new Set<RequestId>();
  readonly #parts: WireParts;
  #initialize: RequestId | undefined;
  #wire: Wire | undefined;
  /** Settled when the next message may be sent. */
  #turn: Promise<void> = Promise.resolve();
  #waiting = 0;
  #exchanges = 0;
  /** The stream of the transport of 2024, while the server has not yet said where it takes messages. */
  #opening: Promise<SseWire> | undefined;
  #paused = false;
  #close: (exit: ServerExit) => void = () => {};
  #isClosed = false;

  constructor(server: HttpServer, codec: Codec<P>) {
    this.#server = server;
    this.#codec = codec;
    this.onMessage = this.#message.event;
    this.onTooLong = this.#tooLong.event;
    this.onUnanswered = this.#unanswered.event;
    this.onNoise = this.#noise.onLine;
    this.onCannotAsk = this.#cannotAsk.event;
    this.closed = new Promise((resolve) => (this.#close = resolve));
    this.gone = this.closed.then(() => undefined);
    const { address, exchange, messageLimit } = server;
    this.#room = new Room(largestAtOnce * messageLimit);
    this.#arrivals = new InboundQueue(codec, this.#room, {
      deliver: (value) => this.#take(value),
      failed: (error) => this.#undealt(error),
    });
    this.#parts = {
      url: address.url,
      host: hostOf(address),
      exchange,
      signal: this.#abort.signal,
      messageLimit,
      room: this.#room,
      heard: (json) => this.#arrivals.take(json),
      tooLong: (id, bytes) => this.#answerInstead(id, answerTooLong(id, bytes)),
      read: (body, ears) => this.#read(body, ears),
      isOpen: async (request) => {
        await this.#arrivals.empty();
        return this.#open.has(request) && !this.#isClosed;
      },
      lost: (exit) => this.#end(exit),
      cannotAsk: (why) => this.#tell(() => this.#cannotAsk.fire(why)),
      log: (line) => this.#noise.say(() => line),
    };
  }

  /** What this session holds of the server at this moment. */
  get held(): { readonly bytes: number; readonly streams: number; readonly exchanges: number } {
    return { bytes: this.#room.held, streams: this.#streams.size, exchanges: this.#exchanges };
  }

  send(message: P): Promise<void> | undefined {
    if (this.#isClosed) return undefined;
    const outgoing = this.#outgoing(message);
    this.#waiting += 1;
    const sent = this.#turn.then(() => {
      this.#waiting -= 1;
      return this.#carry(outgoing);
    });
    // The answer to a request can take long; all other messages are acknowledged at once.
    const holdsUp = outgoing.request === undefined || outgoing.method === 'initialize';
    if (holdsUp) this.#turn = within(sent, longestTurn).then(() => undefined);
    return this.#waiting > mostWaiting ? this.#turn : undefined;
  }

  pause(): void {
    this.#paused = true;
    this.#arrivals.pause();
    for (const stream of this.#streams) stream.pause();
  }

  resume(): void {
    this.#paused = false;
    this.#arrivals.resume();
    for (const stream of this.#streams) stream.resume();
  }

  /**
   * Tells the server that the session ends, for at most as long as a process would have to end, then closes all
   * connections.
   */
  async stop(grace: Grace): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#arrivals.dispose();
    const leave = this.#wire?.close() ?? Promise.resolve();
    const { closeStdinMs, termMs } = boundedGrace(grace);
    await within(leave, closeStdinMs + termMs);
    this.#end({ kind: 'session ended' });
  }

  #outgoing(message: P): Outgoing {
    const envelope = this.#codec.envelopeOf(message);
    const pieces = this.#codec.pieces(message).map((piece) => Buffer.from(piece));
    const request = envelope?.kind === 'request' ? envelope.id : undefined;
    const method = envelope === undefined || envelope.kind === 'response' ? undefined : envelope.method;
    if (request !== undefined) this.#open.add(request);
    const isCancelled = envelope?.kind === 'notification' && method === 'notifications/cancelled';
    if (isCancelled && envelope.subject !== undefined) this.#open.delete(envelope.subject);
    if (method === 'initialize') this.#initialize = request;
    return { body: Buffer.concat(pieces), request, method };
  }

  async #carry(message: Outgoing): Promise<void> {
    if (this.#isClosed) return;
    const { request } = message;
    if (request !== undefined && this.#exchanges >= mostExchanges)
      return this.#unansweredNow(request, tooManyText);
    this.#exchanges += 1;
    try {
      await this.#sendByWire(message);
    } catch (error) {
      if (!this.#isClosed) this.#failed(message, error);
    } finally {
      this.#exchanges -= 1;
    }
  }

  async #sendByWire(message: Outgoing): Promise<void> {
    if (this.#wire !== undefined) return this.#wire.send(message);
    if (this.#server.type === 'sse') return this.#sendBy(await this.#openSse(), message);
    try {
      return await this.#sendBy(new StreamableWire(this.#parts), message);
    } catch (error) {
      const isOld = error instanceof HttpFailure && error.kind === 'perhaps the old transport';
      if (!isOld) throw error;
      // If this fails too, the first error says more.
      const wire = await this.#openSse().catch(() => Promise.reject(error));
      this.#noise.say(() => 'it speaks the transport of 2024, HTTP with server-sent events');
      return this.#sendBy(wire, message);
    }
  }

  /** Opens one stream, however many messages wait for it. */
  #openSse(): Promise<SseWire> {
    this.#opening ??= SseWire.open(this.#parts).finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  #sendBy(wire: Wire, message: Outgoing): Promise<void> {
    this.#wire = wire;
    return wire.send(message);
  }

  #failed({ request, method }: Outgoing, error: unknown): void {
    const why = messageOf(error);
    const kind = error instanceof HttpFailure ? error.kind : 'refused';
    if (kind === 'session over' || kind === 'sign in') return this.#end({ kind, why });
    const said = error instanceof HttpFailure ? error.rpcError : undefined;
    if (request === undefined) return this.#noise.say(() => `${method ?? 'an answer'} was not taken: ${why}`);
    if (said !== undefined) return this.#answerInstead(request, { jsonrpc: '2.0', id: request, error: said });
    if (method === 'initialize') return this.#end({ kind: 'not reached', why });
    this.#unansweredNow(request, why);
  }

  #unansweredNow(id: RequestId, why: string): void {
    if (this.#open.delete(id)) this.#tell(() => this.#unanswered.fire({ id, why }));
  }

  #answerInstead(id: RequestId, answer: Parameters<Codec<P>['of']>[0]): void {
    if (this.#open.has(id)) this.#take({ kind: 'message', message: this.#codec.of(answer) });
  }

  #take(each: Incoming<P>): void {
    if (each.kind !== 'message') this.#noise.say(() => `not a message, passed over: ${each.text()}`);
    if (each.kind === 'noise' || this.#isClosed) return;
    if (each.kind === 'unclear request') return void this.send(each.answer);
    const envelope = this.#codec.envelopeOf(each.message);
    if (envelope?.kind === 'response') this.#answered(envelope.id, each.message);
    this.#tell(() => this.#message.fire(each.message));
  }

  #answered(id: RequestId, message: P): void {
    this.#open.delete(id);
    if (id !== this.#initialize || this.#wire === undefined) return;
    const { result } = recordOf(this.#codec.parsed(message));
    const { protocolVersion } = recordOf(result);
    if (typeof protocolVersion === 'string' && /^[\w.-]{1,40}$/u.test(protocolVersion))
      this.#wire.protocolVersion = protocolVersion;
  }

  /** A listener that throws is a bug, but must not keep the next message from being delivered. */
  #tell(fire: () => void): void {
    try {
      fire();
    } catch (error) {
      this.#undealt(error);
    }
  }

  #undealt(error: unknown): void {
    this.#noise.say(() => `(a message could not be dealt with: ${messageOf(error)})`);
  }

  #read(body: ReadableStream<Uint8Array>, ears: EventEars): EventLines {
    const stream = new EventLines(body, this.#server.messageLimit, ears, this.#room);
    this.#streams.add(stream);
    void stream.ended.then(() => this.#streams.delete(stream));
    // The caller must have the stream before it delivers anything.
    setImmediate(() => {
      if (!this.#paused) stream.resume();
    });
    return stream;
  }

  #end(over: ServerExit): void {
    const isVain = over.kind === 'sign in' && !this.#server.canSignIn;
    const exit: ServerExit = isVain ? { kind: 'not reached', why: over.why } : over;
    this.#isClosed = true;
    this.#abort.abort();
    this.#arrivals.dispose();
    for (const stream of this.#streams) stream.dispose();
    this.#noise.end();
    this.#close(exit);
  }
}

const tooManyText = `${mostExchanges} requests wait for this server already. Wait for their answers, or cancel some.`;

function hostOf(address: Address): string {
  return displayText(address.kind === 'network' ? address.url.host : address.socketPath, 200);
}
