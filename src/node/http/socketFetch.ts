import { request, type IncomingMessage } from 'node:http';

/** How many interim answers (1xx) one request may get; a server that sends more never comes to its answer. */
const mostInterim = 20;

/**
 * A `fetch` over a unix socket or a named pipe. Supports of `RequestInit` what exchanges with a server need: method,
 * headers, a body of bytes, the signal. No proxy is used for a socket of this machine. The promise always settles:
 * anything that is not a valid answer rejects it, as with the global `fetch`.
 */
export function socketFetch(socketPath: string): (url: URL, init: RequestInit) => Promise<Response> {
  return (url, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const sent = request({
        socketPath,
        method,
        path: `${url.pathname}${url.search}`,
        headers: { ...Object.fromEntries(new Headers(headers)), host: 'localhost' },
        ...(signal && { signal }),
      });
      const refuse = (why: string) => {
        reject(new Error(why));
        sent.destroy();
      };
      let interim = 0;
      sent.on('error', reject);
      sent.on('close', () => reject(new Error('the connection was closed without an answer')));
      sent.on('information', ({ statusCode }) => {
        interim += 1;
        if (statusCode === 101 || interim > mostInterim)
          refuse(`HTTP ${statusCode} is no answer to a request`);
      });
      sent.on('upgrade', (_, socket) => {
        socket.destroy();
        refuse('HTTP 101, which is no answer');
      });
      sent.on('response', (answer) => {
        try {
          resolve(responseOf(answer));
        } catch {
          refuse(`HTTP ${answer.statusCode ?? 0}, which is no answer`);
        }
      });
      sent.end(body instanceof Uint8Array ? body : undefined);
    });
}

/** @throws {RangeError | TypeError} when it is not a valid response, such as one with a status above 599 */
function responseOf(answer: IncomingMessage): Response {
  const status = answer.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    for (const each of [value ?? []].flat()) headers.append(name, each);
  const isEmpty = status === 204 || status === 205 || status === 304;
  // The connection may break before anybody reads.
  answer.on('error', () => {});
  if (isEmpty) answer.resume();
  return new Response(isEmpty ? null : contentOf(answer), { status, headers });
}

/** Reads only on demand: without a reader, neither bytes nor errors of the socket go anywhere. */
function contentOf(answer: IncomingMessage): ReadableStream<Uint8Array> {
  const pieces = answer[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await pieces.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => void answer.destroy(),
    },
    { highWaterMark: 0 },
  );
}
