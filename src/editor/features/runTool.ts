import { displayText } from '../../core/text';
import { formOf } from '../../core/tools/formSteps';
import { resultText } from '../../core/tools/resultText';
import type { ToolDescription } from '../../core/tools/toolDescription';
import { toolResultOf } from '../../core/tools/toolResult';
import type { ServerSwitches } from '../../core/features/serverSwitches';
import { isTrusted } from '../../core/tools/toolDigest';
import { resultMismatch } from '../../node/features/resultMismatch';
import type { SchemaJudge } from '../../node/features/schemaJudge';
import type { ManagedServer } from '../../node/servers/managedServer';
import type { OneQuestion } from '../consent/oneQuestion';
import type { ServerDocuments } from '../documents/serverDocuments';
import { askArguments } from './askArguments';
import { confirmCall, type Call } from './confirmCall';
import type { ContentDocuments } from './contentDocuments';
import { clientOf } from './pickEntry';
import { trustedTools } from './trustTools';
import { underWay } from './underWay';

/** What `runTool` needs. */
export interface ToolRunDeps {
  readonly judge: SchemaJudge;
  readonly switches: ServerSwitches;
  readonly documents: ServerDocuments;
  readonly content: ContentDocuments;
  readonly questions: OneQuestion;
}

/**
 * Runs one tool for the user: asks for its arguments, shows them, and shows what it gave back.
 * @throws {UserError} for an error of the protocol; a failure of the tool is a result
 */
export async function runTool(
  server: ManagedServer,
  tool: ToolDescription,
  around: ToolRunDeps,
): Promise<void> {
  const title = `${displayText(tool.name, 60)} of ${displayText(server.name, 40)}`;
  const args = await around.questions.ofUser(() => settledArguments(server, tool, `Run ${title}`, around));
  if (args === undefined) return;
  const said = await underWay(title, (signal, onProgress) =>
    clientOf(server).callTool(tool.name, { ...args }, signal, { onProgress, asTask: tool.needsTask }),
  );
  if (said === undefined) return;
  const result = toolResultOf(said);
  const mismatch = await resultMismatch(tool, result, around.judge);
  const text = resultText(result, mismatch);
  await around.content.showText(title, text, { server, parts: text.parts });
}

/**
 * Asks for the arguments, and has the user confirm them, unless the tool is trusted and they fit its schema.
 * @returns undefined when the user left
 */
async function settledArguments(
  server: ManagedServer,
  tool: ToolDescription,
  title: string,
  { judge, switches, documents }: ToolRunDeps,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const form = formOf(tool.inputSchema);
  let before: Readonly<Record<string, unknown>> | undefined;
  for (;;) {
    const args = await askArguments({ title, form, schema: tool.inputSchema, before, judge });
    if (args === undefined) return undefined;
    const verdict = await judge.judge(tool.inputSchema, args);
    if (verdict.kind === 'fits' && isTrusted(tool, trustedTools(server, switches))) return args;
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
