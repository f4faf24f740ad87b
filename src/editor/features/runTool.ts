import { setTimeout as delay } from 'node:timers/promises';
import type { Progress as McpProgress } from '@modelcontextprotocol/sdk/types.js';
import { ProgressLocation, window, type Progress } from 'vscode';
import { UserError } from '../../core/errors';
import { protocolErrorText } from '../../core/features/protocolError';
import { displayText } from '../../core/text';
import { formOf } from '../../core/tools/formSteps';
import { resultText } from '../../core/tools/resultText';
import type { ToolDescription } from '../../core/tools/toolDescription';
import { toolResultOf, type ToolResult } from '../../core/tools/toolResult';
import type { SchemaJudge } from '../../node/features/schemaJudge';
import type { ManagedServer } from '../../node/servers/managedServer';
import type { ServerDocuments } from '../documents/serverDocuments';
import { withoutLinks } from '../withoutLinks';
import { askArguments } from './askArguments';
import { confirmCall, type Call } from './confirmCall';
import type { ContentDocuments } from './contentDocuments';
import { clientOf } from './pickEntry';

/** Milliseconds after which a call is shown to be under way: most have an answer before. */
const progressDelay = 1000;

/** What running a tool needs from around it. */
export interface RunSurroundings {
  readonly judge: SchemaJudge;
  readonly documents: ServerDocuments;
  readonly content: ContentDocuments;
}

/**
 * Runs one tool by hand: asks for its arguments, shows them, and shows what it gave back.
 * @throws {UserError} for an error of the protocol; a failure of the tool is a result
 */
export async function runTool(
  server: ManagedServer,
  tool: ToolDescription,
  around: RunSurroundings,
): Promise<void> {
  const title = `${displayText(tool.name, 60)} of ${displayText(server.name, 40)}`;
  const args = await settledArguments(server, tool, `Run ${title}`, around);
  if (args === undefined) return;
  const result = await call(server, tool, args, title);
  if (result === undefined) return;
  const mismatch = await mismatchOf(tool, result, around.judge);
  const text = resultText(result, mismatch);
  await around.content.showText(title, text, {
    server,
    parts: text.parts.filter(({ part }) => part.kind !== 'link'),
  });
}

/** The arguments that the user wants to be sent. */
async function settledArguments(
  server: ManagedServer,
  tool: ToolDescription,
  title: string,
  { judge, documents }: RunSurroundings,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const form = formOf(tool.inputSchema);
  let before: Readonly<Record<string, unknown>> | undefined;
  for (;;) {
    const args = await askArguments({ title, form, schema: tool.inputSchema, before, judge });
    if (args === undefined) return undefined;
    const verdict = await judge.judge(tool.inputSchema, args);
    const question: Call = { server, tool, args, warning: warningText(verdict) };
    const answer = await confirmCall(question, documents);
    if (answer === 'run') return args;
    if (answer === undefined) return undefined;
    before = args;
  }
}

function warningText(verdict: Awaited<ReturnType<SchemaJudge['judge']>>): string | undefined {
  switch (verdict.kind) {
    case 'fits':
      return undefined;
    case 'does not fit':
      return `The arguments do not fit the schema of the tool. ${verdict.why}`;
    case 'cannot be judged':
      return `The arguments could not be checked: ${verdict.why}.`;
  }
}

async function mismatchOf(
  { outputSchema }: ToolDescription,
  { isError, structured }: ToolResult,
  judge: SchemaJudge,
): Promise<string | undefined> {
  if (outputSchema === undefined || isError) return undefined;
  if (structured === undefined) return 'The tool promises structured content, and gave none.';
  const verdict = await judge.judge(outputSchema, structured);
  switch (verdict.kind) {
    case 'fits':
      return undefined;
    case 'does not fit':
      return `The structured content is not as the tool promises. ${displayText(verdict.why, 500)}`;
    case 'cannot be judged':
      return `Whether the structured content is as the tool promises could not be checked: ${displayText(verdict.why, 500)}.`;
  }
}

/** @returns undefined when the user cancelled it */
async function call(
  server: ManagedServer,
  tool: ToolDescription,
  args: Readonly<Record<string, unknown>>,
  title: string,
): Promise<ToolResult | undefined> {
  const controller = new AbortController();
  const steps = new Steps();
  const answering = clientOf(server).callTool(tool.name, { ...args }, controller.signal, {
    onProgress: (progress) => steps.report(progress),
    asTask: tool.needsTask,
  });
  try {
    const isSlow = await Promise.race([answering.then(() => false), delay(progressDelay, true)]);
    if (isSlow) await showProgress(title, answering, controller, steps);
    return toolResultOf(await answering);
  } catch (error) {
    if (controller.signal.aborted) return undefined;
    throw new UserError(`${title} failed. ${protocolErrorText(error)}`);
  }
}

/** Shows that a call is under way and how far it is, with a way to cancel it, until it has ended. */
async function showProgress(
  title: string,
  answering: Promise<unknown>,
  controller: AbortController,
  steps: Steps,
): Promise<void> {
  const location = ProgressLocation.Notification;
  await window.withProgress(
    { location, title: withoutLinks(title), cancellable: true },
    async (shown, token) => {
      token.onCancellationRequested(() => controller.abort());
      steps.showOn(shown);
      await answering;
    },
  );
}

/** How far a call is, as its server says (MCP, basic/utilities/progress). */
class Steps {
  #shown: Progress<{ readonly message: string; readonly increment?: number }> | undefined;
  #latest: McpProgress | undefined;
  #percent = 0;

  report(progress: McpProgress): void {
    this.#latest = progress;
    const { progress: done, total, message } = progress;
    const percent = total !== undefined && total > 0 ? Math.min(100, Math.max(0, (done / total) * 100)) : 0;
    const count = total === undefined ? `${done}` : `${done} of ${total}`;
    const text = withoutLinks(displayText(message ?? count, 200));
    const increment = percent - this.#percent;
    if (this.#shown === undefined) return;
    this.#shown.report(increment > 0 ? { message: text, increment } : { message: text });
    this.#percent = Math.max(percent, this.#percent);
  }

  showOn(shown: Progress<{ readonly message: string; readonly increment?: number }>): void {
    this.#shown = shown;
    if (this.#latest !== undefined) this.report(this.#latest);
  }
}
