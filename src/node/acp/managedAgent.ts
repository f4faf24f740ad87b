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

/** How the process of an agent is started, and how long to wait for it. */
interface AgentStart {
  readonly clock: Clock;
  readonly grace: Grace;
  readonly timeouts: AgentTimeouts;
  readonly log: Log;
  /** What its launch says of the exposed folders; if this text changes, the process has to be replaced. */
  readonly placed: (exposure: Exposure) => string;
  readonly guard: Watch;
  /** The whole environment of a program that is run for the agent. */
  readonly environment: CommandDeps['environment'];
  /** @throws {UserError} when it may not or cannot be started */
  readonly launch: (exposure: Exposure) => Promise<StartedProcess>;
  /** How it would be started. @throws {UserError} when it may not or cannot be started */
  readonly plan: (exposure: Exposure) => Promise<PlannedProcess>;
}

export interface AgentDeps extends ConsentSources {
  /** The version of the extension, as the agent is told. */
  readonly version: string;
  readonly prepare: Prepare;
  readonly agentStart: (agent: Grantee, prepared: PreparedServer) => AgentStart;
  readonly known: SessionsDeps['known'] & Pick<SessionFiles, 'forget'>;
  readonly primaries: Pick<PrimaryFiles, 'find' | 'choose'>;
  /** Prepares the servers for one of its sessions. @param before what the session was given until now */
  readonly handOver: (agent: DefinedGrantee, before?: SessionServers) => Promise<SessionServers>;
  readonly openTexts: OpenTexts;
  readonly askPermission: AskPermission;
  /** Whether the agent's own program can be shown to the user in a terminal, to sign in. */
  readonly hasTerminal: boolean;
  /** Left out where nobody can be asked: then no program is run for an agent. */
  readonly askCommand?: AskCommand;
  /** Left out where programs are not shown. */
  readonly showProgram?: ShowProgram;
  /** @param by the fingerprint of the definition that runs, even if the definition has changed since */
  readonly record: (agent: Grantee, by: Fingerprint, run: string, what: DisclosureEvent) => void;
}

/**
 * One configured agent. It is approved, granted folders and recorded like a server, but started only by the user. What
 * its sessions are told, and which files they can access, follows from its exposure.
 */
export class ManagedAgent extends DefinedGrantee<AgentRun> {
  readonly #around: AgentDeps;
  readonly #updated = this.lifetime.add(new Emitter<AgentUpdate>());
  /** What the launch of its process said of folders. */
  #placed: string | undefined;

  /** Fires with the updates of its sessions, in order. */
  readonly onDidUpdate = this.#updated.event;

  constructor(definition: ServerDefinition, around: AgentDeps) {
    super(definition, around, around.prepare);
    this.#around = around;
    this.lifetime.add(this.exposure.onDidChange(() => this.#follow()));
  }

  /** Its sessions. @throws {UserError} while it is not ready */
  get sessions(): AgentSessions {
    const sessions = this.run.value?.sessions;
    if (sessions === undefined) throw new UserError(`"${this.name}" does not run. Start it first.`);
    return sessions;
  }

  /** Whether it runs and can have sessions. */
  get isReady(): boolean {
    return this.run.value?.sessions !== undefined;
  }

  /** Signing in at it. @throws {UserError} while it is not ready */
  get authentication(): AgentAuthentication {
    const authentication = this.run.value?.authentication;
    if (authentication === undefined) throw new UserError(`"${this.name}" does not run. Start it first.`);
    return authentication;
  }

  /** The folders that its sessions may be told of now, in order. */
  get exposed(): readonly RealPath[] {
    return this.exposure.current.roots.map(({ folder }) => folder);
  }

  /** The available folders of this workspace, allowed or not. */
  get knownFolders(): readonly RealPath[] {
    return this.candidates.flatMap((candidate) => availablePath(candidate) ?? []);
  }

  /** Its earlier sessions in this workspace that are recorded and not open, last told first. */
  get earlier(): readonly EarlierSession[] {
    const { fingerprint, exposed, knownFolders } = this;
    if (fingerprint === undefined) return [];
    const open = new Set(this.run.value?.sessions?.all.map(({ id }) => id));
    return earlierSessions(this.#around.known.of(fingerprint), [], { open, exposed, known: knownFolders });
  }

  /**
   * Removes our record of a session, also while the agent does not run; the agent may still know the session.
   * @throws {UserError} when the session is open, has no record, or its record could not be removed
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

  /**
   * The folder that the user chose to go first in its sessions; undefined where none was chosen, or it is not exposed
   * now.
   */
  get primary(): RealPath | undefined {
    const { fingerprint } = this;
    const chosen = fingerprint && this.#around.primaries.find(fingerprint);
    return chosen !== undefined && this.exposed.includes(chosen) ? chosen : undefined;
  }

  /**
   * Makes this folder go first in sessions that are opened from now on.
   * @throws {UserError} when that could not be kept
   */
  async choosePrimary(folder: RealPath): Promise<void> {
    const { fingerprint } = this;
    if (fingerprint === undefined) return;
    await this.#around.primaries.choose(fingerprint, folder);
    this.announce();
  }

  /**
   * How its program is run for the user to sign in: the approved launch, with the arguments and variables of the method
   * (ACP, terminal authentication). It works in a folder only where the definition says so.
   * @throws {UserError} when it may not or cannot be started
   */
  async signInProgram({ args, env }: AuthMethod & { readonly kind: 'terminal' }): Promise<PlannedProcess> {
    const { prepared } = this;
    if (prepared === undefined) throw new UserError(`The definition of "${this.name}" cannot be used.`);
    // Only while it runs: then the record has what its launch says of folders.
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

  /** The directory at this path as the catalog has seen it, not what may be there when a session begins. */
  #pin(folder: RealPath): PinnedRoot | undefined {
    const stat = this.candidates
      .map(({ availability }) => availability)
      .find((each) => each.kind === 'available' && each.realPath === folder);
    if (stat?.kind !== 'available') return undefined;
    return { realPath: stat.realPath, identity: stat.identity };
  }

  /**
   * The exposure has changed. If the launch would say something else of folders now, the process may have to be
   * replaced, because it cannot forget what it was told (rule 7); otherwise sessions go on with what is left.
   */
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
