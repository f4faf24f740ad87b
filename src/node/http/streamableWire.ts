import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../../core/errors';
import { within } from '../process/within';
import { readBody, rpcErrorOf } from './body';
import { contentText, lostText, networkText, refusedRestText, statusText } from './failureText';
import { HttpFailure, type FailureKind } from './httpFailure';
import { lacksScope } from './requester';
import type { Outgoing, Wire, WireParts } from './wire';

/** How long to wait before a broken stream is resumed, in milliseconds, unless the server says otherwise. */
const resumeAfter = 1000;
/** The shortest and the longest wait, whatever the server says, in milliseconds. */
const [soonest, latest] = [100, 60_000];
/** How long `initialized` is held back until the stream has an answer, in milliseconds. */
const streamBound = 1000;
/** How often in a row resuming a stream may fail before it is given up. */
const mostAttempts = 5;

/** The status below 500 that says nothing about the next attempt. */
const tooManyRequests = 429;

const jsonOrEvents = 'application/json, text/event-stream';

/**
 * Streamable HTTP (MCP 2025-03-26 to 2025-11-25, basic/transports): a POST for each message, a stream of events for the
 * server's own messages, a session id, resumption after the last event, DELETE at the end.
 */
export class StreamableWire implements Wire {
  protocolVersion: string | undefined;
  readonly #parts: WireParts;
  #sessionId: string | undefined;
  /** Set once the stream is opened, so that there is only one, however often the client sends `initialized`. */
  #listening: Promise<void> | undefined;
  #acknowledge: () => void = () => {};
  /** Resolves when the server has accepted `initialized`. */
  readonly #acknowledged = new Promise<void>((resolve) => (this.#acknowledge = resolve));

  constructor(parts: WireParts) {
    this.#parts = parts;
  }

  async send(message: Outgoing): Promise<void> {
    const { body, request, method } = message;
    // After this, servers send requests of their own, which are lost if there is no stream yet (typescript-sdk#1167).
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

  /** Reads until the answer has come. A stream that ends before is resumed, if the server allows that. */
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
      response = await this.#restOfAnswer(place);
      failures = response === undefined ? failures + 1 : 0;
    }
  }

  /**
   * The stream behind what has come of an answer; undefined when it cannot be had now.
   * @throws {HttpFailure} when it cannot be had later either
   */
  async #restOfAnswer(place: StreamPlace): Promise<Response | undefined> {
    const response = await this.#resumed(place).catch((error: unknown) => {
      if (error instanceof HttpFailure && error.kind !== 'no connection') throw error;
      return undefined;
    });
    if (response === undefined || isStream(response)) return response;
    await response.body?.cancel().catch(() => undefined);
    if (response.status === tooManyRequests) return undefined;
    throw new HttpFailure('refused', refusedRestText(this.#parts.host, response.status));
  }

  /**
   * Opens the stream for the server's own messages, and keeps it open as long as the session lasts. Resolves when the
   * first attempt has an answer or has failed.
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
    // Some servers want `initialized` before they open a stream.
    if (early?.ok !== true && early?.status !== 405) {
      await early?.body?.cancel().catch(() => undefined);
      early = undefined;
      await this.#acknowledged;
    }
    for (let failures = 0; !signal.aborted;) {
      try {
        const response = early ?? (await this.#resumed(place));
        early = undefined;
        if (!isStream(response)) {
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
   * Opens or resumes a stream of events, after the last event that was received. An error answer is returned, except in
   * these cases:
   * @throws {HttpFailure} when the session is over, a sign-in is needed, or there is no usable answer (also for a
   * status from 500)
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

  /**
   * The specification demands 404. Servers made from the SDK's examples send 400 with an error that names the session.
   */
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

/** Up to where a stream was received, and when it may be resumed. */
class StreamPlace {
  lastId: string | undefined;
  retry: number | undefined;

  /** How many milliseconds to wait; longer after each failure, unless the server named a time. */
  wait(failures: number): number {
    const usual = this.retry ?? resumeAfter * 1.5 ** failures;
    return Math.max(soonest, Math.min(usual, latest));
  }
}

/** Visible ASCII, as the specification demands; anything else is ignored. */
function sessionIdOf({ headers }: Response): string | undefined {
  const id = headers.get('mcp-session-id') ?? '';
  return /^[\x21-\x7e]{1,4096}$/u.test(id) ? id : undefined;
}

function isStream(response: Response): boolean {
  return response.ok && mediaTypeOf(response) === 'text/event-stream';
}

export function mediaTypeOf({ headers }: Response): string {
  return (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function noAnswerText(host: string): string {
  return `${host} answered with something else than the answer. Look into the log of the server.`;
}
