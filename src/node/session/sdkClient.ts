import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { McpError, ErrorCode, type JSONRPCMessage, type Tool } from '@modelcontextprotocol/sdk/types.js';
import type { ClientEnd } from './clientEnd';

const requestTimeout: number = ErrorCode.RequestTimeout;

/** How long to wait for answers, in milliseconds. */
export interface ClientTimeouts {
  readonly initialize: number;
  /** Renewed by every progress notification … */
  readonly request: number;
  /** … up to this. */
  readonly hardMaximum: number;
}

/** What the server said of itself when it was initialised. */
export interface ServerGreeting {
  readonly protocolVersion: string;
  /** Name and version, as the server gives them: hostile text. */
  readonly serverInfo: string;
}

/** Why a server could not be initialised. */
export class InitializeError extends Error {
  constructor(
    readonly reason: 'no answer in time' | 'unsupported protocol version' | 'refused',
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/**
 * The extension's own client end: the SDK's client over an in-memory pair. It declares no capability of its own, so
 * it needs no handler; what is said of roots is decided by the session in between.
 */
export class SdkClient implements ClientEnd {
  readonly #client: Client;
  readonly #timeouts: ClientTimeouts;
  readonly #transport: MemoryTransport;

  /** @param toSession takes what the client sends */
  constructor(version: string, timeouts: ClientTimeouts, toSession: (message: object) => void) {
    this.#timeouts = timeouts;
    this.#transport = new MemoryTransport(toSession);
    this.#client = new Client(
      { name: 'mcp-roots', title: 'MCP Roots', version },
      { capabilities: {}, enforceStrictCapabilities: true },
    );
  }

  /**
   * Initialises the server.
   * @throws {InitializeError}
   */
  async connect(): Promise<ServerGreeting> {
    try {
      await this.#client.connect(this.#transport, { timeout: this.#timeouts.initialize });
    } catch (error) {
      throw new InitializeError(reasonOf(error), error);
    }
    const info = this.#client.getServerVersion();
    return {
      protocolVersion: this.#transport.protocolVersion ?? '',
      serverInfo: `${info?.name ?? ''} ${info?.version ?? ''}`.trim(),
    };
  }

  /** The server's tools, all pages; none if it declared no tools. */
  async listTools(): Promise<readonly Tool[]> {
    if (this.#client.getServerCapabilities()?.tools === undefined) return [];
    const tools: Tool[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.#client.listTools(cursor === undefined ? {} : { cursor }, this.#options());
      tools.push(...page.tools);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return tools;
  }

  /** Calls a tool; a timeout or the signal cancels it at the server too. */
  async callTool(name: string, args: Record<string, unknown>, signal?: AbortSignal): Promise<unknown> {
    return this.#client.callTool({ name, arguments: args }, undefined, this.#options(signal));
  }

  receive(message: object): void {
    this.#transport.onmessage?.(message as JSONRPCMessage);
  }

  closed(): void {
    this.#transport.onclose?.();
  }

  #options(signal?: AbortSignal) {
    return {
      timeout: this.#timeouts.request,
      maxTotalTimeout: this.#timeouts.hardMaximum,
      resetTimeoutOnProgress: true,
      // Progress renews the timeout only of requests that asked for it.
      onprogress: () => undefined,
      ...(signal && { signal }),
    };
  }
}

class MemoryTransport implements Transport {
  readonly #toSession: (message: object) => void;
  protocolVersion: string | undefined;
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

  setProtocolVersion(version: string): void {
    this.protocolVersion = version;
  }
}

function reasonOf(error: unknown): InitializeError['reason'] {
  if (error instanceof McpError && error.code === requestTimeout) return 'no answer in time';
  const text = error instanceof Error ? error.message : '';
  return text.includes('protocol version is not supported') ? 'unsupported protocol version' : 'refused';
}
