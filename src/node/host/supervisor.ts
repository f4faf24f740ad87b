import { refusePermission } from '../../core/acp/permission';
import { ServerChoices } from '../../core/acp/serverChoices';
import { messageOf } from '../../core/errors';
import type { HostFeatures } from '../../core/features/hostFeatures';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { Log } from '../../core/log';
import type { Disclosure } from '../../core/record/disclosure';
import { DisclosureLog } from '../../core/record/disclosureLog';
import { fingerprintForClient } from '../../core/servers/fingerprint';
import { AgentServers } from '../acp/agentServers';
import { ManagedAgent, type AgentDeps } from '../acp/managedAgent';
import { noOpenTexts } from '../acp/openTexts';
import { usualFeatureSettings, type FeatureSettings } from '../features/featureDeps';
import { ServerFeatures } from '../features/serverFeatures';
import { rootWriter } from '../folders/rootWriter';
import { SignIns, type SignIn } from '../http/oauth/signIn';
import type { AnswerSecrets } from '../inputs/answerSecrets';
import { Guard } from '../process/guard/guard';
import { Defined } from '../servers/defined';
import { DefinitionRegistry } from '../servers/definitionRegistry';
import type { Grantee } from '../servers/grantee';
import type { ManagedServer } from '../servers/managedServer';
import { ServerRegistry } from '../servers/serverRegistry';
import type { ServerDeps } from '../servers/serverDeps';
import { DisclosureFiles } from '../stores/disclosureFiles';
import type { SessionFiles } from '../stores/sessionFiles';
import { systemClock } from '../systemClock';
import type { ConsentService } from './consentService';
import type { Stores } from './openStores';
import { ServerStarts, type RunSettings } from './serverStarts';
import { WindowKeeper } from './windowKeeper';

/** What agents reach of the editor, and who answers them. */
export type AgentFace = Pick<AgentDeps, 'openTexts' | 'askPermission' | 'askCommand' | 'showProgram'>;

/** What differs between hosts in how they run things. */
export interface SupervisorOptions {
  readonly version: string;
  /** Names the workspace. */
  readonly workspace: string;
  /** Absolute paths of the bundled programs. */
  readonly scripts: { readonly explorer: string; readonly guard: string };
  readonly settings: () => RunSettings;
  /** What a host with a user interface can do for servers; left out: no feature is declared to any. */
  readonly features?: { readonly face: HostFeatures; readonly settings: () => FeatureSettings };
  readonly log: Log;
  /** Where a server's own output goes. */
  readonly logOf: (server: Grantee) => Log;
  /** What agents reach of the editor, and who answers them. Left out: no open documents, and nothing permitted. */
  readonly agents?: AgentFace;
  /** Whether the program of an agent can be shown to the user in a terminal, to sign in by it. */
  readonly hasTerminal?: boolean;
}

interface SupervisorParts {
  readonly stores: Stores;
  readonly consent: ConsentService;
  /** Where what comes of signing in is kept. */
  readonly secrets: AnswerSecrets;
  /** See `FolderLooks.beforeAnswer`. */
  readonly lookBeforeAnswer: () => Promise<void> | undefined;
}

/** What runs, or could: every definition, what was started of it, and the record of what was told. */
export class Supervisor implements Disposable {
  readonly servers: ServerRegistry;
  /** Agents that speak ACP; consented to as servers are. */
  readonly agents: DefinitionRegistry<ManagedAgent>;
  /** Servers and agents together. */
  readonly defined: Defined;
  /** What servers may ask of this window's own client. */
  readonly features: ServerFeatures;
  /** What the sessions of agents were told last. */
  readonly agentSessions: SessionFiles;
  /** Which servers the user gives to agents. */
  readonly agentServers: AgentServers;
  readonly disclosures: DisclosureLog;
  /** The record on disk, of every window of this workspace. */
  readonly record: DisclosureFiles;
  /** What a server needs from around it, whichever client it runs for. */
  readonly serverDeps: ServerDeps;
  /**
   * The servers that ran in the previous extension host, by id; resolves once that host is gone and its decisions for
   * the session are taken over, or when there was none.
   */
  readonly ranBefore: Promise<readonly string[]>;
  readonly #starts: ServerStarts;
  readonly #log: Log;
  readonly #keeper: WindowKeeper;
  readonly #lifetime = new Lifetime();

