import type { AskCommand } from '../../core/acp/command';
import type { AuthMethod } from '../../core/acp/authMethod';
import { earlierSessions, type EarlierSession } from '../../core/acp/earlierSessions';
import type { AskPermission } from '../../core/acp/permission';
import type { AgentSwitches } from '../../core/servers/agentSwitches';
import type { Exposure } from '../../core/consent/exposure';
import type { Fingerprint } from '../../core/consent/decision';
import type { DisclosureEvent } from '../../core/record/disclosure';
import { UserError } from '../../core/errors';
import { Emitter } from '../../core/event';
import type { Clock } from '../../core/clock';
import type { Log } from '../../core/log';
import { availablePath } from '../../core/roots/candidate';
import type { PinnedRoot } from '../../core/roots/containment';
import type { RealPath } from '../../core/roots/realPath';
import type { RunFacts } from '../../core/running/runPolicy';
import type { ServerDefinition } from '../../core/servers/definition';
import { displayText } from '../../core/text';
import type { Grace, Watch } from '../process/serverProcess';
import { DefinedGrantee, type Prepare } from '../servers/definedGrantee';
import type { ConsentSources, Grantee } from '../servers/grantee';
import type { PlannedProcess, StartedProcess } from '../servers/launchServer';
import type { PreparedServer } from '../servers/prepareServer';
import type { PrimaryFiles } from '../stores/primaryFiles';
import type { SessionFiles } from '../stores/sessionFiles';
import type { AgentTimeouts } from './agentConnection';
import type { AgentUpdate } from './agentQuestions';
import { AgentRun } from './agentRun';
import type { CommandDeps } from './agentSession';
import type { AgentAuthentication } from './agentAuthentication';
import type { AgentSessions, SessionsDeps } from './agentSessions';
import type { OpenTexts } from './openTexts';
import type { SessionServers } from './sessionServers';
import type { ShowProgram } from './shownProgram';

/** How the process of an agent is started, and for how long it is waited. */
interface AgentStart {
  readonly clock: Clock;
  readonly grace: Grace;
  readonly timeouts: AgentTimeouts;
  readonly log: Log;
  /** What its launch says of the folders that are exposed; another text, another process. */
  readonly placed: (exposure: Exposure) => string;
  readonly guard: Watch;
  /** The whole environment of a program that is run for it. */
  readonly environment: CommandDeps['environment'];
  /** @throws {UserError} when it may not or cannot be started */
  readonly launch: (exposure: Exposure) => Promise<StartedProcess>;
  /** The same, only planned. @throws {UserError} likewise */
  readonly plan: (exposure: Exposure) => Promise<PlannedProcess>;
}

/** What an agent needs from around it. */
export interface AgentDeps extends ConsentSources {
  /** Of the extension, as it says it to the agent. */
  readonly version: string;
  readonly prepare: Prepare;
  readonly agentStart: (agent: Grantee, prepared: PreparedServer) => AgentStart;
  readonly known: SessionsDeps['known'] & Pick<SessionFiles, 'forget'>;
  readonly primaries: Pick<PrimaryFiles, 'find' | 'choose'>;
  /** Makes ready the servers that a session of it is given. @param before what it was given until now */
  readonly handOver: (agent: DefinedGrantee, before?: SessionServers) => Promise<SessionServers>;
  readonly openTexts: OpenTexts;
  readonly askPermission: AskPermission;
  /** Whether the agent's own program can be shown to the user in a terminal, to sign in by it. */
  readonly hasTerminal: boolean;
  /** Left out where nobody can be asked: no program is run for an agent then. */
  readonly askCommand?: AskCommand;
  /** Left out where nobody looks on. */
  readonly showProgram?: ShowProgram;
  /** @param by the fingerprint of what runs, also after the definition has become another */
  readonly record: (agent: Grantee, by: Fingerprint, run: string, what: DisclosureEvent) => void;
}

/**
 * One configured agent: consented to as a server is, by the same approval, the same grants and the same record; started
 * by hand only. What its sessions are told, and which files they have, follows from what is exposed to it.
 */
export class ManagedAgent extends DefinedGrantee<AgentRun> {
  readonly #around: AgentDeps;
  readonly #updated = this.lifetime.add(new Emitter<AgentUpdate>());
  /** What the launch of its process said of folders. */
  #placed: string | undefined;

  /** Fires with what it tells of its sessions, in order. */
  readonly onDidUpdate = this.#updated.event;

