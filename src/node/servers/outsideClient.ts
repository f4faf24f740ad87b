import { randomUUID } from 'node:crypto';
import type { Fingerprint } from '../../core/consent/decision';
import type { BoundsSource } from '../../core/consent/bounds';
import type { FolderStanding } from '../../core/consent/consentState';
import type { Who } from '../../core/record/disclosure';
import type { NamedFolder } from '../../core/roots/namedFolder';
import type { RunFacts } from '../../core/running/runPolicy';
import type { ServerState } from '../../core/servers/serverState';
import { Refused, whyOf, type OutsideReason, type Why } from '../../core/session/outsideText';
import type { SyncState } from '../../core/session/syncState';
import { Grantee } from './grantee';
import type { ServerDeps } from './serverDeps';
import type { ManagedServer } from './managedServer';
import type { PreparedServer, UnpreparedServer } from './prepareServer';
import type { RunClient } from './runClient';
import { runFor } from './runFor';
import { ServerRun } from './serverRun';

/** Another client, as this side knows it: by the key that it has proven, never by what it calls itself. */
export interface ClientIdentity {
  readonly id: string;
  /** As the user named it. */
  readonly name: string;
  /** Present if the client is a session of an agent of this window. */
  readonly session?: ClientSession;
}

/**
 * A session of an agent. As a client it has no grants of its own: it has those of the server itself, limited to the
 * session's own folders.
 */
export interface ClientSession {
  /** The session's own folders. */
  readonly bounds: BoundsSource;
  /** May a definition name this folder to a server, as far as the session goes? */
  mayName(folder: NamedFolder): boolean;
  /** Is the agent still given the server that has this fingerprint? When that changes, `bounds` fires. */
  isGiven(server: Fingerprint): boolean;
}

/** A connection of another client that asks for one session. */
export interface OutsideConnection<P> {
  readonly client: RunClient<P>;
  /** Resolves when the client is gone. */
  readonly closed: Promise<void>;
  /** Ends the connection; the client gets the sentence for this reason as the error of its `initialize`. */
  refuse(why: OutsideReason): void;
}

type Session = Pick<ServerRun<never, never>, 'state' | 'sync' | 'stop'>;

/**
 * One server as one outside client uses it: with grants of its own, of which a new client has none, and with a process
 * for each of its sessions. Nothing that the client does asks the user anything (rule 2). For the session of an
 * agent nothing is decided here.
 */
export class OutsideClient extends Grantee {
  readonly client: ClientIdentity;
  readonly server: ManagedServer;
  readonly #around: ServerDeps;
  readonly #sessions = new Set<Session>();
  #refusal: string | undefined;
  #last: ServerState = { kind: 'stopped' };
  #followed: PreparedServer | undefined;
  #isRetired = false;

