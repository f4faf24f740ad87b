import type { Fingerprint } from '../../core/consent/decision';
import type { DisclosureEvent } from '../../core/consent/disclosure';
import { listedRoots } from '../../core/consent/exposure';
import { messageOf, UserError } from '../../core/errors';
import type { DeclaredFeatures, ServerRequests } from '../../core/features/serverRequests';
import { Slot } from '../../core/lifecycle';
import type { ServerDefinition } from '../../core/servers/definition';
import { placesRoots } from '../../core/servers/placeholders';
import { isActive, type ServerState } from '../../core/servers/serverState';
import type { SyncState } from '../../core/session/syncState';
import type { SdkClient } from '../session/sdkClient';
import { DefinedGrantee, type Prepare } from './definedGrantee';
import type { ConsentSources, Grantee } from './grantee';
import type { PreparedServer } from './prepareServer';
import { ownClient, type OwnClient } from './runClient';
import { ServerRun, type RunSurroundings } from './serverRun';

/** What a server needs from around it. */
export interface ServerSurroundings extends ConsentSources {
  /** Under what the grants of a server are kept for an outside client. */
  readonly granteeOf: (clientId: string, server: Fingerprint) => Fingerprint;
  /** Of the extension, as its own client says it. */
  readonly version: string;
  readonly prepare: Prepare;
  readonly runOptions: (grantee: Grantee, prepared: PreparedServer) => RunSurroundings;
  /** @param by the fingerprint of what runs, also after the definition has become another */
  readonly record: (grantee: Grantee, by: Fingerprint, session: string, what: DisclosureEvent) => void;
  /** What a server may ask of the extension's own client in a session that begins now. */
  readonly requestsOf: (
    grantee: Grantee,
    by: Fingerprint,
    record: (what: DisclosureEvent) => void,
  ) => ServerRequests;
}

/** One configured server: its definition, what it may see, and its run for this window's own client, if it runs. */
export class ManagedServer extends DefinedGrantee {
  readonly #around: ServerSurroundings;
  readonly #run = this.lifetime.add(new Slot<ServerRun<object, OwnClient>>());
  #resting: ServerState = { kind: 'stopped' };
  #declared: DeclaredFeatures | undefined;
  /** Names the start that is under way; a stop takes it away. */
  #starting: object | undefined;
  #started: Promise<void> = Promise.resolve();

  constructor(definition: ServerDefinition, around: ServerSurroundings) {
    super(definition, around, around.prepare);
    this.#around = around;
    this.lifetime.add(this.exposure.onDidChange(() => this.#followExposure()));
  }

  get state(): ServerState {
    return this.#run.value?.state ?? this.#resting;
  }

  get sync(): SyncState | undefined {
    return this.#run.value?.sync;
  }

  /** The extension's own client of this server, while it runs. */
  get client(): SdkClient | undefined {
    return this.#run.value?.client?.sdk;
  }

  /** What was declared to what runs of what it may ask; undefined while nothing runs. */
  get declared(): DeclaredFeatures | undefined {
    return isActive(this.state) ? this.#declared : undefined;
  }

  /**
   * Starts the server with what is granted at this moment; asks nobody. Resolves when it runs, waits for its first
   * grant, or has failed (see `state`), or when it was stopped meanwhile.
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

  /** Ends the server and everything it started. */
  async stop(): Promise<void> {
    this.#starting = undefined;
    const run = this.#run.value;
    await run?.stop();
    if (run === this.#run.value) this.#run.value = undefined;
    if (this.#run.value === undefined) this.#rest({ kind: 'stopped' });
  }

  /** Ends what runs, if anything does, and says why. */
  async stopBecause(why: string): Promise<void> {
    if (!isActive(this.state)) return;
    await this.stop();
    this.#rest({ kind: 'stopped', why });
  }

  async #start(isWanted: () => boolean): Promise<void> {
    if (isActive(this.state)) return;
    // No sweep looks at the disk while nothing runs: what is known of folders may be old.
    await Promise.all([this.#around.catalog.look(), this.prepare()]);
    if (!isWanted() || this.lifetime.ended || isActive(this.state)) return;
    const { prepared, fault } = this;
    if (fault !== undefined) throw new UserError(`"${this.name}" cannot be started. ${fault.why}`);
    if (prepared === undefined) return;
    this.mustBeAllowed(prepared);
    if (this.definition.roots.whenEmpty === 'wait' && !this.#hasSomething) {
      return this.#rest({ kind: 'waiting for a grant' });
    }
    await this.#begin(prepared);
  }

  async #begin(prepared: PreparedServer): Promise<void> {
    const options = this.#around.runOptions(this, prepared);
    const { fingerprint } = prepared;
    const record = (session: string, what: DisclosureEvent) =>
      this.#around.record(this, fingerprint, session, what);
    const requests = this.#around.requestsOf(this, fingerprint, (what) => record(run.session, what));
    const run: ServerRun<object, OwnClient> = new ServerRun({
      ...options,
      launch: async (exposure, codec) => {
        this.mustBeApproved(prepared);
        return options.launch(exposure, codec);
      },
      // Who starts a server by hand ends it by hand.
      idleAfter: 0,
      server: this.name,
      client: () => ownClient(this.#around.version, options.timeouts, requests),
      roots: this.definition.roots,
      exposure: this.exposure,
      tools: this.tools,
      calls: this.calls,
      record,
    });
    this.#run.value = run;
    this.#declared = requests.declares;
    this.lifetime.add(run.onDidChange(() => this.announce()));
    this.announce();
    await run.begin();
  }

  #followExposure(): void {
    if (this.#hasSomething) this.#startIfItWaited();
    else if (this.#run.value !== undefined && this.#waitsWithoutFolders) void this.#waitAgain();
  }

  /** Is anything allowed to it that it can be told of: by its launch, folders only? */
  get #hasSomething(): boolean {
    const { current } = this.exposure;
    return (placesRoots(this.definition.transport) ? current.roots : listedRoots(current)).length > 0;
  }

  /** Who is told of folders by its launch waits for one, also when the last of them is gone. */
  get #waitsWithoutFolders(): boolean {
    return this.definition.roots.whenEmpty === 'wait' && placesRoots(this.definition.transport);
  }

  async #waitAgain(): Promise<void> {
    await this.stopBecause('the last folder that it may see is gone');
    if (this.state.kind !== 'stopped' || this.lifetime.ended) return;
    this.#rest({ kind: 'waiting for a grant' });
    if (this.#hasSomething) this.#startIfItWaited();
  }

  #startIfItWaited(): void {
    if (this.#resting.kind !== 'waiting for a grant') return;
    this.#resting = { kind: 'stopped' };
    void this.start().catch((error: unknown) => this.#rest({ kind: 'failed', why: messageOf(error) }));
  }

  #rest(state: ServerState): void {
    this.#resting = state;
    this.announce();
  }
}
