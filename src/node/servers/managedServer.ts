import path from 'node:path';
import { isApproved, type Approvals, type ApprovalStanding } from '../../core/approval/approvals';
import type { Decision, Fingerprint } from '../../core/consent/decision';
import type { NamedStanding } from '../../core/consent/consentForm';
import { consentState, type FolderStanding } from '../../core/consent/consentState';
import type { DisclosureEvent } from '../../core/consent/disclosure';
import { ServerExposure, type ExposureSources } from '../../core/consent/serverExposure';
import { Emitter } from '../../core/event';
import { messageOf, UserError } from '../../core/errors';
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
  readonly approvals: Pick<Approvals, 'standingOf' | 'onDidChange'>;
  readonly prepare: (definition: ServerDefinition) => Promise<PreparedServer | UnpreparedServer>;
  /** Everything of a run that is not this server's own business. */
  readonly runOptions: (
    server: ManagedServer,
    prepared: PreparedServer,
  ) => Omit<RunOptions, 'server' | 'roots' | 'exposure' | 'record'>;
  /** @param by the fingerprint of what runs, also after the definition has become another */
  readonly record: (server: ManagedServer, by: Fingerprint, session: string, what: DisclosureEvent) => void;
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
  #preparing: Promise<void> | undefined;
  /** Names the start that is under way; a stop takes it away. */
  #starting: object | undefined;
  #started: Promise<void> = Promise.resolve();

  /** Fires with the new state when anything that can be said of this server is another. */
  readonly onDidChange = this.#changed.event;

  constructor(definition: ServerDefinition, around: ServerSurroundings) {
    this.id = serverId(definition);
    this.definition = definition;
    this.#around = around;
    this.exposure = this.#lifetime.add(new ServerExposure(around));
    this.#lifetime.add(this.exposure.onDidChange(() => this.#exposureChanged()));
    const decidedOtherwise = () => {
      this.#stopIfNotAllowed('not granted any more');
      this.#announce();
    };
    this.#lifetime.add(around.ledger.onDidChange(decidedOtherwise));
    this.#lifetime.add(around.switchboard.onDidChange(decidedOtherwise));
    this.#lifetime.add(around.approvals.onDidChange(decidedOtherwise));
    this.#lifetime.add(around.catalog.onDidChange(() => this.#stopIfNotAllowed('not granted')));
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

  /** Whether the user approved the definition as it was read last; undefined while it cannot be used. */
  get approval(): ApprovalStanding | undefined {
    return this.prepared && this.#around.approvals.standingOf(this.prepared);
  }

  /** Was this folder granted to what was approved before the definition changed? Such a grant is not in force. */
  wasAllowed(folder: RealPath): boolean {
    const { approval } = this;
    if (approval?.kind !== 'approved' || approval.replaces === undefined) return false;
    return this.#around.ledger.nearest({ server: approval.replaces, folder })?.verdict === 'allow';
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
   * another one than the one that runs is stopped. Resolves when what was read last has had its effect.
   */
  prepare(): Promise<void> {
    const preparing: Promise<void> = this.#read(() => preparing !== this.#preparing);
    this.#preparing = preparing;
    return preparing;
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

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #read(isSuperseded: () => boolean): Promise<void> {
    const prepared = await this.#around.prepare(this.definition);
    if (this.#lifetime.ended) return;
    if (isSuperseded()) return this.#preparing;
    const before = this.prepared?.fingerprint;
    this.#prepared = prepared;
    const fingerprint = this.prepared?.fingerprint;
    const { declare, primary } = this.definition.roots;
    this.exposure.follow(fingerprint === undefined ? undefined : { fingerprint, declare, primary });
    if (before !== undefined && before !== fingerprint) await this.#stopBecause('its definition has changed');
    this.#announce();
  }

  async #start(isWanted: () => boolean): Promise<void> {
    if (isActive(this.state)) return;
    // No sweep looks at the disk while nothing runs: what is known of folders may be old.
    await Promise.all([this.#around.catalog.look(), this.prepare()]);
    if (!isWanted() || this.#lifetime.ended || isActive(this.state)) return;
    const { prepared, fault } = this;
    if (fault !== undefined) throw new UserError(`"${this.name}" cannot be started. ${fault.why}`);
    if (prepared === undefined) return;
    if (!this.#around.switchboard.switches.trusted) {
      throw new UserError(`"${this.name}" is not started because this workspace is not trusted.`);
    }
    this.#mustBeApproved(prepared);
    const refused = this.named.find(({ granted }) => !granted);
    if (refused !== undefined) throw new UserError(notGranted(this.name, refused));
    if (this.definition.roots.whenEmpty === 'wait' && this.exposure.current.roots.length === 0) {
      return this.#rest({ kind: 'waiting for a grant' });
    }
    await this.#begin(prepared);
  }

  async #begin(prepared: PreparedServer): Promise<void> {
    const options = this.#around.runOptions(this, prepared);
    const run = new ServerRun({
      ...options,
      launch: async (exposure) => {
        this.#mustBeApproved(prepared);
        return options.launch(exposure);
      },
      server: this.name,
      roots: this.definition.roots,
      exposure: this.exposure,
      record: (session, what) => this.#around.record(this, prepared.fingerprint, session, what),
    });
    this.#run.value = run;
    this.#lifetime.add(run.onDidChange(() => this.#announce()));
    this.#announce();
    await run.begin();
  }

  /** @throws {UserError} when the user did not approve exactly this */
  #mustBeApproved(prepared: PreparedServer): void {
    const standing = this.#around.approvals.standingOf(prepared);
    if (isApproved(standing)) return;
    const why = standing.kind === 'changed' ? 'has changed since it was approved' : 'was not approved yet';
    throw new UserError(
      `"${this.name}" is not started: its definition ${why}. Start it by hand to look at the definition and to approve it.`,
    );
  }

  #exposureChanged(): void {
    if (this.#resting.kind === 'waiting for a grant' && this.exposure.current.roots.length > 0) {
      this.#resting = { kind: 'stopped' };
      void this.start().catch((error: unknown) => this.#rest({ kind: 'failed', why: messageOf(error) }));
    }
    this.#announce();
  }

  /**
   * Nothing runs in a workspace that is not trusted, or without approval; and a process whose own command line names a folder cannot
   * forget it: it ends with the grant (design rules 1 and 2). A folder that is only missing for now changes nothing.
   */
  #stopIfNotAllowed(notGranted: string): void {
    if (!isActive(this.state)) return;
    if (!this.#around.switchboard.switches.trusted) {
      return void this.#stopBecause('this workspace is not trusted');
    }
    if (this.approval !== undefined && !isApproved(this.approval)) {
      return void this.#stopBecause('its definition is not approved');
    }
    const refused = this.named.find(({ granted, realPath }) => !granted && realPath !== undefined);
    if (refused === undefined) return;
    const how = refused.moved ? 'in whose place another was put' : `which is ${notGranted}`;
    void this.#stopBecause(`its definition names the folder "${refused.name}", ${how}`);
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
