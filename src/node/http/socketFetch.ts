import { request } from 'node:http';
import { Readable } from 'node:stream';

/**
 * A `fetch` over a unix socket or a named pipe. Knows of `RequestInit` what the exchanges with a server need: method,
 * headers, a body of bytes, the signal. No proxy stands between a process and a socket of its own machine.
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
      sent.on('error', reject);
      sent.on('response', (answer) => {
        const status = answer.statusCode ?? 500;
        const said = new Headers();
        for (const [name, value] of Object.entries(answer.headers))
          for (const each of [value ?? []].flat()) said.append(name, each);
        const isEmpty = status === 204 || status === 205 || status === 304;
        if (isEmpty) answer.resume();
        const content = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>);
        resolve(new Response(content, { status, headers: said }));
      });
      sent.end(body instanceof Uint8Array ? body : undefined);
    });
}
