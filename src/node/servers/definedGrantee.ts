import type { Fingerprint } from '../../core/consent/decision';
import type { Who } from '../../core/record/disclosure';
import { UserError } from '../../core/errors';
import { Slot, type Disposable } from '../../core/lifecycle';
import { serverId, type ServerDefinition } from '../../core/servers/definition';
import { isActive, type ServerState } from '../../core/servers/serverState';
import { Grantee, type ConsentSources } from './grantee';
import type { PreparedServer, UnpreparedServer } from './prepareServer';

/** Reads a definition to the end: puts in variables, finds the program and takes the fingerprint. Starts nothing. */
export type Prepare = (definition: ServerDefinition) => Promise<PreparedServer | UnpreparedServer>;

/** With which reading of the definition a start goes on: a new one, or the one that the user was just asked about. */
export type Reading = 'new' | 'latest';

/** What was started for this window, from its start to its end. */
interface Run extends Disposable {
  readonly state: ServerState;
  stop(): Promise<void>;
}

/**
 * A server or agent of the settings, as a grantee of this window itself. Its definition is read to the end whenever it
 * may have changed; it is started and stopped on request.
 */
export abstract class DefinedGrantee<R extends Run = Run> extends Grantee {
  readonly id: string;
  protected readonly run = this.lifetime.add(new Slot<R>());
  /** Its state while nothing runs. */
  protected resting: ServerState = { kind: 'stopped' };
  readonly #prepare: Prepare;
  #prepared: PreparedServer | UnpreparedServer | undefined;
  #preparing: Promise<void> | undefined;
  /** Identifies the start that is under way; undefined when there is none, or when a stop cancelled it. */
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
   * Starts it with the folders that are granted now, without asking the user. Resolves when it runs, waits for its
   * first grant, has failed (see `state`), or was stopped meanwhile.
   * @param reading 'latest' only right after `prepare` and the questions to the user that it led to
   * @throws {UserError} when it may not be started
   */
  start(reading: Reading = 'new'): Promise<void> {
    if (this.#starting !== undefined) return this.#started;
    const own = (this.#starting = {});
    this.#started = this.#start(reading, () => own === this.#starting).finally(() => {
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
   * Reads the definition to the end; to be called again when folders or settings have changed. Stops what runs if it
   * was started from a different definition or with different answers. Resolves when the latest reading has taken
   * effect.
   */
  prepare(): Promise<void> {
    const preparing: Promise<void> = this.#read(() => preparing !== this.#preparing);
    this.#preparing = preparing;
    return preparing;
  }

  protected granteeOf(server: Fingerprint): Fingerprint {
    return server;
  }

  /** Stops it, because a wider scope defines one of the same name. */
  async shadow(): Promise<void> {
    await this.heed({ definition: 'shadowed' });
  }

  /** Starts a run. Everything that has to allow the start was checked before. */
  protected abstract begin(prepared: PreparedServer): Promise<void>;

  /** Sets the state from now on, while nothing runs. */
  protected rest(state: ServerState): void {
    this.resting = state;
    this.announce();
  }

  async #start(reading: Reading, isWanted: () => boolean): Promise<void> {
    if (isActive(this.state)) return;
    // No sweep looks at the disk while nothing runs: what is known of folders may be old.
    await Promise.all([this.sources.catalog.look(), reading === 'new' ? this.prepare() : this.#preparing]);
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
