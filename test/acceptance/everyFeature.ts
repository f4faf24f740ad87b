import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTaskStore } from '@modelcontextprotocol/sdk/experimental/tasks/stores/in-memory.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  ResourceListChangedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';

/** An SDK client that declares and answers all that a client can. @param roots what it would answer itself */
export async function everyClient(transport: Transport, roots: readonly object[]): Promise<EveryClient> {
  const capabilities = {
    roots: { listChanged: true },
    sampling: {},
    elicitation: { form: {}, url: {} },
    tasks: {
      list: {},
      cancel: {},
      requests: { sampling: { createMessage: {} }, elicitation: { create: {} } },
    },
  };
  const client = new Client(
    { name: 'every feature', version: '1' },
    { capabilities, taskStore: new InMemoryTaskStore() },
  );
  const heard: string[] = [];
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: roots as { uri: string }[] }));
  client.setRequestHandler(CreateMessageRequestSchema, async ({ params }, { taskStore }) => {
    const { messages, maxTokens } = params;
    const text = `${JSON.stringify(messages)} in ${maxTokens}`;
    const result = { model: 'none', role: 'assistant', content: { type: 'text', text } } as const;
    if (params.task === undefined || taskStore === undefined) return result;
    const task = await taskStore.createTask({ ttl: 60_000, pollInterval: 50 });
    await taskStore.storeTaskResult(task.taskId, 'completed', result);
    return { task };
  });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    heard.push(`asked: ${params.message}`);
    return 'requestedSchema' in params
      ? { action: 'accept', content: { name: 'N', check: true, interpretation: 'technical' } }
      : { action: 'decline' };
  });
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
    if (String(params.data).startsWith('Roots')) heard.push(String(params.data));
  });
  for (const schema of [ToolListChangedNotificationSchema, ResourceListChangedNotificationSchema])
    client.setNotificationHandler(schema, ({ method }) => void heard.push(method));
  await client.connect(transport);
  return { client, heard };
}

export interface EveryClient {
  readonly client: Client;
  /** What the server told by itself. */
  readonly heard: readonly string[];
}

/** Uses every feature of server-everything. @returns what came of each, comparable between two ways to the server */
export async function useEverything({ client }: EveryClient): Promise<Readonly<Record<string, unknown>>> {
  const call = (name: string, args: Record<string, unknown> = {}) =>
    settled(client.callTool({ name, arguments: args }, undefined, { timeout: 60_000 }));
  // Its tools that need a client's capabilities come a little after it is initialised.
  let tools = await client.listTools();
  while (!tools.tools.some(({ name }) => name === 'trigger-sampling-request-async'))
    tools = await client.listTools();
  const progress: unknown[] = [];
  const long = client.callTool(
    { name: 'trigger-long-running-operation', arguments: { duration: 0.2, steps: 4 } },
    undefined,
    { onprogress: (step) => progress.push(step) },
  );
  const templates = await client.listResourceTemplates();
  const completion = await client.complete({
    ref: { type: 'ref/prompt', name: 'completable-prompt' },
    argument: { name: 'department', value: 'E' },
  });
  return {
    greeting: [client.getServerCapabilities(), client.getServerVersion(), client.getInstructions()],
    tools,
    echo: await call('echo', { message: 'ü \u{1f600} "\\ \u2028' }),
    sum: await call('get-sum', { a: 0.1, b: 1e300 }),
    annotated: await call('get-annotated-message', { messageType: 'error', includeImage: true }),
    image: await call('get-tiny-image'),
    links: await call('get-resource-links', { count: 10 }),
    reference: await call('get-resource-reference', { resourceType: 'Text', resourceId: 3 }),
    structured: await call('get-structured-content', { location: 'Chicago' }),
    zip: await call('gzip-file-as-resource', { data: 'data:text/plain,hello', outputType: 'resource' }),
    sampling: await call('trigger-sampling-request', { prompt: 'p', maxTokens: 7 }),
    elicitation: await call('trigger-elicitation-request'),
    url: await call('trigger-url-elicitation', { url: 'https://example.org/', elicitationId: 'e1' }),
    urlAsError: await call('trigger-url-elicitation', {
      url: 'https://example.org/',
      elicitationId: 'e2',
      errorPath: true,
    }),
    asyncSampling: JSON.stringify(await call('trigger-sampling-request-async', { prompt: 'p' })).includes(
      'none',
    ),
    task: await research(client),
    unknownTool: await call('no such tool'),
    wrongArguments: await call('get-sum', { a: 'x' }),
    long: await long,
    // The SDK drops what it still has to hand out when the answer comes.
    progress: progress[0],
    prompts: await client.listPrompts(),
    prompt: await client.getPrompt({ name: 'args-prompt', arguments: { city: 'Bern' } }),
    resourcePrompt: await client.getPrompt({
      name: 'resource-prompt',
      arguments: { resourceType: 'Text', resourceId: '1' },
    }),
    completion,
    resources: await client.listResources(),
    templates,
    text: await client.readResource({ uri: 'demo://resource/static/document/architecture.md' }),
    blob: await client.readResource({ uri: 'demo://resource/dynamic/blob/2' }),
    noResource: await settled(client.readResource({ uri: 'demo://nowhere' })),
    subscription: await client.subscribeResource({ uri: 'demo://resource/dynamic/text/1' }),
    end: await client.unsubscribeResource({ uri: 'demo://resource/dynamic/text/1' }),
    level: await client.setLoggingLevel('debug'),
    ping: await client.ping(),
  };
}

/** A tool that runs as a task, its question on the way included; its last message. */
async function research(client: Client): Promise<unknown> {
  const call = { name: 'simulate-research-query', arguments: { topic: 'roots', ambiguous: true } };
  const kinds = new Set<string>();
  let result: unknown;
  for await (const message of client.experimental.tasks.callToolStream(call, undefined, {
    task: { ttl: 60_000 },
  })) {
    kinds.add(message.type);
    if (message.type === 'result') ({ result } = message);
    if (message.type === 'error') result = message.error.message;
  }
  return [[...kinds], result];
}

async function settled(result: Promise<unknown>): Promise<unknown> {
  return result.catch((error: unknown) => {
    const { message, code, data } = { ...(error as object), message: String(error) } as Record<
      string,
      unknown
    >;
    return { message, code, data };
  });
}

/** The same for two runs: without the times and the random ids that stand in some texts. */
export function alike(results: Readonly<Record<string, unknown>>): unknown {
  const decoded = (_: string, value: unknown) =>
    typeof value === 'string' && value.startsWith('UmVzb3VyY2Ug')
      ? Buffer.from(value, 'base64').toString()
      : value;
  return JSON.parse(
    JSON.stringify(results, decoded)
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replace(/\d{1,2}:\d\d:\d\d( [AP]M)?/g, 'TIME')
      .replace(/[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}/g, 'ID'),
  );
}
