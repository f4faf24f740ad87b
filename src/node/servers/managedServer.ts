import path from 'node:path';
import type { Decision } from '../../core/consent/decision';
import type { NamedStanding } from '../../core/consent/consentForm';
import { consentState, type FolderStanding } from '../../core/consent/consentState';
import type { DisclosureEvent } from '../../core/consent/disclosure';
import { ServerExposure, type ExposureSources } from '../../core/consent/serverExposure';
import { Emitter } from '../../core/event';
import { UserError } from '../../core/errors';
import { Lifetime, Slot, type Disposable } from '../../core/lifecycle';
import type { Candidate } from '../../core/roots/candidate';
import type { RealPath } from '../../core/roots/realPath';
import { serverId, type ServerDefinition } from '../../core/servers/definition';
import { namedFolders, type NamedFolder } from '../../core/servers/namedFolders';
import { isActive, type ServerState } from '../../core/servers/serverState';
import type { SyncState } from '../../core/session/syncState';
import type { SdkClient } from '../session/sdkClient';
import { notGranted } from './launchServer';
import type { PreparedServer, UnpreparedServer } from './prepareServer';
import { ServerRun, type RunOptions } from './serverRun';

/** What a server needs from around it. */
export interface ServerSurroundings extends ExposureSources {
  readonly prepare: (definition: ServerDefinition) => Promise<PreparedServer | UnpreparedServer>;
  /** Everything of a run that is not this server's own business. */
  readonly runOptions: (
    server: ManagedServer,
    prepared: PreparedServer,
  ) => Omit<RunOptions, 'server' | 'roots' | 'exposure' | 'record'>;
  readonly record: (server: ManagedServer, session: string, what: DisclosureEvent) => void;
}

/** One configured server: its definition, what it may see, and its run, if it runs. */
export class ManagedServer implements Disposable {
  readonly id: string;
  readonly definition: ServerDefinition;
  readonly exposure: ServerExposure;
  readonly #around: ServerSurroundings;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<ServerState>());
  readonly #run = this.#lifetime.add(new Slot<ServerRun>());
  #prepared: PreparedServer | UnpreparedServer | undefined;
  #resting: ServerState = { kind: 'stopped' };
  #latestPreparation: object | undefined;

  /** Fires with the new state when anything that can be said of this server is another. */
  readonly onDidChange = this.#changed.event;

  constructor(definition: ServerDefinition, around: ServerSurroundings) {
    this.id = serverId(definition);
    this.definition = definition;
    this.#around = around;
    this.exposure = this.#lifetime.add(new ServerExposure(around));
    this.#lifetime.add(this.exposure.onDidChange(() => this.#exposureChanged()));
    this.#lifetime.add(around.ledger.onDidChange(() => this.#stopIfNamedIsWithdrawn()));
    this.#lifetime.add(around.switchboard.onDidChange(() => this.#stopIfNamedIsWithdrawn()));
  }

  get name(): string {
    return this.definition.name;
  }

  get state(): ServerState {
    return this.#run.value?.state ?? this.#resting;
  }

  get sync(): SyncState | undefined {
    return this.#run.value?.sync;
  }

  /** The extension's own client of this server, while it runs. */
  get client(): SdkClient | undefined {
    return this.#run.value?.client;
  }

  /** The definition read to the end; undefined until that was done once. */
  get prepared(): PreparedServer | undefined {
    return this.#prepared?.kind === 'prepared' ? this.#prepared : undefined;
  }

  /** Why the definition cannot be used, and where it is wrong. */
  get fault(): UnpreparedServer | undefined {
    return this.#prepared?.kind === 'unprepared' ? this.#prepared : undefined;
  }

  /** Every candidate as it stands with this server, in order. Empty when it hears nothing of roots. */
  get folders(): readonly FolderStanding[] {
    const { prepared } = this;
    if (prepared === undefined || !this.definition.roots.declare) return [];
    const { catalog, ledger } = this.#around;
    return catalog.candidates.map((candidate) => {
      return { candidate, consent: consentState(ledger, prepared.fingerprint, candidate) };
    });
  }

