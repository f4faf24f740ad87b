import { setTimeout as delay } from 'node:timers/promises';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { ProgressLocation, window, type QuickPickItem } from 'vscode';
import { messageOf, UserError } from '../../core/errors';
import type { Disposable } from '../../core/lifecycle';
import { displayText, visibleJson } from '../../core/text';
import type { ManagedServer } from '../../node/servers/managedServer';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';
import { withoutIcons } from '../withoutIcons';
import { withoutLinks } from '../withoutLinks';
import type { WithHost } from './commandContext';
import { pickServer } from './pickServer';

/** Milliseconds after which a call is shown to be under way: most have an answer before. */
const progressDelay = 1000;

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
    label: withoutIcons(displayText(tool.name, 80)),
    detail: withoutIcons(displayText(tool.description ?? '', 300)),
  }));
  return (await window.showQuickPick(items, { placeHolder: 'Call which tool?', matchOnDetail: true }))?.tool;
}

async function askForArguments(tool: Tool): Promise<Record<string, unknown> | undefined> {
  const names = Object.keys(tool.inputSchema.properties ?? {});
  if (names.length === 0) return {};
  const text = await window.showInputBox({
    title: `Arguments of ${displayText(tool.name, 60)}`,
    prompt: withoutLinks(`A JSON object. Known: ${displayText(names.join(', '), 200)}`),
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
  const controller = new AbortController();
  const answering = clientOf(server).callTool(tool, args, controller.signal);
  try {
    const isSlow = await Promise.race([answering.then(() => false), delay(progressDelay, true)]);
    if (isSlow) await showProgress(title, answering, controller);
    return answerText(await answering);
  } catch (error) {
    if (controller.signal.aborted) return undefined;
    throw new UserError(`${title} failed: ${displayText(messageOf(error), 500)}`);
  }
}

/** Shows that a call is under way, with a way to cancel it, until it has ended. */
async function showProgress(
  title: string,
  answering: Promise<unknown>,
  controller: AbortController,
): Promise<void> {
  const location = ProgressLocation.Notification;
  await window.withProgress({ location, title: withoutLinks(title), cancellable: true }, async (_, token) => {
    token.onCancellationRequested(() => controller.abort());
    await answering;
  });
}

/** Texts as they are, with what does not show made visible; everything else as JSON. */
function answerText(answer: unknown): string {
  const content =
    typeof answer === 'object' && answer !== null && 'content' in answer ? answer.content : undefined;
  const isText = (part: unknown): part is { readonly text: string } =>
    typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string';
  if (!Array.isArray(content) || !content.every(isText)) return visibleJson(answer);
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

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
