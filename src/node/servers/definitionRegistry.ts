import { UserError } from '../../core/errors';
import { Emitter } from '../../core/event';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import { aOne, type Noun } from '../../core/consent/noun';
import {
  scopeText,
  serverId,
  type ConfiguredServer,
  type DefinitionProblem,
  type ServerDefinition,
} from '../../core/servers/definition';
import { isActive } from '../../core/servers/serverState';
import type { DefinedGrantee, Reading } from './definedGrantee';

/** Everything that one setting defines, in its order: every server, or every agent. */
export class DefinitionRegistry<T extends DefinedGrantee> implements Disposable {
  readonly #noun: Noun;
  readonly #make: (definition: ServerDefinition) => T;
  readonly #changed = new Emitter<T | 'all'>();
  readonly #called = new Emitter<T>();
  readonly #owned = new Map<string, { readonly own: T; readonly lifetime: Lifetime }>();
  /** Those that were changed in the settings or removed from them, and have not ended yet. */
  readonly #leaving = new Set<T>();
  #faulty: readonly DefinitionProblem[] = [];
  #all: readonly T[] = [];

  /** Fires with the server or agent that changed, or with "all" when some may have been added or removed. */
  readonly onDidChange = this.#changed.event;

  /** Fires with a server whose active or most recent tool calls have changed since somebody last looked at them. */
  readonly onDidCall = this.#called.event;

  constructor(noun: Noun, make: (definition: ServerDefinition) => T) {
    this.#noun = noun;
    this.#make = make;
  }

  /** All of them, also those that cannot be started or are shadowed. */
  get all(): readonly T[] {
    return this.#all;
  }

  /** Entries of the settings that cannot be used. */
  get faulty(): readonly DefinitionProblem[] {
    return this.#faulty;
  }

  /** Those that run or are about to, by id. */
  get running(): readonly string[] {
    return this.#all.flatMap(({ id, state }) => (isActive(state) ? id : []));
  }

  byId(id: string): T | undefined {
    return this.#owned.get(id)?.own;
  }

  /** The one with the same name in a wider scope, if any: it keeps the given one from being started. */
  shadowing(one: DefinedGrantee): T | undefined {
    const sameName = this.#all.filter(({ name }) => name.toLowerCase() === one.name.toLowerCase());
    const [widest] = sameName;
    return widest === one ? undefined : widest;
  }

  /**
   * Takes over the present settings, the widest scope first. What has not changed goes on undisturbed; what was changed
   * or removed, or is shadowed now, is stopped.
   */
  async configure(configured: readonly ConfiguredServer[]): Promise<void> {
    const definitions = configured.flatMap((each) => (each.kind === 'defined' ? each.definition : []));
    this.#faulty = configured.flatMap((each) => (each.kind === 'faulty' ? each.fault : []));
    const next = new Map(definitions.map((definition) => [serverId(definition), definition]));
    const going = [...this.#owned].filter(
      ([id, { own }]) => JSON.stringify(next.get(id)) !== JSON.stringify(own.definition),
    );
    for (const [id] of going) this.#owned.delete(id);
    for (const [id, definition] of next) if (!this.#owned.has(id)) this.#own(id, definition);
    this.#all = [...next.keys()].flatMap((id) => this.#owned.get(id)?.own ?? []);
    this.#changed.fire('all');
    await Promise.all([
      ...going.map(async ([, { own, lifetime }]) => {
        this.#leaving.add(own);
        await own.stop();
        this.#leaving.delete(own);
        lifetime.dispose();
      }),
      ...this.#all.filter((each) => this.shadowing(each) !== undefined).map((each) => each.shadow()),
      this.prepareAll(),
    ]);
  }

  /** Reads every definition to the end again, because the folders that its variables stand for may have changed. */
  async prepareAll(): Promise<void> {
    await Promise.all(this.#all.map((each) => each.prepare()));
  }

  /**
   * Starts a server or agent with the folders that are granted now, without asking the user.
   * @param reading see `DefinedGrantee.start`
   * @throws {UserError} when it may not be started
   */
  async start(one: DefinedGrantee, reading?: Reading): Promise<void> {
    const wider = this.shadowing(one);
    if (wider !== undefined) {
      const where = `${scopeText(wider.definition.scope)} define ${aOne(this.#noun)} of the same name`;
      throw new UserError(
        `"${one.name}" of the ${scopeText(one.definition.scope)} is not started: the ${where}. Rename one of them.`,
      );
    }
    await one.start(reading);
  }

  /** Ends all of them at once; resolves when nothing of them is left. */
  async stopAll(): Promise<void> {
    const owned = [...this.#owned.values()].map(({ own }) => own);
    await Promise.all([...owned, ...this.#leaving].map((each) => each.stop()));
  }

  dispose(): void {
    for (const { lifetime } of this.#owned.values()) lifetime.dispose();
    this.#owned.clear();
    this.#changed.dispose();
    this.#called.dispose();
  }

  #own(id: string, definition: ServerDefinition): void {
    const lifetime = new Lifetime();
    const own = lifetime.add(this.#make(definition));
    lifetime.add(own.onDidChange(() => this.#changed.fire(own)));
    lifetime.add(own.calls.onDidChange(() => this.#called.fire(own)));
    this.#owned.set(id, { own, lifetime });
  }
}
