import { UserError } from '../../core/errors';
import { Emitter } from '../../core/event';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import {
  scopeText,
  serverId,
  type ConfiguredServer,
  type DefinitionProblem,
} from '../../core/servers/definition';
import { isActive } from '../../core/servers/serverState';
import { ManagedServer, type ServerSurroundings } from './managedServer';

/** Every configured server, in the order of the settings. */
export class ServerRegistry implements Disposable {
  readonly #around: ServerSurroundings;
  readonly #changed = new Emitter<ManagedServer | 'all'>();
  readonly #owned = new Map<string, { readonly server: ManagedServer; readonly lifetime: Lifetime }>();
  /** Servers that are gone from the settings and not yet at their end. */
  readonly #leaving = new Set<ManagedServer>();
  #faulty: readonly DefinitionProblem[] = [];
  #servers: readonly ManagedServer[] = [];

  /** Fires with the server of which something is another now, or with "all" when servers came or went. */
  readonly onDidChange = this.#changed.event;

  constructor(around: ServerSurroundings) {
    this.#around = around;
  }

  /** Usable and not, shadowed ones included. */
  get servers(): readonly ManagedServer[] {
    return this.#servers;
  }

  /** Entries of the settings that cannot be used. */
  get faulty(): readonly DefinitionProblem[] {
    return this.#faulty;
  }

  /** The servers that run or are about to, by id. */
  get running(): readonly string[] {
    return this.#servers.flatMap(({ id, state }) => (isActive(state) ? id : []));
  }

  byId(id: string): ManagedServer | undefined {
    return this.#owned.get(id)?.server;
  }

  /** The server of the same name in a wider scope, which keeps this one from being started. */
  shadowing(server: ManagedServer): ManagedServer | undefined {
    const sameName = this.#servers.filter(({ name }) => name.toLowerCase() === server.name.toLowerCase());
    const [widest] = sameName;
    return widest === server ? undefined : widest;
  }

  /**
   * Takes what the settings say now, the widest scope first. What stays as it was goes on undisturbed; a server that is
   * changed, removed, or shadowed from now on is stopped.
   */
  async configure(configured: readonly ConfiguredServer[]): Promise<void> {
    const definitions = configured.flatMap((each) => (each.kind === 'defined' ? each.definition : []));
    this.#faulty = configured.flatMap((each) => (each.kind === 'faulty' ? each.fault : []));
    const next = new Map(definitions.map((definition) => [serverId(definition), definition]));
    const going = [...this.#owned].filter(
      ([id, { server }]) => JSON.stringify(next.get(id)) !== JSON.stringify(server.definition),
    );
    for (const [id] of going) this.#owned.delete(id);
    for (const [id, definition] of next) if (!this.#owned.has(id)) this.#own(id, definition);
    this.#servers = [...next.keys()].flatMap((id) => this.#owned.get(id)?.server ?? []);
    this.#changed.fire('all');
    await Promise.all([
      ...going.map(async ([, { server, lifetime }]) => {
        this.#leaving.add(server);
        await server.stop();
        this.#leaving.delete(server);
        lifetime.dispose();
      }),
      ...this.#servers
        .filter((server) => this.shadowing(server) !== undefined)
        .map((server) => server.stopBecause('a wider scope defines a server of the same name')),
      this.prepareAll(),
    ]);
  }

  /** Reads every definition to the end again: the folders that its variables stand for may be others now. */
  async prepareAll(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.prepare()));
  }

  /**
   * Starts a server with what is granted at this moment; asks nobody.
   * @throws {UserError} when it may not be started
   */
  async start(server: ManagedServer): Promise<void> {
    const wider = this.shadowing(server);
    if (wider !== undefined) {
      const where = `${scopeText(wider.definition.scope)} define a server of the same name`;
      throw new UserError(
        `"${server.name}" of the ${scopeText(server.definition.scope)} is not started: the ${where}. Rename one of them.`,
      );
    }
    await server.start();
  }

  /** Ends every server at once; resolves when nothing of them is left. */
  async stopAll(): Promise<void> {
    const owned = [...this.#owned.values()].map(({ server }) => server);
    await Promise.all([...owned, ...this.#leaving].map((server) => server.stop()));
  }

  dispose(): void {
    for (const { lifetime } of this.#owned.values()) lifetime.dispose();
    this.#owned.clear();
    this.#changed.dispose();
  }

  #own(id: string, definition: ManagedServer['definition']): void {
    const lifetime = new Lifetime();
    const server = lifetime.add(new ManagedServer(definition, this.#around));
    lifetime.add(server.onDidChange(() => this.#changed.fire(server)));
    this.#owned.set(id, { server, lifetime });
  }
}
