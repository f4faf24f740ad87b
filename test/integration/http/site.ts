import {
  createServer,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** What one exchange carried, in short. */
export interface Exchange {
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
}

/** An HTTP server on loopback or on a socket, with all that came to it. */
export class Site {
  readonly exchanges: Exchange[] = [];
  readonly #server: HttpServer;
  readonly url: string;

  /** @param at a port of loopback, else the path of a socket */
  static async open(handler: Handler, at: number | string = 0): Promise<Site> {
    const exchanges: Exchange[] = [];
    const server = createServer((request, response) => {
      exchanges.push({ method: request.method ?? '', headers: request.headers });
      void (async () => handler(request, response))().catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => {
      if (typeof at === 'string') server.listen(at, resolve);
      else server.listen(at, '127.0.0.1', resolve);
    });
    return new Site(server, exchanges, at);
  }

  private constructor(server: HttpServer, exchanges: Exchange[], at: number | string) {
    this.#server = server;
    this.exchanges = exchanges;
    this.url =
      typeof at === 'string'
        ? `unix://${at}#/mcp`
        : `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Breaks every connection. */
  cut(): void {
    this.#server.closeAllConnections();
  }

  close(): Promise<void> {
    this.cut();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

/** Everything that came with a request. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

/** Resolves once it is so; fails, and leaves nothing running, when that takes too long. */
export async function until(isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + 15_000; !isSo();) {
    if (Date.now() > end) throw new Error(`It does not come about: ${isSo.toString()}`);
    await delay(10);
  }
}
