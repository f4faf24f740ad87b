import { contentText, lostText, statusText } from './failureText';
import { rpcErrorOf } from './body';
import { HttpFailure } from './httpFailure';
import { mediaTypeOf } from './streamableWire';
import type { Outgoing, Wire, WireParts } from './wire';

/**
 * HTTP with server-sent events (MCP 2024-11-05, basic/transports). Everything comes by one stream, whose first event
 * names the URL for sending. Nothing can be resumed: when the stream ends, the session ends.
 */
export class SseWire implements Wire {
  protocolVersion: string | undefined;
  readonly #parts: WireParts;
  readonly #endpoint: URL;

  /** Opens the stream. @throws {HttpFailure} when there is none, or it names no URL within the origin */
  static async open(parts: WireParts): Promise<SseWire> {
    const { url, host, exchange, signal } = parts;
    const response = await exchange({ method: 'GET', url, headers: { accept: 'text/event-stream' }, signal });
    if (!response.ok) {
      const kind = response.status === 401 ? 'sign in' : 'refused';
      throw new HttpFailure(kind, statusText(response.status, host), await rpcErrorOf(response));
    }
    const { body } = response;
    if (mediaTypeOf(response) !== 'text/event-stream' || body === null) {
      await body?.cancel();
      throw new HttpFailure('refused', contentText(response.headers.get('content-type'), host));
    }
    return new SseWire(parts, await endpointOf(body, parts));
  }

  private constructor(parts: WireParts, endpoint: URL) {
    this.#parts = parts;
    this.#endpoint = endpoint;
  }

  async send({ body }: Outgoing): Promise<void> {
    const { exchange, signal, host } = this.#parts;
    const version = this.protocolVersion;
    const headers = {
      'content-type': 'application/json',
      ...(version !== undefined && { 'mcp-protocol-version': version }),
    };
    const response = await exchange({ method: 'POST', url: this.#endpoint, headers, body, signal });
    if (response.ok) return response.body?.cancel();
    const { status } = response;
    const kind = status === 404 ? 'session over' : status === 401 ? 'sign in' : 'refused';
    throw new HttpFailure(kind, statusText(status, host), await rpcErrorOf(response));
  }

  async close(): Promise<void> {}
}

/** The URL that the stream names first. All messages that come after it are delivered. */
async function endpointOf(body: ReadableStream<Uint8Array>, parts: WireParts): Promise<URL> {
  const { url, host, heard, tooLong, lost, signal, log } = parts;
  let endpoint: URL | undefined;
  return new Promise((resolve, reject) => {
    const lines = parts.read(body, {
      event: ({ name, data }) => {
        if (name === 'message' && endpoint !== undefined) return heard(data);
        if (name !== 'endpoint' || endpoint !== undefined) return;
        const text = data.toString('utf8', 0, 4096);
        const named = URL.canParse(text, url.href) ? new URL(text, url) : undefined;
        if (named?.origin === url.origin) return resolve((endpoint = named));
        lines.dispose();
        reject(new HttpFailure('refused', `${host} names an address elsewhere for messages: not followed.`));
      },
      id: () => {},
      retry: () => {},
      tooLong: ({ id, bytes }) => {
        log(`(an event of ${bytes} bytes, more than the limit, skipped)`);
        if (id !== undefined) tooLong(id, bytes);
      },
    });
    const noAddress = `${host} does not say where it takes messages. Correct the "url" of the definition.`;
    const ended = () => {
      if (endpoint === undefined) reject(new HttpFailure('refused', noAddress));
      else if (!signal.aborted) lost({ kind: 'not reached', why: lostText(host) });
    };
    void lines.ended.then(ended);
  });
}
