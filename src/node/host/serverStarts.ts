import { homedir } from 'node:os';
import { noExposure, type Exposure } from '../../core/consent/exposure';
import { UserError } from '../../core/errors';
import type { Log } from '../../core/log';
import type { FolderEntry } from '../../core/roots/candidate';
import type { Scope, ServerDefinition } from '../../core/servers/definition';
import { placedRoots, placedText } from '../../core/servers/placeholders';
import type { NamedFolder } from '../../core/roots/namedFolder';
import type { VariableValues } from '../../core/servers/variables';
import type { AgentDeps } from '../acp/managedAgent';
import { type SignIn, type SignIns } from '../http/oauth/signIn';
import type { Guard } from '../process/guard/guard';
import type { Grace } from '../process/serverProcess';
import type { InputAnswers } from '../inputs/inputAnswers';
import { prepareExplorer } from '../servers/bundledServer';
import { EmptyFolders, type Workplace } from '../servers/emptyFolder';
import type { Grantee } from '../servers/grantee';
import { finishLaunch } from '../servers/lateLaunch';
import {
  commandEnvironment,
  launchServer,
  planProcess,
  startProcess,
  workplaceOf,
} from '../servers/launchServer';
import type { ServerDeps } from '../servers/serverDeps';
import { leadsBeforeStart } from '../servers/pathLeads';
import {
  prepareServer,
  withProgramNow,
  type PreparedServer,
  type UnpreparedServer,
} from '../servers/prepareServer';
import type { ClientTimeouts } from '../session/sdkClient';
import type { PrivateFolder } from '../stores/privateFolder';
import { Signer } from '../stores/signature';
import { systemClock } from '../systemClock';

/** How long servers are waited for, and how much is taken from them. */
export interface RunSettings {
  readonly timeouts: ClientTimeouts;
  readonly grace: Grace;
  /** After how many milliseconds a server that another client leaves idle is ended; 0: never. */
  readonly idleAfter: number;
  /** The longest message taken from a server, in bytes. */
  readonly messageLimit: number;
}

/** What starting servers needs of the host. */
export interface StartDeps {
  /** The bundled server's program. */
  readonly explorer: string;
  /** The secret of this installation. */
  readonly key: Uint8Array;
  /** Names the workspace. */
  readonly workspace: string;
  readonly guard: Guard;
  readonly storage: PrivateFolder;
  readonly settings: () => RunSettings;
  readonly logOf: (server: Grantee) => Log;
  readonly answers: InputAnswers;
  readonly signIns: SignIns;
  /** See `FolderLooks.beforeAnswer`. */
  readonly lookBeforeAnswer: () => Promise<void> | undefined;
  /** The folders that variables stand for. */
  readonly entries: () => readonly FolderEntry[];
}

/** From definitions to processes: how each is read to the end, and how it is run. */
export class ServerStarts implements Pick<ServerDeps, 'prepare' | 'runOptions'> {
  readonly #around: StartDeps;
  readonly #emptyFolders: EmptyFolders;

  constructor(around: StartDeps) {
    this.#around = around;
    const signer = new Signer(around.key);
    this.#emptyFolders = new EmptyFolders(around.storage, (words) => signer.nameFor(words));
  }

