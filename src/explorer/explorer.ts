import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  RootsListChangedNotificationSchema,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { Files } from './files/files';
import { CallBudget } from './protocol/callBudget';
import { errorCodes, ProtocolError } from './protocol/protocolError';
import { readResource, resourcesOf } from './resources';
import { ClientRoots } from './roots/clientRoots';
import { RootsQuestion } from './roots/rootsQuestion';
import { rootsSentence } from './roots/rootsSentence';
import { WorkingDirectory } from './roots/workingDirectory';
import { allTools } from './tools/allTools';
import { callTool, failed } from './tools/callTool';

export interface ExplorerOptions {
  /** How long to wait for an answer to `roots/list`, in milliseconds. */
  readonly rootsTimeout: number;
  /** Aborts when the client has closed its end, and so cannot answer any more. */
  readonly inputEnded: AbortSignal;
  /** For lines about the roots and about errors, not yet fit to be shown. */
  readonly log: (line: string) => void;
}

const instructions =
  'Read-only access to the folders that the client shares as MCP roots. Call list_roots to see them. ' +
  'Paths outside of them are denied. The folders can change while the session lives.';

/** How many entries are between two notifications of progress. */
const progressStep = 100;

/** Limits for calls that need the disk: a burst that no person or model exceeds, and a rate that stops a loop. */
const calls = { burst: 200, perSecond: 100 };

/**
 * The server `explorer`: read-only tools and resources over the roots of its client, and nothing else. Resolves once it
 * is connected. Requests that touch no file are answered at once; all others wait while the client is asked for its
 * roots.
 */
export async function serveExplorer(transport: Transport, options: ExplorerOptions): Promise<void> {
  const server = new Server(
    { name: 'explorer', title: 'Explorer', version: '1.0.0' },
    { capabilities: { tools: {}, resources: { listChanged: true } }, instructions },
  );
  const question = new RootsQuestion(server, options.rootsTimeout);
  options.inputEnded.addEventListener('abort', () => question.end());
  const roots = new ClientRoots({ ask: () => question.ask(), patience: options.rootsTimeout });
  const workingDirectory = new WorkingDirectory(roots);
  const files = new Files(
    () => roots.pinned(),
    () => workingDirectory.path,
  );
  const budget = new CallBudget(calls.burst, calls.perSecond);
  announceChanges(server, roots, options.log);

  const hooks: Pick<Server, 'onerror' | 'oninitialized'> = {
    onerror: (error) => options.log(error.message),
    oninitialized: () => {
      const declared = server.getClientCapabilities()?.roots;
      roots.start(declared !== undefined, declared?.listChanged === true);
    },
  };
  Object.assign(server, hooks);
  server.setNotificationHandler(RootsListChangedNotificationSchema, () => roots.changed());

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: allTools.map(({ description }) => description),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const tool = allTools.find(({ description }) => description.name === params.name);
    if (tool === undefined)
      throw new ProtocolError(errorCodes.invalidParams, 'There is no tool of that name.');
    if (!budget.spend()) return failed('Too many calls at once. Wait a second, then go on more slowly.');
    await roots.refresh();
    return callTool(tool, params.arguments ?? {}, {
      roots,
      files,
      workingDirectory: () => workingDirectory.path,
      chooseRoot: (root) => workingDirectory.choose(root),
      signal: extra.signal,
      progress: progressReporter(extra),
    });
  });

  server.setRequestHandler(ListResourcesRequestSchema, async () => {
    await roots.refresh();
    return { resources: [...resourcesOf(await roots.shown())] };
  });
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [] }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) => {
    if (!budget.spend()) throw new ProtocolError(errorCodes.tooManyRequests, 'Too many requests at once.');
    await roots.refresh();
    return readResource(params.uri, roots, files);
  });
  await server.connect(transport);
}

/** After each answer or its absence, logs what holds now, and notifies the client if the resources have changed. */
function announceChanges(server: Server, roots: ClientRoots, log: (line: string) => void): void {
  let told = JSON.stringify([]);
  let logged = '';
  roots.onDidChange((state) => {
    const dropped = state.kind === 'known' ? state.dropped : [];
    const lines = [
      rootsSentence(state),
      ...dropped.map(({ entry, reason }) => `Dropped ${entry}: ${reason}.`),
    ];
    // A client that is asked before each call gives the same answer again and again.
    if (lines.join('\n') !== logged) lines.forEach(log);
    logged = lines.join('\n');
    const resources = JSON.stringify(resourcesOf(state));
    if (resources === told) return;
    told = resources;
    server.sendResourceListChanged().catch((error: unknown) => log(String(error)));
  });
}

/** Reports progress after every so many entries, if the client asked for it. */
function progressReporter(
  extra: RequestHandlerExtra<ServerRequest, ServerNotification>,
): (entries: number) => void {
  const { _meta: meta } = extra;
  const progressToken = meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  return (entries) => {
    if (entries % progressStep !== 0) return;
    const params = { progressToken, progress: entries, message: `${entries} entries seen` };
    // Fails if the client is gone; then the request ends for another reason.
    extra.sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
