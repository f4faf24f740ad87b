import { handedServers } from '../../core/acp/handedServer';
import type { ServerChoices } from '../../core/acp/serverChoices';
import { messageOf, UserError } from '../../core/errors';
import type { Event } from '../../core/event';
import type { Log } from '../../core/log';
import type { SessionClients } from '../bridge/sessionClients';
import { addressVariable } from '../bridge/windowEntry';
import type { DefinedGrantee } from '../servers/definedGrantee';
import type { ManagedServer } from '../servers/managedServer';
import type { ServerRegistry } from '../servers/serverRegistry';
import { noServers, SessionClient, type SessionServers } from './sessionServers';

/** The bridge, as far as agents' shims need it. */
interface WayIn {
  readonly clients: SessionClients;
  readonly shim: string;
  /** Resolves once clients are served, or never will be. */
  readonly served: Promise<void>;
  address(): Promise<string | undefined>;
}

/** What handing over servers needs of the host. */
export interface AgentServersDeps {
  readonly choices: ServerChoices;
  readonly servers: Pick<ServerRegistry, 'all' | 'shadowing'>;
  readonly bridge: WayIn;
  readonly log: Log;
}

/** The servers of this window that the user gives to agents, and handing them over to each session. */
export class AgentServers {
  readonly #around: AgentServersDeps;
  /** How many sessions of each agent were given servers so far, by the agent's name. */
  readonly #counts = new Map<string, number>();

  constructor(around: AgentServersDeps) {
    this.#around = around;
  }

  /** Fires when the servers of some agent have changed. */
  get onDidChange(): Event<void> {
    return this.#around.choices.onDidChange;
  }

  /** The servers that can be given to an agent: those that can be started in this window. */
  get all(): readonly ManagedServer[] {
    const { servers } = this.#around;
    return servers.all.filter(
      (server) => server.prepared !== undefined && servers.shadowing(server) === undefined,
    );
  }

  /** The servers that this agent is given, in the order of the settings. */
  of({ fingerprint }: Pick<DefinedGrantee, 'fingerprint'>): readonly ManagedServer[] {
    if (fingerprint === undefined) return [];
    const { choices } = this.#around;
    return this.all.filter(({ prepared }) => prepared && choices.isGiven(fingerprint, prepared.fingerprint));
  }

  /**
   * Gives an agent exactly these servers. A server that is taken away ends at once; a new one is given to sessions that
   * are opened from then on.
   * @throws {UserError} when that could not be kept, or the definition of the agent cannot be used
   */
  async give({ name, fingerprint }: DefinedGrantee, servers: readonly ManagedServer[]): Promise<void> {
    if (fingerprint === undefined) throw new UserError(`The definition of "${name}" cannot be used.`);
    const known = (each: readonly ManagedServer[]) =>
      each.flatMap(({ prepared }) => prepared?.fingerprint ?? []);
    await this.#around.choices.give(fingerprint, known(servers), known(this.all));
  }

  /**
   * Prepares the servers for a session that is about to be opened: a key of its own, which opens exactly the servers
   * that its agent is given at this moment. Never rejects: if it fails, no server is given, and a warning says so.
   * @param before what the session was given until now, if it is open
   */
  async handOver(agent: DefinedGrantee, before?: SessionServers): Promise<SessionServers> {
    const { choices, bridge, log } = this.#around;
    const names = this.of(agent).map((server) => server.name);
    if (names.length === 0) return noServers;
    await bridge.served;
    const session = new SessionClient(agent, choices);
    const name = before?.name ?? this.#nameOf(agent.name);
    let client: string | undefined;
    const end = async () => {
      following.dispose();
      session.end();
      if (client !== undefined) await bridge.clients.end(client).catch(warn);
    };
    const warn = (error: unknown) => log.warn(messageOf(error));
    const following = choices.onDidChange(() => {
      const given = this.of(agent).map((server) => server.name);
      const left = names.filter((each) => given.includes(each));
      if (client !== undefined) void bridge.clients.narrow(client, left).catch(warn);
    });
    try {
      client = await bridge.clients.admit(session, name, names);
      const address = await bridge.address();
      if (address === undefined)
        throw new UserError(`"${agent.name}" cannot be given servers in this window.`);
      const { shim } = bridge;
      const program = process.execPath;
      const handed = handedServers(names, { program, shim, client, address: { [addressVariable]: address } });
      return { name, handed, follow: (told) => session.follow(told), end };
    } catch (error) {
      warn(error);
      await end();
      return noServers;
    }
  }

  #nameOf(agent: string): string {
    const count = (this.#counts.get(agent) ?? 0) + 1;
    this.#counts.set(agent, count);
    return `${agent} · session ${count}`;
  }
}
