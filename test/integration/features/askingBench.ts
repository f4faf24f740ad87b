import type { DisclosureEvent } from '../../../src/core/record/disclosure';
import { UserError } from '../../../src/core/errors';
import type { SwitchChange } from '../../../src/core/features/serverSwitches';
import { parseDefinitions } from '../../../src/core/servers/parseDefinition';
import type { Host } from '../../../src/node/host/host';
import type { ManagedServer } from '../../../src/node/servers/managedServer';
import { fixtureServer } from '../../unit/process/checkout';
import { openFixtureHost } from '../servers/fixtureHost';
import { KeptLog, type Surroundings } from '../../unit/stores/surroundings';
import { FakeFace } from './fakeFace';

/** What a client answers to a request of its server. */
export interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A host with a face, and one server of it that asks what it is told to ask. */
export class AskingBench {
  readonly recorded: DisclosureEvent[] = [];

  /** @param switches what is switched before the server is started */
  static async of(surroundings: Surroundings, switches: readonly SwitchChange[]): Promise<AskingBench> {
    const face = new FakeFace();
    const log = new AllLines();
    const settings = { userTime: 20_000, modelTime: 20_000, maxTokens: 50 };
    const host = await openFixtureHost(surroundings, undefined, {
      log,
      features: { face, settings: () => settings },
    });
    const asking = { command: process.execPath, args: [fixtureServer('asking.mjs')] };
    await host.supervisor.servers.configure(parseDefinitions({ asking }, { kind: 'user' }));
    const [server] = host.supervisor.servers.all;
    if (server?.prepared === undefined) throw new Error('The server is there.');
    await host.consent.approvals.approve(server.prepared);
    const bench = new AskingBench(host, server, face, log, settings);
    for (const change of switches) await bench.turn(change);
    await server.start();
    return bench;
  }

  private constructor(
    readonly host: Host,
    readonly server: ManagedServer,
    readonly face: FakeFace,
    readonly log: AllLines,
    readonly settings: { userTime: number; modelTime: number; maxTokens: number },
  ) {
    const kinds = new Set(['sampled', 'sampling refused', 'elicited']);
    host.supervisor.disclosures.onDidAdd(({ what }) => {
      if (kinds.has(what.event)) this.recorded.push(what);
    });
  }

  async turn(change: SwitchChange): Promise<void> {
    const { fingerprint } = this.server;
    if (fingerprint === undefined) throw new Error('The server can be used.');
    await this.host.consent.switches.turn(fingerprint, change);
  }

  /** Calls a tool. @throws what the call throws, also for an error of the tool */
  async call(tool: string, args: Record<string, unknown> = {}): Promise<string> {
    const { client } = this.server;
    if (client === undefined) throw new Error('The server runs.');
    const { content, isError } = (await client.callTool(tool, args)) as {
      content: { text: string }[];
      isError?: boolean;
    };
    const [first] = content;
    if (isError === true) throw new UserError(first?.text ?? '');
    return first?.text ?? '';
  }

  /** Has the server ask, and waits for the answer. */
  async ask(method: string, params: unknown): Promise<Answer> {
    return answerIn(JSON.parse(await this.call('ask', { method, params })));
  }

  sample(params: Record<string, unknown> = {}): Promise<Answer> {
    return this.ask('sampling/createMessage', { ...plainRequest, ...params });
  }
}

export const plainRequest = {
  messages: [{ role: 'user', content: { type: 'text', text: 'Say hello' } }],
  maxTokens: 20,
};

class AllLines extends KeptLog {
  readonly lines: string[] = [];
  override debug(line?: string): void {
    this.lines.push(`debug ${line}`);
  }
  override info(line?: string): void {
    this.lines.push(`info ${line}`);
  }
  override warn(line: string): void {
    super.warn(line);
    this.lines.push(`warn ${line}`);
  }
  override error(line: string): void {
    super.error(line);
    this.lines.push(`error ${line}`);
  }
}

function answerIn({ result, error }: Answer): Answer {
  return { ...(result !== undefined && { result }), ...(error !== undefined && { error }) };
}
