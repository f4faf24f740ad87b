import type { Fingerprint } from '../../core/consent/decision';
import type { Who } from '../../core/record/disclosure';
import { UserError } from '../../core/errors';
import { Slot, type Disposable } from '../../core/lifecycle';
import { serverId, type ServerDefinition } from '../../core/servers/definition';
import { isActive, type ServerState } from '../../core/servers/serverState';
import { Grantee, type ConsentSources } from './grantee';
import type { PreparedServer, UnpreparedServer } from './prepareServer';

/** How a definition is read to the end. */
export type Prepare = (definition: ServerDefinition) => Promise<PreparedServer | UnpreparedServer>;

/** What was started for this window, from its start to its end. */
interface Run extends Disposable {
  readonly state: ServerState;
  stop(): Promise<void>;
}

/**
 * Whom the window itself grants folders to: what stands in the settings, read to the end as often as that may change,
 * started by hand and stopped again.
 */
export abstract class DefinedGrantee<R extends Run = Run> extends Grantee {
  readonly id: string;
  protected readonly run = this.lifetime.add(new Slot<R>());
  /** How it stands while nothing runs. */
  protected resting: ServerState = { kind: 'stopped' };
  readonly #prepare: Prepare;
  #prepared: PreparedServer | UnpreparedServer | undefined;
  #preparing: Promise<void> | undefined;
  /** Names the start that is under way; a stop takes it away. */
  #starting: object | undefined;
  #started: Promise<void> = Promise.resolve();

  protected constructor(definition: ServerDefinition, sources: ConsentSources, prepare: Prepare) {
    super(definition, sources);
    this.id = serverId(definition);
    this.#prepare = prepare;
  }

  get state(): ServerState {
    return this.run.value?.state ?? this.resting;
  }

  /**
   * Starts it with what is granted at this moment; asks nobody. Resolves when it runs, waits for its first grant, or has
   * failed (see `state`), or when it was stopped meanwhile.
   * @throws {UserError} when it may not be started
   */
  start(): Promise<void> {
    if (this.#starting !== undefined) return this.#started;
    const own = (this.#starting = {});
    this.#started = this.#start(() => own === this.#starting).finally(() => {
      if (own === this.#starting) this.#starting = undefined;
    });
    return this.#started;
  }

  /** Ends it and everything it started. */
  async stop(): Promise<void> {
    this.#starting = undefined;
    const run = this.run.value;
    await run?.stop();
    if (run === this.run.value) this.run.value = undefined;
    if (this.run.value === undefined) this.rest({ kind: 'stopped' });
  }

  /** Ends what runs, if anything does, and says why. */
  async stopBecause(why: string): Promise<void> {
    if (!isActive(this.state)) return;
    await this.stop();
    this.rest({ kind: 'stopped', why });
  }

  get name(): string {
    return this.definition.name;
  }

  get who(): Who {
    return 'this window';
  }

  get prepared(): PreparedServer | undefined {
    return this.#prepared?.kind === 'prepared' ? this.#prepared : undefined;
  }

  get fault(): UnpreparedServer | undefined {
    return this.#prepared?.kind === 'unprepared' ? this.#prepared : undefined;
  }

  /**
   * Reads the definition to the end, again when folders or settings have changed. What turns out to be another one than
   * the one that runs is stopped. Resolves when what was read last has had its effect.
   */
  prepare(): Promise<void> {
    const preparing: Promise<void> = this.#read(() => preparing !== this.#preparing);
    this.#preparing = preparing;
    return preparing;
  }

  protected granteeOf(server: Fingerprint): Fingerprint {
    return server;
  }

  /** A wider scope defines another of the same name, which keeps this one from running. */
  async shadow(): Promise<void> {
    await this.heed({ definition: 'shadowed' });
  }

  /** Begins a run of what may be started now. */
  protected abstract begin(prepared: PreparedServer): Promise<void>;

  /** Nothing runs from now on. */
  protected rest(state: ServerState): void {
    this.resting = state;
    this.announce();
  }

  async #start(isWanted: () => boolean): Promise<void> {
    if (isActive(this.state)) return;
    // No sweep looks at the disk while nothing runs: what is known of folders may be old.
    await Promise.all([this.sources.catalog.look(), this.prepare()]);
    if (!isWanted() || this.lifetime.ended || isActive(this.state)) return;
    const { prepared, fault } = this;
    if (fault !== undefined) throw new UserError(`"${this.name}" cannot be started. ${fault.why}`);
    if (prepared === undefined) return;
    this.mustBeAllowed(prepared);
    this.startsWith(prepared);
    await this.begin(prepared);
  }

  async #read(isSuperseded: () => boolean): Promise<void> {
    const prepared = await this.#prepare(this.definition);
    if (this.lifetime.ended) return;
    if (isSuperseded()) return this.#preparing;
    this.#prepared = prepared;
    this.followPrepared();
    await this.heed();
    if (prepared.kind === 'prepared') await this.sources.approvals.adoptProgram(prepared);
    this.announce();
  }
}
