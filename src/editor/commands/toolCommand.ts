import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { ProgressLocation, window, type CancellationToken, type QuickPickItem } from 'vscode';
import { messageOf, UserError } from '../../core/errors';
import type { Disposable } from '../../core/lifecycle';
import { displayText } from '../../core/text';
import type { ManagedServer } from '../../node/servers/managedServer';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';
import type { WithHost } from './commandContext';
import { pickServer } from './pickServer';

/** Calls one tool of a running server by hand: to see for oneself what it can do with the folders it was given. */
export function registerToolCommand(withHost: WithHost, { extension: log }: Logs): Disposable {
  return registerCommand(
    'mcpRoots.callTool',
    log,
    withHost(async ({ host, documents }, argument) => {
      const running = ({ client }: ManagedServer) => client !== undefined;
      const server = await pickServer(argument, host, 'Call a tool of which server?', running);
      if (server === undefined) return;
      const tool = await pickTool(server);
      const args = tool && (await askForArguments(tool));
      if (tool === undefined || args === undefined) return;
      const answer = await call(server, tool.name, args);
      if (answer !== undefined) await documents.showAnswer(server, tool.name, answer);
    }),
  );
}

async function pickTool(server: ManagedServer): Promise<Tool | undefined> {
  const tools = (await clientOf(server).listTools()) ?? [];
  if (tools.length === 0) throw new UserError(`“${server.name}” has no tools.`);
  const items = tools.map((tool): QuickPickItem & { readonly tool: Tool } => ({
    tool,
    label: displayText(tool.name, 80),
    detail: displayText(tool.description ?? '', 300),
  }));
  return (await window.showQuickPick(items, { placeHolder: 'Call which tool?', matchOnDetail: true }))?.tool;
}

async function askForArguments(tool: Tool): Promise<Record<string, unknown> | undefined> {
  const names = Object.keys(tool.inputSchema.properties ?? {});
  if (names.length === 0) return {};
  const text = await window.showInputBox({
    title: `Arguments of ${displayText(tool.name, 60)}`,
    prompt: `A JSON object. Known: ${displayText(names.join(', '), 200)}`,
    value: JSON.stringify(Object.fromEntries((tool.inputSchema.required ?? []).map((name) => [name, '']))),
    ignoreFocusOut: true,
    validateInput: (value) => (parseObject(value) === undefined ? 'This is no JSON object.' : undefined),
  });
  return text === undefined ? undefined : parseObject(text);
}

async function call(
  server: ManagedServer,
  tool: string,
  args: Record<string, unknown>,
): Promise<string | undefined> {
  const title = `${displayText(server.name, 40)}: ${displayText(tool, 60)}`;
  return window.withProgress(
    { location: ProgressLocation.Notification, title, cancellable: true },
    async (_, token) => {
      try {
        return answerText(await clientOf(server).callTool(tool, args, signalOf(token)));
      } catch (error) {
        if (token.isCancellationRequested) return undefined;
        throw new UserError(`${title} failed: ${displayText(messageOf(error), 500)}`);
      }
    },
  );
}

/** Texts as they are, with what does not show made visible; everything else as JSON. */
function answerText(answer: unknown): string {
  const content =
    typeof answer === 'object' && answer !== null && 'content' in answer ? answer.content : undefined;
  const isText = (part: unknown): part is { readonly text: string } =>
    typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string';
  if (!Array.isArray(content) || !content.every(isText)) return JSON.stringify(answer, null, 2);
  return content
    .map(({ text }) =>
      text
        .split('\n')
        .map((line) => displayText(line, 10_000))
        .join('\n'),
    )
    .join('\n');
}

function clientOf(server: ManagedServer): NonNullable<ManagedServer['client']> {
  if (server.client === undefined) throw new UserError(`“${server.name}” does not run. Start it first.`);
  return server.client;
}

function signalOf(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
