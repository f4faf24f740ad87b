import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  RootsListChangedNotificationSchema,
  SetLevelRequestSchema,
  type JSONRPCMessage,
} from '@modelcontextprotocol/sdk/types.js';
import { Site, until } from './site';

/** How such a server differs from the plainest one. */
export interface McpSiteOptions {
  /** One JSON answer in place of a stream of events. */
  readonly json?: boolean;
  /** No stream for what the server says on its own. */
  readonly noStream?: boolean;
  /** Events can be had again behind the last one. */
  readonly resumable?: boolean;
  readonly at?: number | string;
}

/** A server of the official SDK at an address: its sessions can be looked at and forgotten. */
export class McpSite {
  readonly site: Site;
  /** What the servers heard of roots: the paths, or how asking failed. */
  readonly roots: string[];
  readonly #sessions: Map<string, { transport: StreamableHTTPServerTransport }>;

  static async open(options: McpSiteOptions = {}): Promise<McpSite> {
    const sessions = new Map<string, { transport: StreamableHTTPServerTransport }>();
    const roots: string[] = [];
    const site = await Site.open(async (request, response) => {
      const id = request.headers['mcp-session-id'];
      const known = typeof id === 'string' ? sessions.get(id) : undefined;
      if (options.noStream && request.method === 'GET') return response.writeHead(405).end();
      if (known !== undefined) return known.transport.handleRequest(request, response);
      if (id !== undefined) return response.writeHead(404).end();
      return begin(request, response);
    }, options.at);
    const begin = async (request: IncomingMessage, response: ServerResponse) => {
      const server = plainServer(roots);
      const transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => void sessions.set(id, { transport }),
        onsessionclosed: (id) => void sessions.delete(id),
        enableJsonResponse: options.json === true,
        ...(options.resumable && { eventStore: eventStore(), retryInterval: 100 }),
      });
      await server.connect(transport);
      await transport.handleRequest(request, response);
    };
    return new McpSite(site, sessions, roots);
  }

  private constructor(
    site: Site,
    sessions: Map<string, { transport: StreamableHTTPServerTransport }>,
    roots: string[],
  ) {
    this.site = site;
    this.roots = roots;
    this.#sessions = sessions;
  }

  get sessionIds(): readonly string[] {
    return [...this.#sessions.keys()];
  }

  /** Resolves when its sessions have heard of roots so often. */
  heard(times: number): Promise<void> {
    return until(() => this.roots.length >= times);
  }

  /** As after a restart of the server. */
  forgetSessions(): void {
    this.#sessions.clear();
  }

  close(): Promise<void> {
    return this.site.close();
  }
}

/** A server of the transport of 2024. */
export async function sseSite(): Promise<{ readonly site: Site; readonly roots: readonly string[] }> {
  const transports = new Map<string, SSEServerTransport>();
  const roots: string[] = [];
  const site = await Site.open(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (request.method === 'GET') {
      const transport = new SSEServerTransport('/messages', response);
      transports.set(transport.sessionId, transport);
      await plainServer(roots).connect(transport);
      return undefined;
    }
    const transport = transports.get(url.searchParams.get('sessionId') ?? '');
    if (url.pathname !== '/messages' || transport === undefined) return response.writeHead(404).end();
    return transport.handlePostMessage(request, response);
  });
  return { site, roots };
}

/** Asks for roots at the beginning and at each change, and has the tools `echo`, `level` and `hang`. */
function plainServer(heard: string[]): Server {
  const server = new Server({ name: 'site', version: '1' }, { capabilities: { tools: {}, logging: {} } });
  let level = 'none';
  const ask = async () => {
    const text = await server.listRoots().then(
      ({ roots }) => roots.map(({ uri }) => uri).join(' '),
      (error: unknown) => String(error),
    );
    heard.push(text);
  };
  server.oninitialized = () => void ask();
  server.setNotificationHandler(RootsListChangedNotificationSchema, ask);
  server.setRequestHandler(SetLevelRequestSchema, ({ params }) => {
    level = params.level;
    return {};
  });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: ['echo', 'level', 'hang'].map((name) => ({ name, inputSchema: { type: 'object' as const } })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    if (params.name === 'hang') await new Promise(() => {});
    const text = params.name === 'level' ? level : JSON.stringify(params.arguments);
    return { content: [{ type: 'text', text }] };
  });
  return server;
}

function eventStore() {
  const events: { readonly id: string; readonly stream: string; readonly message: JSONRPCMessage }[] = [];
  return {
    storeEvent: (stream: string, message: JSONRPCMessage) => {
      const id = String(events.length);
      events.push({ id, stream, message });
      return Promise.resolve(id);
    },
    replayEventsAfter: async (
      last: string,
      { send }: { send: (id: string, message: JSONRPCMessage) => Promise<void> },
    ) => {
      const from = events.find(({ id }) => id === last);
      for (const { id, stream, message } of events)
        if (Number(id) > Number(last) && stream === from?.stream) await send(id, message);
      return from?.stream ?? '';
    },
  };
}