  constructor(definition: ServerDefinition, around: AgentDeps) {
    super(definition, around, around.prepare);
    this.#around = around;
    this.lifetime.add(this.exposure.onDidChange(() => this.#follow()));
  }

  /** Its sessions. @throws {UserError} while it does not run */
  get sessions(): AgentSessions {
    const sessions = this.run.value?.sessions;
    if (sessions === undefined) throw new UserError(`"${this.name}" does not run. Start it first.`);
    return sessions;
  }

  /** Whether it runs and can have sessions. */
  get isReady(): boolean {
    return this.run.value?.sessions !== undefined;
  }

  /** Who the user is to it. @throws {UserError} while it does not run */
  get authentication(): AgentAuthentication {
    const authentication = this.run.value?.authentication;
    if (authentication === undefined) throw new UserError(`"${this.name}" does not run. Start it first.`);
    return authentication;
  }

  /** The folders that its sessions may be told of now, in order. */
  get exposed(): readonly RealPath[] {
    return this.exposure.current.roots.map(({ folder }) => folder);
  }

  /** The folders of this workspace that are there, allowed or not. */
  get knownFolders(): readonly RealPath[] {
    return this.candidates.flatMap((candidate) => availablePath(candidate) ?? []);
  }

  /** Its sessions in this workspace that are known and not open, the one that was told something last first. */
  get earlier(): readonly EarlierSession[] {
    const { fingerprint, exposed, knownFolders } = this;
    if (fingerprint === undefined) return [];
    const open = new Set(this.run.value?.sessions?.all.map(({ id }) => id));
    return earlierSessions(this.#around.known.of(fingerprint), [], { open, exposed, known: knownFolders });
  }

  /**
   * Knows nothing of a session any more, also while it does not run; the agent itself may.
   * @throws {UserError} when it is open, there is no record of it, or that could not be removed
   */
  async forget(sessionId: string): Promise<void> {
    const { known } = this.#around;
    const record = this.fingerprint && known.find(this.fingerprint, sessionId);
    if (this.run.value?.sessions?.byId(sessionId) !== undefined)
      throw new UserError('The session is open. Close it first.');
    if (record === undefined)
      throw new UserError(`There is no record of the session "${displayText(sessionId, 80)}".`);
    await known.forget(record);
    this.announce();
  }

  /** The folder that the user chose to go first in its sessions; undefined where none was, or that is not exposed now. */
  get primary(): RealPath | undefined {
    const { fingerprint } = this;
    const chosen = fingerprint && this.#around.primaries.find(fingerprint);
    return chosen !== undefined && this.exposed.includes(chosen) ? chosen : undefined;
  }

  /** Has its sessions from now on begin with this folder. @throws {UserError} when that could not be kept */
  async choosePrimary(folder: RealPath): Promise<void> {
    const { fingerprint } = this;
    if (fingerprint === undefined) return;
    await this.#around.primaries.choose(fingerprint, folder);
    this.announce();
  }

  /**
   * How its own program is run for its user to sign in: the approved launch, and what a method adds to it (ACP,
   * terminal authentication). It works in a folder only where the definition says so.
   * @throws {UserError} when it may not or cannot be started
   */
  async signInProgram({ args, env }: AuthMethod & { readonly kind: 'terminal' }): Promise<PlannedProcess> {
    const { prepared } = this;
    if (prepared === undefined) throw new UserError(`The definition of "${this.name}" cannot be used.`);
    // Only of one that runs, of which the record has what its launch says of folders.
    if (!this.isReady) throw new UserError(`"${this.name}" does not run. Start it first.`);
    this.mustBeAllowed(prepared);
    const planned = await this.#around.agentStart(this, prepared).plan(this.exposure.current);
    return { ...planned, args: [...planned.args, ...args], env: { ...planned.env, ...env } };
  }

  protected async begin(prepared: PreparedServer): Promise<void> {
    const {
      catalog,
      version,
      known,
      handOver,
      primaries,
      openTexts,
      askPermission,
      askCommand,
      showProgram,
      record,
    } = this.#around;
    const { fingerprint } = prepared;
    const { placed, launch, plan: _, guard, environment, ...start } = this.#around.agentStart(this, prepared);
    const run = new AgentRun({
      ...start,
      version,
      known,
      askPermission,
      fingerprint,
      agent: this.name,
      switches: switchesOf(this.definition),
      texts: openTexts,
      commands: askCommand && { ask: askCommand, show: showProgram, guard, environment },
      exposure: () => this.exposure.current,
      exposed: () => this.exposed,
      primary: () => primaries.find(fingerprint),
      hasTerminal: this.#around.hasTerminal,
      pin: (folder) => this.#pin(folder),
      look: () => catalog.look(),
      handOver: (before) => handOver(this, before),
      launch: async (exposure) => {
        this.#placed = placed(exposure);
        return launch(exposure);
      },
      record: (session, what) => record(this, fingerprint, session, what),
    });
    this.run.value = run;
    this.#placed = undefined;
    this.lifetime.add(run.onDidChange(() => this.announce()));
    this.lifetime.add(run.onDidUpdate((update) => this.#updated.fire(update)));
    this.announce();
    await run.begin();
  }

  /** The directory that was consented to: what the catalog has seen, not what lies there when a session begins. */
  #pin(folder: RealPath): PinnedRoot | undefined {
    const stat = this.candidates
      .map(({ availability }) => availability)
      .find((each) => each.kind === 'available' && each.realPath === folder);
    if (stat?.kind !== 'available') return undefined;
    return { realPath: stat.realPath, identity: stat.identity };
  }

  /** A process cannot forget what its launch has told it (rule 7). Sessions go on with what is left. */
  #follow(): void {
    this.run.value?.refresh();
    void this.heed();
  }

  protected override get facts(): RunFacts {
    const { prepared } = this;
    if (prepared === undefined || this.#placed === undefined) return super.facts;
    const now = this.#around.agentStart(this, prepared).placed(this.exposure.current);
    return { ...super.facts, ...(now !== this.#placed && { launch: 'another' }) };
  }
}

function switchesOf({ agent }: ServerDefinition): AgentSwitches {
  return agent ?? { readsFiles: false, writesFiles: false, missingIsEmpty: false };
}