  constructor(client: ClientIdentity, server: ManagedServer, around: ServerDeps) {
    super(server.definition, around, client.session?.bounds);
    this.client = client;
    this.server = server;
    this.#around = around;
    this.#follow();
    this.lifetime.add(server.onDidChange(() => this.#follow()));
  }

  /** Unique among all grantees of this window. */
  get id(): string {
    return `${this.client.id} ${this.serverId}`;
  }

  get name(): string {
    return `${this.server.name} for ${this.client.name}`;
  }

  /** Empty for the session of an agent: what it sees is decided at the server, and at the agent. */
  override get folders(): readonly FolderStanding[] {
    return this.client.session === undefined ? super.folders : [];
  }

  override isGranted(named: NamedFolder): boolean {
    return super.isGranted(named) && this.client.session?.mayName(named) !== false;
  }

  get who(): Who {
    return { client: this.client.name };
  }

  get prepared(): PreparedServer | undefined {
    return this.server.prepared;
  }

  get fault(): UnpreparedServer | undefined {
    return this.server.fault;
  }

  /** The state of its newest session, or how its last one ended. */
  get state(): ServerState {
    return this.#newest?.state ?? this.#last;
  }

  get sync(): SyncState | undefined {
    return this.#newest?.sync;
  }

  /** True while any of its sessions is left: the newest may end before the others. */
  override get isActive(): boolean {
    return this.#sessions.size > 0;
  }

  /** How many sessions it has at this moment. */
  get sessionCount(): number {
    return this.#sessions.size;
  }

  /** Why its last request for a session was refused; undefined once one is accepted. */
  get refusal(): string | undefined {
    return this.#refusal;
  }

  /**
   * Gives the client a session with what is granted to it at this moment, or refuses it. Resolves when that
   * session is over; never rejects.
   */
  async connect<P>(connection: OutsideConnection<P>): Promise<void> {
    try {
      // No sweep looks at the disk while nothing runs: what is known of folders may be old.
      await Promise.all([this.#around.catalog.look(), this.server.prepare()]);
      await this.#begin(this.#mayBegin(), connection);
    } catch (error) {
      this.#refuse(whyOf(error), connection);
    }
  }

  /** Ends all its sessions. */
  async stop(): Promise<void> {
    await this.#stopAll();
  }

  /** Ends all its sessions. @param why for the user */
  async stopBecause(why: string): Promise<void> {
    await this.#stopAll(why);
  }

  /** Ends all its sessions for good; a session that is still being started does not begin any more. */
  async retire(): Promise<void> {
    this.#isRetired = true;
    await this.heed({ client: 'removed' });
  }

  override dispose(): void {
    super.dispose();
    void this.#stopAll();
  }

  protected granteeOf(server: Fingerprint): Fingerprint {
    return this.client.session === undefined ? this.#around.granteeOf(this.client.id, server) : server;
  }

  /** Tells the client only what kind of reason it is; the reason itself is for the user. */
  #refuse({ outside, inside }: Why, connection: Pick<OutsideConnection<never>, 'refuse'>): void {
    this.#refusal = inside;
    connection.refuse(outside);
    this.#around.say(this, `no session for ${this.client.name}: ${inside}`);
    const { prepared } = this;
    if (prepared !== undefined)
      this.#around.record(this, prepared.fingerprint, randomUUID(), { event: 'failed', why: inside });
    this.announce();
  }

  /** @throws {Refused} when no session can be had now */
  #mayBegin(): PreparedServer {
    const { prepared, fault } = this;
    if (this.#isRetired || this.lifetime.ended)
      throw new Refused('not open any more', `"${this.name}" is gone.`);
    if (fault !== undefined)
      throw new Refused('failed', `"${this.server.name}" cannot be started. ${fault.why}`);
    if (prepared === undefined)
      throw new Refused('not ready', `"${this.server.name}" is not ready yet. Try again.`);
    if (!this.#isGiven(prepared)) {
      throw new Refused(
        'not open any more',
        `"${this.server.name}" is not given to this agent any more, or its definition has changed. Choose it with "MCP Roots: Servers for Agent…".`,
      );
    }
    this.mustBeAllowed(prepared);
    if (this.definition.roots.whenEmpty === 'wait' && !this.hasSomething) {
      throw new Refused(
        'no folder yet',
        `"${this.name}" waits for its first folder: allow one in the MCP Roots view.`,
      );
    }
    return prepared;
  }

  async #begin<P>(prepared: PreparedServer, { client, closed }: OutsideConnection<P>): Promise<void> {
    const session = new ServerRun<P, RunClient<P>>({
      ...runFor(this, prepared, this.#around),
      server: this.server.name,
      reader: 'another client',
      client: () => Promise.resolve(client),
    });
    this.#refusal = undefined;
    this.startsWith(prepared);
    this.#sessions.add(session);
    const listening = session.onDidChange(() => this.announce());
    void closed.then(() => session.stop());
    await session.begin();
    await session.ended;
    listening.dispose();
    this.#sessions.delete(session);
    this.#last = session.state;
    this.announce();
  }

  #isGiven({ fingerprint }: PreparedServer): boolean {
    return this.client.session?.isGiven(fingerprint) !== false;
  }

  protected override get facts(): RunFacts {
    const { prepared } = this;
    const isGiven = prepared === undefined || this.#isGiven(prepared);
    return { ...super.facts, ...(!isGiven && { client: 'not given it' }) };
  }

  async #stopAll(why?: string): Promise<void> {
    await Promise.all([...this.#sessions].map((session) => session.stop(why)));
  }

  #follow(): void {
    const { prepared } = this;
    if (prepared !== this.#followed) {
      const before = this.#followed;
      this.#followed = prepared;
      if (before?.fingerprint !== prepared?.fingerprint) this.followPrepared();
      void this.heed();
    }
    this.announce();
  }

  get #newest(): Session | undefined {
    return [...this.#sessions].at(-1);
  }
}
