import { Emitter } from '../../core/event';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { Noun } from '../../core/consent/noun';
import { nounOf, type DefinitionProblem } from '../../core/servers/definition';
import type { DefinedGrantee, Reading } from './definedGrantee';
import type { DefinitionRegistry } from './definitionRegistry';

type Registry = Pick<
  DefinitionRegistry<DefinedGrantee>,
  'all' | 'faulty' | 'byId' | 'shadowing' | 'start' | 'onDidChange'
>;

/** All servers and agents that the settings define, servers first, for code that treats both alike. */
export class Defined implements Disposable {
  readonly #registries: Readonly<Record<Noun, Registry>>;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<DefinedGrantee | 'all'>());

  /** Fires with the server or agent that changed, or with "all" when some may have been added or removed. */
  readonly onDidChange = this.#changed.event;

  constructor(registries: Readonly<Record<Noun, Registry>>) {
    this.#registries = registries;
    for (const { onDidChange } of this.#each) {
      this.#lifetime.add(onDidChange((what) => this.#changed.fire(what)));
    }
  }

  /** All of them, also those that cannot be started or are shadowed. */
  get all(): readonly DefinedGrantee[] {
    return this.#each.flatMap(({ all }) => all);
  }

  /** Entries of the settings that cannot be used, each with whether it should define a server or an agent. */
  get faulty(): readonly (DefinitionProblem & { readonly noun: Noun })[] {
    const { server, agent } = this.#registries;
    return [
      ...server.faulty.map((fault) => ({ ...fault, noun: 'server' as const })),
      ...agent.faulty.map((fault) => ({ ...fault, noun: 'agent' as const })),
    ];
  }

  byId(id: string): DefinedGrantee | undefined {
    return this.#registries.server.byId(id) ?? this.#registries.agent.byId(id);
  }

  /** The one with the same name in a wider scope, if any: it keeps the given one from being started. */
  shadowing(one: DefinedGrantee): DefinedGrantee | undefined {
    return this.#of(one).shadowing(one);
  }

  /**
   * Starts a server or agent with the folders that are granted now, without asking the user.
   * @param reading see `DefinedGrantee.start`
   * @throws {UserError} when it may not be started
   */
  start(one: DefinedGrantee, reading?: Reading): Promise<void> {
    return this.#of(one).start(one, reading);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  get #each(): readonly Registry[] {
    const { server, agent } = this.#registries;
    return [server, agent];
  }

  #of({ definition }: DefinedGrantee): Registry {
    return this.#registries[nounOf(definition)];
  }
}