  readonly prepare = async (definition: ServerDefinition): Promise<PreparedServer | UnpreparedServer> => {
    const { explorer, key, workspace, answers: given } = this.#around;
    if (definition.scope.kind === 'bundled') return prepareExplorer(explorer, key);
    const answers = await given.of(definition);
    const answered = { answers, mark: given.markOf(answers) };
    return prepareServer(definition, this.#variableValues(definition.scope), { key, workspace }, answered);
  };

  readonly runOptions: ServerDeps['runOptions'] = (grantee, prepared) => {
    const { settings, logOf } = this.#around;
    const { timeouts, grace, idleAfter, messageLimit } = settings();
    const own = grantee.definition.timeouts;
    const log = logOf(grantee);
    return {
      clock: systemClock,
      grace,
      idleAfter,
      timeouts: {
        ...timeouts,
        initialize: own.initialize ?? timeouts.initialize,
        request: own.request ?? timeouts.request,
      },
      placed: ({ roots }) => placedText(prepared.definition.transport, roots),
      lookBeforeAnswer: this.#around.lookBeforeAnswer,
      launch: async (exposure, codec) => {
        const start = await this.#startOf(grantee, prepared, exposure);
        return launchServer(
          { ...start, codec },
          { ...this.#launching(grantee, log), messageLimit, signIns: this.#around.signIns },
        );
      },
    };
  };

  /** How an agent is started: its process is started like that of a server that may see no folder. */
  readonly agentStart: AgentDeps['agentStart'] = (agent, prepared) => {
    const { settings, logOf } = this.#around;
    const { timeouts, grace } = settings();
    const { initialize, request } = agent.definition.timeouts;
    const log = logOf(agent);
    const startNow = async (exposure: Exposure) => {
      const start = await this.#startOf(agent, prepared, exposure);
      const { launch } = start.finished;
      // Its folders concern its sessions. Its process works in none of them: what lies there could change what is run,
      // and the process could not leave the folder when it is withdrawn. Placeholders were put into the launch already.
      if (launch.kind === 'process') return { start: { ...start, exposure: noExposure }, launch };
      throw new UserError(`"${agent.name}" is an agent and has an address. Give it a "command".`);
    };
    return {
      clock: systemClock,
      grace,
      timeouts: {
        initialize: initialize ?? timeouts.initialize,
        request: request ?? timeouts.request,
        hardMaximum: timeouts.hardMaximum,
      },
      log,
      guard: this.#around.guard,
      environment: (declared) => commandEnvironment(agent.candidates, agent.exposure.current, declared),
      placed: ({ roots }) => placedText(prepared.definition.transport, roots),
      launch: async (exposure) => {
        const { start, launch } = await startNow(exposure);
        return startProcess(start, launch, this.#launching(agent, log));
      },
      plan: async (exposure) => {
        const { start, launch } = await startNow(exposure);
        const around = {
          ...this.#launching(agent, log),
          emptyFolder: () => this.#emptyFolder(agent, 'to sign in'),
        };
        const workplace = await workplaceOf(start, around);
        // Nobody says when the planned process ends, so the folder counts as free at once: the next plan empties it
        // again.
        workplace.dispose();
        const named = await start.lookAgain(workplace.path);
        return planProcess({ ...start, named }, launch, workplace.path, around).process;
      },
    };
  };

  /**
   * The sign-in with which a server is used, or would be if it was started now.
   * @throws {UserError} when the server has no sign-in, or an answer or a folder for its URL is missing
   */
  async signInOf(grantee: Grantee): Promise<SignIn> {
    const { prepared, serverId, name, exposure } = grantee;
    const known = this.#around.signIns.known(serverId);
    if (known !== undefined) return known;
    const start = prepared && (await this.#startOf(grantee, prepared, exposure.current));
    const launch = start?.finished.launch;
    const own = launch?.kind === 'address' ? this.#around.signIns.of(grantee.definition, launch) : undefined;
    if (own !== undefined) return own;
    throw new UserError(`"${name}" is no server that you sign in at: see its definition.`);
  }

  async #startOf(grantee: Grantee, prepared: PreparedServer, exposure: Exposure) {
    const answers = await this.#around.answers.of(prepared.definition);
    const finished = await finishLaunch(prepared, answers, exposure.roots);
    let seen = prepared;
    return {
      prepared,
      finished,
      named: grantee.namedBy(finished),
      placed: placedRoots(prepared.definition.transport, exposure.roots).map(({ uri }) => uri),
      isGranted: (folder: NamedFolder) => grantee.isGranted(folder),
      exposure,
      exposedNow: () => grantee.exposure.current,
      lookAgain: async (cwd: string | undefined) => {
        const leads = await leadsBeforeStart(grantee.name, finished.texts, cwd);
        seen = await withProgramNow(prepared);
        return grantee.namedBy({ ...finished, leads });
      },
      mustBeApproved: () => grantee.mustBeApproved(seen),
    };
  }

  #launching(grantee: Grantee, log: Log) {
    return {
      guard: this.#around.guard,
      emptyFolder: () => this.#emptyFolder(grantee),
      candidates: () => grantee.candidates,
      log,
    };
  }

  #emptyFolder({ serverId, name }: Grantee, ...use: readonly string[]): Promise<Workplace> {
    return this.#emptyFolders.take([this.#around.workspace, serverId, name, ...use]);
  }

  #variableValues(scope: Scope): VariableValues {
    const workspaceFolders = this.#around
      .entries()
      .flatMap(({ origin, name, path: folder, uri }) =>
        origin === 'workspace' && folder !== undefined ? { name, path: folder, uri } : [],
      );
    const own = scope.kind === 'folder' ? workspaceFolders.find(({ uri }) => uri === scope.uri) : undefined;
    return {
      workspaceFolder: (own ?? workspaceFolders[0])?.path,
      workspaceFolders,
      userHome: homedir(),
      env: process.env,
    };
  }
}
