import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../../core/errors';
import { within } from '../process/within';
import { readBody, rpcErrorOf } from './body';
import { contentText, lostText, networkText, statusText } from './failureText';
import { HttpFailure, type FailureKind } from './httpFailure';
import { lacksScope } from './requester';
import type { Outgoing, Wire, WireParts } from './wire';

/** Milliseconds before a stream that broke off is taken up again, unless the server says otherwise. */
const resumeAfter = 1000;
/** A server is asked again neither sooner nor, whatever it says, later than this. */
const [soonest, latest] = [100, 60_000];
/** How long it is waited for the stream before the server hears that it is initialised, in milliseconds. */
const streamBound = 1000;
/** How often a stream is taken up again without success before its server counts as lost. */
const mostAttempts = 5;

const jsonOrEvents = 'application/json, text/event-stream';

/**
 * Streamable HTTP (MCP 2025-03-26 to 2025-11-25, basic/transports): a POST for each message, a stream of events for what
 * the server says on its own, a session id, resumption behind the last event, DELETE at the end.
 */
export class StreamableWire implements Wire {
  protocolVersion: string | undefined;
  readonly #parts: WireParts;
  #sessionId: string | undefined;
  /** There is one such stream, however often the client says that it is initialised. */
  #listening: Promise<void> | undefined;
  #acknowledge: () => void = () => {};
  /** Resolves when the server has taken `initialized`. */
  readonly #acknowledged = new Promise<void>((resolve) => (this.#acknowledge = resolve));

  constructor(parts: WireParts) {
    this.#parts = parts;
  }

