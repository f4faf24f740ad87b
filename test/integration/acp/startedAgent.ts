import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseAgents } from '../../../src/core/acp/parseAgents';
import { asRealPath, type RealPath } from '../../../src/core/roots/realPath';
import type { ServerState } from '../../../src/core/servers/serverState';
import type { AgentUpdate } from '../../../src/node/acp/agentQuestions';
import type { ManagedAgent } from '../../../src/node/acp/managedAgent';
import type { Host, HostOptions } from '../../../src/node/host/host';
import { gone } from '../../acceptance/processes';
import { openFixtureHost } from '../servers/fixtureHost';
import { fixtureServer } from '../../unit/process/checkout';
import type { Surroundings } from '../../unit/stores/surroundings';

/** What a plain agent does in the place of its usual answers; `plain.mjs` explains it. */
export type Plan = Readonly<Record<string, number | null | readonly (string | object)[]>>;

/** The agent on no library (`plain.mjs`), as an entry of the setting. */
export function plain(plan: Plan, more: object = {}): object {
  const program = path.join(path.dirname(fixtureServer('wire.mjs')), '..', 'agents', 'plain.mjs');
  return { command: process.execPath, args: [program, JSON.stringify(plan)], ...more };
}

/** What an agent is to do in a turn; `plain.mjs` explains it. */
export interface Turn {
  readonly write?: readonly (string | object)[];
  readonly answers?: number;
  readonly ends?: boolean;
}

/** A host of its own with one agent, approved, which may see a folder with the file `a.txt` in it. */
export class StartedAgent {
  readonly host: Host;
  readonly agent: ManagedAgent;
  readonly app: RealPath;
  /** Every update that it sent. */
  readonly updates: AgentUpdate[] = [];
  readonly #surroundings: Surroundings;

  /** @param entry as in the setting `mcpRoots.agents` */
  static async make(
    surroundings: Surroundings,
    entry: object,
    options: Partial<Pick<HostOptions, 'agents' | 'settings' | 'log'>> = {},
  ): Promise<StartedAgent> {
    const app = asRealPath(path.join(await surroundings.directory(), 'app'));
    await mkdir(app);
    await writeFile(path.join(app, 'a.txt'), 'A');
    const host = await openFixtureHost(surroundings, undefined, options);
    await host.setFolders([{ uri: `file://${app}`, path: app, name: 'app', origin: 'workspace' }]);
    await host.supervisor.agents.configure(parseAgents({ claude: entry }, { kind: 'user' }));
    const [agent] = host.supervisor.agents.all;
    if (agent?.prepared === undefined) throw new Error(`No agent: ${agent?.fault?.why}`);
    await host.consent.approvals.approve(agent.prepared);
    await host.consent.ledger.decide(
      [{ server: agent.prepared.fingerprint, folder: app, verdict: 'allow' }],
      'session',
    );
    return new StartedAgent(surroundings, host, agent, app);
  }

  /** The same, running or failed. */
  static async start(...given: Parameters<typeof StartedAgent.make>): Promise<StartedAgent> {
    const made = await StartedAgent.make(...given);
    await made.agent.start();
    return made;
  }

  private constructor(surroundings: Surroundings, host: Host, agent: ManagedAgent, app: RealPath) {
    this.#surroundings = surroundings;
    this.host = host;
    this.agent = agent;
    this.app = app;
    surroundings.add(agent.onDidUpdate((update) => this.updates.push(update)));
  }

  /** What it said in turns, text by text. */
  get said(): readonly string[] {
    return this.updates.flatMap(({ update: { content } }) =>
      typeof content === 'object' && content !== null && 'text' in content ? [String(content.text)] : [],
    );
  }

  /** Of every process that it had. */
  get pids(): readonly number[] {
    return this.host.supervisor.disclosures
      .of('agent user/claude')
      .flatMap(({ what }) => (what.event === 'spawned' ? (what.pid ?? []) : []));
  }

  get events(): readonly string[] {
    return this.host.supervisor.disclosures.of('agent user/claude').map(({ what }) => what.event);
  }

  /** Has it take a turn; resolves with what it said in it, read as JSON. */
  async turn(session: string, turn: Turn): Promise<readonly unknown[]> {
    const before = this.said.length;
    await this.agent.sessions.prompt(session, JSON.stringify(turn));
    return this.said.slice(before).map((each) => JSON.parse(each) as unknown);
  }

  /** Resolves with the state once it is at its end, and nothing of its process is left. */
  async end(): Promise<ServerState> {
    const { agent } = this;
    const isOver = ({ kind }: ServerState) => kind === 'failed' || kind.startsWith('stopped');
    await new Promise<void>((resolve) => {
      const look = () => {
        if (isOver(agent.state)) resolve();
      };
      this.#surroundings.add(agent.onDidChange(look));
      look();
    });
    await gone(this.pids);
    return agent.state;
  }
}
