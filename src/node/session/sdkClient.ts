import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  McpError,
  ErrorCode,
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ResultSchema,
  ToolListChangedNotificationSchema,
  type JSONRPCMessage,
  type Progress,
} from '@modelcontextprotocol/sdk/types.js';
import { envelopeOf } from '../../core/session/envelope';
import { outsideText } from '../../core/session/outsideText';
import { notCarried } from '../../core/session/ownMessages';
import type { LogLevel } from '../../core/features/logLevel';
import type { ServerRequests } from '../../core/features/serverRequests';
import type { ToolDescription } from '../../core/tools/toolDescription';
import type { ClientEnd } from './clientEnd';
import { MemoryTransport } from './memoryTransport';
import { ServerOffers } from './serverOffers';
import { systemClock } from '../systemClock';
import { ResponseTimeout } from './responseTimeout';
import { capabilitiesFor, handleRequests, noRequests, orAddresses } from './serverRequests';

const requestTimeout: number = ErrorCode.RequestTimeout;

/** How long to wait for answers, in milliseconds. */
export interface ClientTimeouts {
  readonly initialize: number;
  /** Renewed by every progress notification … */
  readonly request: number;
  /** … up to this. */
  readonly hardMaximum: number;
}

/** How a tool is called, beyond its arguments. */
export interface CallOptions {
  /** Is told of the server's progress while the call is under way; its texts are hostile. */
  readonly onProgress?: (progress: Progress) => void;
  /** Calls the tool as a task; some tools can be called only so. */
  readonly asTask?: boolean;
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
 * The extension's own client end: the SDK's client over an in-memory pair. It declares and answers the features that
 * are switched on for this server; the session in between decides what is said of roots.
 */
export class SdkClient implements ClientEnd<object> {
  readonly #client: Client;
  readonly #timeouts: ClientTimeouts;
  readonly #requests: ServerRequests;
  readonly #transport: MemoryTransport;
  readonly #timeout = new ResponseTimeout(systemClock);
  #dropped = false;

  /** What the server offers, once it was initialised. */
  readonly features: ServerOffers;

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
    handleRequests(client, requests, this.#timeout);
    const features = new ServerOffers({
      capabilities: () => client.getServerCapabilities(),
      request: (method, params, signal) => this.request(method, params, signal),
    });
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => features.changed('tools'));
    client.setNotificationHandler(PromptListChangedNotificationSchema, () => features.changed('prompts'));
    client.setNotificationHandler(ResourceListChangedNotificationSchema, () => features.changed('resources'));
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) =>
      features.updated(params.uri),
    );
    this.features = features;
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

  /**
   * Sets the lowest level of log messages that the server is to send.
   * @throws when it refuses, or declared no logging
   */
  async setLogLevel(level: LogLevel): Promise<void> {
    await this.#bounded((options) => this.#client.setLoggingLevel(level, options));
  }

  /** What the server says of how it is to be used; hostile text, often long. */
  get instructions(): string | undefined {
    return this.#client.getInstructions();
  }

  /** The server's tools, all pages as far as they come to an end; none if it declared no tools. */
  async listTools(): Promise<readonly ToolDescription[]> {
    return (await this.features.tools.list()).entries;
  }

  /** Another process may have taken over: reads again the lists that somebody wanted, since they may have changed. */
  listAgain(): void {
    for (const list of ['tools', 'prompts', 'resources'] as const) this.features.changed(list);
  }

  /**
   * Calls a tool; a timeout or the signal cancels it at the server too. The result is as the server gave it, whatever
   * its output schema says.
   */
  async callTool(
    name: string,
    args: Record<string, unknown>,
    signal?: AbortSignal,
    how: CallOptions = {},
  ): Promise<unknown> {
    const call = { name, arguments: args };
    const request = { method: 'tools/call', params: call };
    return orAddresses(this.#requests, signal, () =>
      this.#bounded(
        (options) =>
          how.asTask === true
            ? this.#callAsTask(call, options)
            : this.#client.request(request, ResultSchema, options),
        signal,
        how.onProgress,
      ),
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
    const failure = notCarried(envelope.id, outsideText('unreadable answer'));
    this.#transport.onmessage?.(failure as JSONRPCMessage);
  }

  closed(): void {
    this.features.dispose();
    this.#transport.onclose?.();
  }

  /** Starts a task and waits for its end; giving up cancels it (MCP 2025-11-25, basic/utilities/tasks). */
  async #callAsTask(
    call: { readonly name: string; readonly arguments: Record<string, unknown> },
    options: RequestOptions,
  ): Promise<unknown> {
    const { tasks } = this.#client.experimental;
    let taskId: string | undefined;
    const request = { method: 'tools/call', params: call } as const;
    for await (const message of tasks.requestStream(request, ResultSchema, { ...options, task: {} })) {
      if (message.type === 'taskCreated') ({ taskId } = message.task);
      if (message.type === 'result') return message.result;
      if (message.type !== 'error') continue;
      if (taskId !== undefined && options.signal?.aborted) await tasks.cancelTask(taskId).catch(() => {});
      throw message.error;
    }
    throw new McpError(ErrorCode.InternalError, 'The task ended without a result.');
  }

  /** Keeps the hard maximum itself: at its own, the SDK gives up without cancelling the request at the server. */
  async #bounded<T>(
    request: (options: RequestOptions) => Promise<T>,
    signal?: AbortSignal,
    onProgress: (progress: Progress) => void = () => undefined,
  ): Promise<T> {
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
    const waiting = this.#timeout.watch(timeout, () =>
      bound.abort(new McpError(ErrorCode.RequestTimeout, 'Request timed out')),
    );
    try {
      return await request({
        // Longer, so that the SDK's own timeout never comes first.
        timeout: hardMaximum + 1000,
        // Progress comes only to requests that asked for it.
        onprogress: (progress) => {
          waiting.renew();
          onProgress(progress);
        },
        signal: bound.signal,
      });
    } finally {
      waiting.dispose();
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    }
  }
}

function reasonOf(error: unknown): InitializeError['reason'] {
  if (error instanceof McpError) return error.code === requestTimeout ? 'no answer in time' : 'refused';
  const text = error instanceof Error ? error.message : '';
  return text.includes('protocol version is not supported')
    ? 'unsupported protocol version'
    : 'malformed answer';
}