  async send(message: Outgoing): Promise<void> {
    const { body, request, method } = message;
    // Servers ask as soon as they hear this, and what they ask before there is a stream is lost (typescript-sdk#1167).
    if (method === 'notifications/initialized')
      await within((this.#listening ??= this.#listen()), streamBound);
    const response = await this.#exchange('POST', jsonOrEvents, {}, body);
    if (!response.ok) throw await this.#failureOf(response, method === 'initialize');
    if (method === 'initialize') this.#sessionId = sessionIdOf(response);
    if (request === undefined) {
      await response.body?.cancel();
      if (method === 'notifications/initialized') this.#acknowledge();
      return;
    }
    await this.#hearAnswer(response, request);
  }

  async close(): Promise<void> {
    if (this.#sessionId === undefined) return;
    try {
      const response = await this.#exchange('DELETE', '*/*');
      await response.body?.cancel();
      if (!response.ok && response.status !== 405 && response.status !== 404)
        this.#parts.log(`the end of the session was not taken: HTTP ${response.status}`);
    } catch (error) {
      if (error instanceof HttpFailure)
        this.#parts.log(`the end of the session was not heard: ${error.message}`);
    }
  }

  async #hearAnswer(response: Response, request: NonNullable<Outgoing['request']>): Promise<void> {
    const { host, heard, tooLong, messageLimit, room, isOpen } = this.#parts;
    switch (mediaTypeOf(response)) {
      case 'application/json': {
        const body = await readBody(response, messageLimit, room).catch((error: unknown) => {
          throw new HttpFailure('no connection', networkText(error, host), undefined, { cause: error });
        });
        if (!Buffer.isBuffer(body)) return tooLong(request, body.tooLong);
        heard(body);
        if (await isOpen(request)) throw new HttpFailure('refused', noAnswerText(host));
        return;
      }
      case 'text/event-stream':
        return this.#followAnswer(response, request);
      default:
        await response.body?.cancel();
        throw new HttpFailure('refused', contentText(response.headers.get('content-type'), host));
    }
  }

  /** Until the answer is there; a stream that ends before is taken up again, if its server lets that be. */
  async #followAnswer(first: Response, request: NonNullable<Outgoing['request']>): Promise<void> {
    const { host, isOpen, signal } = this.#parts;
    const place = new StreamPlace();
    let failures = 0;
    for (let response: Response | undefined = first; ;) {
      if (response !== undefined) await this.#readEvents(response, place);
      if (signal.aborted || !(await isOpen(request))) return;
      if (place.lastId === undefined || failures > mostAttempts)
        throw new HttpFailure('no connection', lostText(host));
      await delay(place.wait(failures), undefined, { signal }).catch(() => undefined);
      response = await this.#resumed(place).catch((error: unknown) => {
        if (error instanceof HttpFailure && error.kind === 'session over') throw error;
        return undefined;
      });
      failures = response === undefined ? failures + 1 : failures;
      if (response?.status === 405) throw new HttpFailure('no connection', lostText(host));
    }
  }

  /**
   * Opens the stream by which the server asks on its own, and keeps it open as long as the session lasts. Resolves when
   * there is a first answer to that.
   */
  async #listen(): Promise<void> {
    const place = new StreamPlace();
    const first = this.#resumed(place).catch(() => undefined);
    void this.#keepListening(first, place).catch((error: unknown) => {
      if (this.#parts.signal.aborted) return;
      const why = messageOf(error);
      const isOver = error instanceof HttpFailure && error.kind === 'session over';
      const mustSignIn = error instanceof HttpFailure && error.kind === 'sign in';
      this.#parts.lost({ kind: isOver ? 'session over' : mustSignIn ? 'sign in' : 'not reached', why });
    });
    await first;
  }

  async #keepListening(first: Promise<Response | undefined>, place: StreamPlace): Promise<void> {
    const { signal, cannotAsk, host } = this.#parts;
    let early = await first;
    // A server may want to be told first that it is initialised.
    if (early?.ok !== true && early?.status !== 405) {
      await early?.body?.cancel().catch(() => undefined);
      early = undefined;
      await this.#acknowledged;
    }
    for (let failures = 0; !signal.aborted;) {
      try {
        const response = early ?? (await this.#resumed(place));
        early = undefined;
        if (!response.ok || mediaTypeOf(response) !== 'text/event-stream') {
          await response.body?.cancel().catch(() => undefined);
          return cannotAsk(`it offers no stream (HTTP ${response.status})`);
        }
        failures = 0;
        await this.#readEvents(response, place);
      } catch (error) {
        const isPassing = error instanceof HttpFailure && error.kind === 'no connection';
        if (!isPassing) throw error;
        failures += 1;
        if (failures > mostAttempts) throw error;
        this.#parts.log(`the stream from ${host} is interrupted: ${error.message}`);
      }
      await delay(place.wait(failures), undefined, { signal }).catch(() => undefined);
    }
  }

  /**
   * A stream of events, behind the last one that was had. An answer that is no success is handed on, but for these:
   * @throws {HttpFailure} when the session is over, nobody is signed in, or nobody answers
   */
  async #resumed(place: StreamPlace): Promise<Response> {
    const behind: Record<string, string> =
      place.lastId === undefined ? {} : { 'last-event-id': place.lastId };
    const response = await this.#exchange('GET', 'text/event-stream', behind);
    if (response.ok || response.status === 405) return response;
    const failure = await this.#failureOf(response, false);
    if (failure.kind !== 'refused') throw failure;
    if (response.status >= 500) throw new HttpFailure('no connection', failure.message);
    return response;
  }

  async #readEvents(response: Response, place: StreamPlace): Promise<void> {
    const { body } = response;
    if (!response.ok || body === null) return body?.cancel().catch(() => undefined);
    const { heard, tooLong, log } = this.#parts;
    const lines = this.#parts.read(body, {
      event: ({ name, data }) => {
        if (name === 'message') heard(data);
      },
      id: (id) => (place.lastId = id),
      retry: (milliseconds) => (place.retry = milliseconds),
      tooLong: ({ id, bytes }) => {
        log(`(an event of ${bytes} bytes, more than the limit, skipped)`);
        if (id !== undefined) tooLong(id, bytes);
      },
    });
    await lines.ended;
  }

  async #failureOf(response: Response, isInitialize: boolean): Promise<HttpFailure> {
    const { status } = response;
    const said = await rpcErrorOf(response);
    const kind: FailureKind = this.#isSessionOver(status, said)
      ? 'session over'
      : status === 401 || lacksScope(response)
        ? 'sign in'
        : isInitialize && (status === 400 || status === 404 || status === 405)
          ? 'perhaps the old transport'
          : 'refused';
    return new HttpFailure(kind, statusText(status, this.#parts.host), said);
  }

  /** 404, as the specification says; servers after the SDK's examples say 400 and name the session in their error. */
  #isSessionOver(status: number, said: HttpFailure['rpcError']): boolean {
    if (this.#sessionId === undefined) return false;
    return status === 404 || (status === 400 && said !== undefined && /\bsession\b/iu.test(said.message));
  }

  #exchange(
    method: 'GET' | 'POST' | 'DELETE',
    accept: string,
    more: Readonly<Record<string, string>> = {},
    body?: Uint8Array,
  ): Promise<Response> {
    const { url, exchange, signal } = this.#parts;
    const headers = {
      accept,
      ...(body && { 'content-type': 'application/json' }),
      ...(this.#sessionId !== undefined && { 'mcp-session-id': this.#sessionId }),
      ...(this.protocolVersion !== undefined && { 'mcp-protocol-version': this.protocolVersion }),
      ...more,
    };
    return exchange({ method, url, headers, signal, ...(body && { body }) });
  }
}

/** How far a stream was had, and when it may be taken up again. */
class StreamPlace {
  lastId: string | undefined;
  retry: number | undefined;

  /** Milliseconds; longer after each failure in a row. */
  wait(failures: number): number {
    const usual = this.retry ?? resumeAfter * 1.5 ** failures;
    return Math.max(soonest, Math.min(usual, latest));
  }
}

/** Visible ASCII, as the specification says; anything else is no id. */
function sessionIdOf({ headers }: Response): string | undefined {
  const id = headers.get('mcp-session-id') ?? '';
  return /^[\x21-\x7e]{1,4096}$/u.test(id) ? id : undefined;
}

export function mediaTypeOf({ headers }: Response): string {
  return (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function noAnswerText(host: string): string {
  return `${host} answered with something else than the answer. Look into the log of the server.`;
}