  constructor(options: SupervisorOptions, { stores, consent, secrets, lookBeforeAnswer }: SupervisorParts) {
    const { key, signer, storage } = stores;
    const { log, workspace } = options;
    const own = this.#lifetime;
    this.#log = log;
    const guard = own.add(new Guard(options.scripts.guard, log));
    this.features = new ServerFeatures({
      switches: consent.switches,
      clock: systemClock,
      settings: options.features?.settings ?? (() => usualFeatureSettings),
      face: options.features?.face,
      log,
    });
    this.disclosures = own.add(new DisclosureLog(systemClock));
    const firstWords = () => this.disclosures.firstWords;
    this.record = own.add(
      new DisclosureFiles({ storage, signer, log, clock: systemClock, workspace, firstWords }),
    );
    own.add(this.disclosures.onDidRecord((entry) => this.record.add(entry)));
    own.add(this.disclosures.onDidRepeat((entry) => this.record.add(entry)));
    const starts = (this.#starts = new ServerStarts({
      ...options,
      explorer: options.scripts.explorer,
      key: key.key,
      guard,
      storage,
      entries: () => consent.entries,
      lookBeforeAnswer,
      answers: consent.answers,
      signIns: new SignIns(secrets, workspace),
    }));
    this.serverDeps = {
      catalog: consent.catalog,
      ledger: consent.ledger,
      approvals: consent.approvals,
      sharingState: consent.sharingState,
      writer: rootWriter,
      granteeOf: (clientId, server) => fingerprintForClient(clientId, server, key.key),
      version: options.version,
      prepare: starts.prepare,
      runOptions: starts.runOptions,
      record: ({ serverId, definition, who }, fingerprint, session, what) => {
        const at = systemClock.now();
        const server = definition.name;
        this.note({ at, serverId, server, fingerprint, who, session, what });
      },
      say: (grantee, line) => options.logOf(grantee).warn(line),
      requestsOf: (grantee, fingerprint, recordIn) => {
        const { id, name } = grantee;
        const session = { server: { id, name, fingerprint }, record: recordIn };
        return this.features.requestsOf(session, options.logOf(grantee));
      },
    };
    this.servers = own.add(new ServerRegistry(this.serverDeps));
    this.agentSessions = own.add(stores.agentSessions);
    this.agentServers = new AgentServers({
      choices: own.add(new ServerChoices(own.add(stores.serverChoices), systemClock)),
      servers: this.servers,
      bridge: stores.bridge,
      log,
    });
    const aroundAgents: AgentDeps = {
      ...this.serverDeps,
      agentStart: starts.agentStart,
      known: this.agentSessions,
      primaries: own.add(stores.primaries),
      handOver: (agent, before) => this.agentServers.handOver(agent, before),
      hasTerminal: options.hasTerminal ?? false,
      ...(options.agents ?? { openTexts: noOpenTexts, askPermission: refusePermission }),
    };
    this.agents = own.add(
      new DefinitionRegistry('agent', (definition) => new ManagedAgent(definition, aroundAgents)),
    );
    this.defined = own.add(new Defined({ server: this.servers, agent: this.agents }));
    own.add(consent.answers.onDidChange(() => void this.prepareAll()));
    this.#keeper = own.add(new WindowKeeper(stores.lease, consent, this.servers));
    this.ranBefore = this.#keeper.takeOver();
  }

  /** Puts a fact into the record. Never throws, also when a listener of the record does. */
  note(fact: Disclosure): void {
    try {
      this.disclosures.add(fact);
    } catch (error) {
      this.#log.error(`The record was disturbed: ${messageOf(error)}`);
    }
  }

  /** Reads every definition to the end again, because the folders that its variables stand for may have changed. */
  async prepareAll(): Promise<void> {
    await Promise.all([this.servers.prepareAll(), this.agents.prepareAll()]);
  }

  /**
   * The sign-in with which a server is used, also where it was not started in this window yet.
   * @throws {UserError} when the server has no sign-in, or an answer or a folder for its URL is missing
   */
  signInOf(server: ManagedServer): Promise<SignIn> {
    return this.#starts.signInOf(server);
  }

  /** What ran before runs again, or never will: the next extension host of this window need not start it. */
  startedAgain(): void {
    this.#keeper.startedAgain();
  }

  /** Saves nothing more for the next extension host, which then finds how things stood before this one's end. */
  leave(): void {
    this.#keeper.dispose();
  }

  /** Ends everything; resolves when nothing of it is left. */
  async stopAll(): Promise<void> {
    await Promise.all([this.servers.stopAll(), this.agents.stopAll()]);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
