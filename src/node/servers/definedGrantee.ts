import { serverId, type ServerDefinition } from '../../core/servers/definition';
import type { Fingerprint } from '../../core/consent/decision';
import type { Who } from '../../core/consent/disclosure';
import { Grantee, type ConsentSources } from './grantee';
import { whyAnother, type PreparedServer, type UnpreparedServer } from './prepareServer';

/** How a definition is read to the end. */
export type Prepare = (definition: ServerDefinition) => Promise<PreparedServer | UnpreparedServer>;

/** Whom the window itself grants folders to: what stands in the settings, read to the end as often as that may change. */
export abstract class DefinedGrantee extends Grantee {
  readonly id: string;
  readonly #prepare: Prepare;
  #prepared: PreparedServer | UnpreparedServer | undefined;
  #preparing: Promise<void> | undefined;

  protected constructor(definition: ServerDefinition, sources: ConsentSources, prepare: Prepare) {
    super(definition, sources);
    this.id = serverId(definition);
    this.#prepare = prepare;
  }

  /**
   * Starts it with what is granted at this moment; asks nobody.
   * @throws {UserError} when it may not be started
   */
  abstract start(): Promise<void>;

  /** Ends it and everything it started. */
  abstract stop(): Promise<void>;

  /** Ends what runs, if anything does, and says why. */
  abstract override stopBecause(why: string): Promise<void>;

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

  async #read(isSuperseded: () => boolean): Promise<void> {
    const prepared = await this.#prepare(this.definition);
    if (this.lifetime.ended) return;
    if (isSuperseded()) return this.#preparing;
    const before = this.prepared;
    this.#prepared = prepared;
    this.followPrepared();
    const why = whyAnother(before, this.prepared);
    if (why !== undefined) await this.stopBecause(why);
    this.announce();
  }
}
