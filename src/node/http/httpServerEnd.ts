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

/** Where a server is reached, and how. */
export interface HttpServer {
  readonly address: Address;
  readonly type: 'http' | 'sse';
  readonly exchange: Requester;
  /** Can the user sign in there? */
  readonly canSignIn: boolean;
  /** The longest message taken from it, in bytes. */
  readonly messageLimit: number;
}

/** How long a notification may hold up what follows it, in milliseconds. */
const longestTurn = 5000;
/** Messages that wait to be sent before the client is held up. */
const mostWaiting = 100;
/** Requests for whose answers a connection is open; each takes a socket of this machine. */
const mostExchanges = 256;
/** Of the longest messages, so many can be on their way in one session at a time. */
const largestAtOnce = 2;

/**
 * One session with a server at an address as the end of a session: messages in and out, as the bytes that its codec
 * takes and gives, so that nothing of them is lost for an outside client; nothing is said before the first message.
 * The transports are the project's own and not the SDK's, which reads every message into an object: it would refuse
 * batches in a stream, alter large numbers, bound nothing, and leave a request without an answer that it cannot read.
 */
export class HttpServerEnd<P> implements OwnedServerEnd<P> {
  readonly onMessage: Event<P>;
  /** Never fires: what was too long is answered here, since it is known who waits for it. */
  readonly onTooLong: OwnedServerEnd<P>['onTooLong'];
  readonly onUnanswered: Event<{ readonly id: RequestId; readonly why: string }>;
  /** What the connection has to say for the log. */
  readonly onNoise: Event<string>;
  /** The server has no stream by which it could ask on its own. */
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
  /** What was heard of the server and not yet delivered, in all its answers and streams. */
  readonly #room: Room;
  readonly #arrivals: InboundQueue<P>;
  readonly #streams = new Set<EventLines>();
  /** Requests whose answer has not come. */
  readonly #open = new Set<RequestId>();
  readonly #parts: WireParts;
  #initialize: RequestId | undefined;
  #wire: Wire | undefined;
  /** The message before may be followed. */
  #turn: Promise<void> = Promise.resolve();
  #waiting = 0;
  #exchanges = 0;
  /** The stream of the transport of 2024, while the server still has to say where it takes messages. */
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
      cannotAsk: (why) => this.#cannotAsk.fire(why),
      log: (line) => this.#noise.say(() => line),
    };
  }

  /** What the server makes this session hold at this moment. */
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
    // An answer to a request can take as long as it will; everything else is acknowledged at once.
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

  /** Takes leave of the server, for as long as a process would have to end, and breaks off what is left. */
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
      // Whatever hinders this says less than what hindered the first try.
      const wire = await this.#openSse().catch(() => Promise.reject(error));
      this.#noise.say(() => 'it speaks the transport of 2024, HTTP with server-sent events');
      return this.#sendBy(wire, message);
    }
  }

  /** One stream, however many messages wait for it. */
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
    if (this.#open.delete(id)) this.#unanswered.fire({ id, why });
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
    this.#deliver(each.message);
  }

  #answered(id: RequestId, message: P): void {
    this.#open.delete(id);
    if (id !== this.#initialize || this.#wire === undefined) return;
    const { result } = recordOf(this.#codec.parsed(message));
    const { protocolVersion } = recordOf(result);
    if (typeof protocolVersion === 'string' && /^[\w.-]{1,40}$/u.test(protocolVersion))
      this.#wire.protocolVersion = protocolVersion;
  }

  /** A listener that throws is a bug, but not one of the connection: the next message must come all the same. */
  #deliver(message: P): void {
    try {
      this.#message.fire(message);
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
    // The caller has to have it in hand before it says anything.
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
