// MCP Roots as the client of the official suite: it starts the server at the address that is its last argument, lists
// its tools and calls each. Its user sends every form as it is.
import { initialValues } from '../../src/core/elicitation/fieldValue';
import { Subject, openHost } from '../acceptance/openHost';
import { Stage } from '../acceptance/stage';
import { FakeFace } from '../unit/features/fakeFace';

const url = process.argv.at(-1) ?? '';
const { MCP_CONFORMANCE_CONTEXT: context = '{}' } = process.env;
const { toolCalls } = JSON.parse(context) as { readonly toolCalls?: readonly ToolCall[] };

interface ToolCall {
  readonly name: string;
  readonly arguments?: Record<string, unknown>;
}

/** What the tools of the suite take; those that take nothing pass it over. */
const usual = { a: 2, b: 3 };

async function main(): Promise<void> {
  const stage = new Stage();
  const face = new FakeFace();
  face.fillForm = ({ fields }) => Promise.resolve({ action: 'accept', values: initialValues(fields) });
  const host = await openHost(stage, { subject: { url } }, [], { face });
  try {
    const subject = new Subject(host, 'subject');
    await subject.start();
    const tools = await subject.client.listTools();
    const calls = toolCalls ?? tools.map(({ name }): ToolCall => ({ name, arguments: usual }));
    for (const call of calls) await subject.client.callTool(call.name, call.arguments ?? {});
  } finally {
    await host.close();
    await stage.clear();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);
