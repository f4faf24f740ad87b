// MCP Roots as the client of the official suite: it starts the server at the address that is its last argument, lists
// its tools and calls each. Its user sends every form as it is, and signs in where the server asks for it.
import { initialValues } from '../../src/core/elicitation/fieldValue';
import type { Host } from '../../src/node/host/host';
import { Subject, openHost } from '../acceptance/openHost';
import { Stage } from '../acceptance/stage';
import { FakeFace } from '../integration/features/fakeFace';

/** What a scenario hands to a client. */
interface Context {
  readonly toolCalls?: readonly ToolCall[];
  readonly client_id?: string;
  readonly client_secret?: string;
}

interface ToolCall {
  readonly name: string;
  readonly arguments?: Record<string, unknown>;
}

/** What the tools of the suite take; those that take nothing pass it over. */
const usual = { a: 2, b: 3 };

/** How often a user signs in before giving up. */
const mostSignIns = 3;

/** An application that is known by the address of its description is configured like any other. */
const described = 'https://conformance-test.local/client-metadata.json';

const url = process.argv.at(-1) ?? '';
const { MCP_CONFORMANCE_SCENARIO: scenario, MCP_CONFORMANCE_CONTEXT: context = '{}' } = process.env;
const {
  toolCalls,
  client_id: clientId = scenario === 'auth/basic-cimd' ? described : undefined,
  client_secret: clientSecret,
} = JSON.parse(context) as Context;
const definition = { url, ...(clientId !== undefined && { oauth: { clientId, clientSecret } }) };

async function main(): Promise<void> {
  const stage = new Stage();
  const face = new FakeFace();
  face.fillForm = ({ fields }) => Promise.resolve({ action: 'accept', values: initialValues(fields) });
  const host = await openHost(stage, { subject: definition }, [], { face });
  try {
    for (let signedIn = 0; ; signedIn += 1) {
      const subject = new Subject(host, 'subject');
      const failure = await use(subject).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (failure === undefined) return;
      const { state } = subject.server;
      if (state.kind !== 'failed' || state.mustSignIn !== true || signedIn === mostSignIns) throw failure;
      await signIn(host, subject);
    }
  } finally {
    await host.close();
    await stage.clear();
  }
}

async function use(subject: Subject): Promise<void> {
  await subject.start();
  const tools = await subject.client.listTools();
  const calls = toolCalls ?? tools.map(({ name }): ToolCall => ({ name, arguments: usual }));
  for (const call of calls) await subject.client.callTool(call.name, call.arguments ?? {});
}

/** Who issues the tokens sends the browser back at once, to an address at which nobody needs to be. */
async function signIn(host: Host, { server }: Subject): Promise<void> {
  const begun = await (await host.supervisor.signInOf(server)).begin('http://localhost:1/callback');
  if (begun === undefined) return;
  const { headers } = await fetch(begun.url, { redirect: 'manual' });
  await begun.finish(new URL(headers.get('location') ?? '', begun.url).searchParams);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);