  /** The folders that the definition itself names to the server, and whether each is granted. */
  get named(): readonly NamedStanding[] {
    const { prepared } = this;
    if (prepared === undefined) return [];
    const { launch, texts, cwdRealPath } = prepared;
    const cwd =
      launch.cwd === undefined || cwdRealPath === undefined
        ? undefined
        : { path: launch.cwd, realPath: cwdRealPath };
    return namedFolders(texts, cwd, this.#around.catalog.candidates, path).map((folder) => {
      const duration = folder.realPath && this.#nearest(folder.realPath)?.duration;
      return { ...folder, granted: this.isGranted(folder), duration };
    });
  }

  /** Folders that nobody has decided about for this server. */
  get waiting(): readonly Candidate[] {
    return this.folders.flatMap(({ candidate, consent }) => (consent.kind === 'undecided' ? candidate : []));
  }

  /** May the definition name this folder to the server now? */
  isGranted({ realPath, moved }: NamedFolder): boolean {
    const { sharing, trusted } = this.#around.switchboard.switches;
    if (realPath === undefined || moved || !sharing || !trusted) return false;
    return this.#nearest(realPath)?.verdict === 'allow';
  }

  /**
   * Reads the definition to the end, again when folders or settings have changed. A server that turns out to be
   * another one than the one that runs is stopped.
   */
  async prepare(): Promise<void> {
    const own = (this.#latestPreparation = {});
    const prepared = await this.#around.prepare(this.definition);
    if (own !== this.#latestPreparation || this.#lifetime.ended) return;
    const before = this.prepared?.fingerprint;
    this.#prepared = prepared;
    const fingerprint = this.prepared?.fingerprint;
    const { declare, primary } = this.definition.roots;
    this.exposure.follow(fingerprint === undefined ? undefined : { fingerprint, declare, primary });
    if (before !== undefined && before !== fingerprint) await this.#stopBecause('its definition has changed');
    this.#announce();
  }

  /**
   * Starts the server with what is granted at this moment; asks nobody. Resolves when it runs, waits for its first
   * grant, or has failed (see `state`).
   * @throws {UserError} when it may not be started
   */
  async start(): Promise<void> {
    if (isActive(this.state)) return;
    await Promise.all([this.#around.catalog.look(), this.prepare()]);
    const { prepared, fault } = this;
    if (fault !== undefined) throw new UserError(`"${this.name}" cannot be started. ${fault.why}`);
    if (prepared === undefined || isActive(this.state)) return;
    if (!this.#around.switchboard.switches.trusted) {
      throw new UserError(`"${this.name}" is not started because this workspace is not trusted.`);
    }
    const refused = this.named.find(({ granted }) => !granted);
    if (refused !== undefined) throw new UserError(notGranted(this.name, refused));
    if (this.definition.roots.whenEmpty === 'wait' && this.exposure.current.roots.length === 0) {
      return this.#rest({ kind: 'waiting for a grant' });
    }
    await this.#begin(prepared);
  }

  /** Ends the server and everything it started. */
  async stop(): Promise<void> {
    await this.#run.value?.stop();
    this.#run.value = undefined;
    this.#rest({ kind: 'stopped' });
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #begin(prepared: PreparedServer): Promise<void> {
    const run = new ServerRun({
      ...this.#around.runOptions(this, prepared),
      server: this.name,
      roots: this.definition.roots,
      exposure: this.exposure,
      record: (session, what) => this.#around.record(this, session, what),
    });
    this.#run.value = run;
    this.#lifetime.add(run.onDidChange(() => this.#announce()));
    this.#announce();
    await run.begin();
  }

  #exposureChanged(): void {
    if (this.#resting.kind === 'waiting for a grant' && this.exposure.current.roots.length > 0) {
      this.#resting = { kind: 'stopped' };
      void this.start().catch((error: unknown) => this.#rest({ kind: 'failed', why: String(error) }));
    }
    this.#announce();
  }

  /** A process whose own command line names a folder cannot forget it: it ends with the grant (design rule 2). */
  #stopIfNamedIsWithdrawn(): void {
    const refused = isActive(this.state) ? this.named.find(({ granted }) => !granted) : undefined;
    if (refused === undefined) return this.#announce();
    void this.#stopBecause(
      `its definition names the folder "${refused.name}", which is not granted any more`,
    );
  }

  async #stopBecause(why: string): Promise<void> {
    if (!isActive(this.state)) return;
    await this.stop();
    this.#rest({ kind: 'stopped', why });
  }

  #nearest(folder: RealPath): Decision | undefined {
    const server = this.prepared?.fingerprint;
    return server === undefined ? undefined : this.#around.ledger.nearest({ server, folder });
  }

  #rest(state: ServerState): void {
    this.#resting = state;
    this.#announce();
  }

  #announce(): void {
    this.#changed.fire(this.state);
  }
}
