import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  McpError,
  ErrorCode,
  ResultSchema,
  ToolListChangedNotificationSchema,
  type JSONRPCMessage,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import { UserError } from '../../core/errors';
import { envelopeOf } from '../../core/session/envelope';
import { notCarried } from '../../core/session/ownMessages';
import type { LogLevel } from '../../core/features/logLevel';
import type { ServerRequests } from '../../core/features/serverRequests';
import type { ClientEnd } from './clientEnd';
import { capabilitiesFor, handleRequests, noRequests, orAddresses } from './serverRequests';

/** Of a list; a server that has still more of them never comes to an end. */
const mostPages = 100;

/** Milliseconds from the news that the tools are others to the list of them. */
const listAgainAfter = 1000;

const requestTimeout: number = ErrorCode.RequestTimeout;

/** How long to wait for answers, in milliseconds. */
export interface ClientTimeouts {
  readonly initialize: number;
  /** Renewed by every progress notification … */
  readonly request: number;
  /** … up to this. */
  readonly hardMaximum: number;
}

/** Why a server could not be initialised. */
export class InitializeError extends Error {
  constructor(
    readonly reason: 'no answer in time' | 'unsupported protocol version' | 'refused' | 'malformed answer',
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/**
 * The extension's own client end: the SDK's client over an in-memory pair. It declares what is switched on for this
 * server, and answers that; what is said of roots is decided by the session in between.
 */
export class SdkClient implements ClientEnd<object> {
  readonly #client: Client;
  readonly #timeouts: ClientTimeouts;
  readonly #requests: ServerRequests;
  readonly #transport: MemoryTransport;
  #dropped = false;
  #hasListedTools = false;
  #listing: NodeJS.Timeout | undefined;

  /**
   * @param toSession takes what the client sends
   * @param requests what the server may ask; left out: nothing
   */
  constructor(
    version: string,
    timeouts: ClientTimeouts,
    toSession: (message: object) => void,
    requests: ServerRequests = noRequests,
  ) {
    this.#timeouts = timeouts;
    this.#requests = requests;
    this.#transport = new MemoryTransport(toSession);
    const client = new Client(
      { name: 'mcp-roots', title: 'MCP Roots', version },
      { capabilities: capabilitiesFor(requests), enforceStrictCapabilities: true },
    );
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => this.listToolsAgain());
    handleRequests(client, requests);
    const onerror = () => void (this.#dropped = true);
    this.#client = Object.assign(client, { onerror });
  }

  /**
   * Initialises the server.
   * @throws {InitializeError}
   */
  async connect(): Promise<void> {
    try {
      await this.#client.connect(this.#transport, { timeout: this.#timeouts.initialize });
    } catch (error) {
      throw new InitializeError(reasonOf(error), error);
    }
    const { logLevel } = this.#requests;
    // A server that refuses a level it should know runs all the same.
    if (logLevel !== undefined && this.hasLogging) void this.setLogLevel(logLevel).catch(() => {});
  }

  /** Does the server say that it sends log messages? */
  get hasLogging(): boolean {
    return this.#client.getServerCapabilities()?.logging !== undefined;
  }

  /** From which level on the server is to send log messages. @throws when it refuses, or declared no logging */
  async setLogLevel(level: LogLevel): Promise<void> {
    await this.#bounded((options) => this.#client.setLoggingLevel(level, options));
  }

  /**
   * The server's tools, all pages; none if it declared no tools.
   * @throws {UserError} when the pages come to no end
   */
  async listTools(): Promise<readonly Tool[]> {
    this.#hasListedTools = true;
    if (this.#client.getServerCapabilities()?.tools === undefined) return [];
    const pages: (readonly Tool[])[] = [];
    for (let cursor: string | undefined; ;) {
      const params = cursor === undefined ? {} : { cursor };
      const page = await this.#bounded((options) => this.#client.listTools(params, options));
      pages.push(page.tools);
      cursor = page.nextCursor;
      if (cursor === undefined) return pages.flat();
      if (pages.length === mostPages) {
        throw new UserError(
          `The list of tools has more than ${mostPages} pages. Ask the author of the server.`,
        );
      }
    }
  }

  /**
   * Lists the tools again, if they were listed before, so that a change of them is seen; at most one list a second,
   * however often the server says that there is another one.
   */
  listToolsAgain(): void {
    if (!this.#hasListedTools || this.#listing !== undefined) return;
    this.#listing = setTimeout(() => {
      this.#listing = undefined;
      // What comes of it is seen by the session that carries it.
      void this.listTools().catch(() => {});
    }, listAgainAfter).unref();
  }

  /** Calls a tool; a timeout or the signal cancels it at the server too. */
  async callTool(name: string, args: Record<string, unknown>, signal?: AbortSignal): Promise<unknown> {
    const call = { name, arguments: args };
    return orAddresses(this.#requests, signal, () =>
      this.#bounded((options) => this.#client.callTool(call, undefined, options), signal),
    );
  }

  /** Any other request; resolves with the result as the server gave it. */
  async request(
    method: string,
    params: Record<string, unknown>,
    signal?: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>> {
    return this.#bounded(
      (options) => this.#client.request({ method, params }, ResultSchema, options),
      signal,
    );
  }

  receive(message: object): undefined {
    this.#dropped = false;
    this.#transport.onmessage?.(message as JSONRPCMessage);
    // The SDK drops an answer that it finds malformed (an error code like 1.5), and its request would wait in vain.
    if (!this.#dropped) return;
    const envelope = envelopeOf(message);
    if (envelope?.kind !== 'response') return;
    const failure = notCarried(envelope.id, 'The server gave a malformed answer.');
    this.#transport.onmessage?.(failure as JSONRPCMessage);
  }

  closed(): void {
    clearTimeout(this.#listing);
    this.#transport.onclose?.();
  }

  /** The hard maximum is kept here: at its own, the SDK gives up without taking the request back at the server. */
  async #bounded<T>(request: (options: RequestOptions) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const { request: timeout, hardMaximum } = this.#timeouts;
    const bound = new AbortController();
    const timer = setTimeout(() => {
      const why = `The request took longer than ${hardMaximum / 1000} s in all.`;
      bound.abort(new McpError(ErrorCode.RequestTimeout, why));
    }, hardMaximum);
    // Not `AbortSignal.any`, which costs as much as the rest of a small call.
    const giveUp = () => bound.abort(signal?.reason);
    if (signal?.aborted) giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      return await request({
        timeout,
        resetTimeoutOnProgress: true,
        // Progress renews the timeout only of requests that asked for it.
        onprogress: () => undefined,
        signal: bound.signal,
      });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    }
  }
}

class MemoryTransport implements Transport {
  readonly #toSession: (message: object) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  onclose?: NonNullable<Transport['onclose']>;
  onerror?: NonNullable<Transport['onerror']>;

  constructor(toSession: (message: object) => void) {
    this.#toSession = toSession;
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    this.#toSession(message);
  }

  async close(): Promise<void> {
    this.onclose?.();
  }
}

function reasonOf(error: unknown): InitializeError['reason'] {
  if (error instanceof McpError) return error.code === requestTimeout ? 'no answer in time' : 'refused';
  const text = error instanceof Error ? error.message : '';
  return text.includes('protocol version is not supported')
    ? 'unsupported protocol version'
    : 'malformed answer';
}
