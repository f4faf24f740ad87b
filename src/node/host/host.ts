import path from 'node:path';
import { refusePermission } from '../../core/acp/permission';
import { ServerChoices } from '../../core/acp/serverChoices';
import { Approvals } from '../../core/approval/approvals';
import type { Disclosure } from '../../core/record/disclosure';
import { bindGrants } from '../../core/consent/bindGrants';
import { fingerprintForClient } from '../../core/servers/fingerprint';
import { GrantedFolders } from '../../core/consent/grantedFolders';
import { Ledger } from '../../core/consent/ledger';
import { Revocation } from '../../core/consent/revocation';
import { Switchboard } from '../../core/consent/switchboard';
import { messageOf } from '../../core/errors';
import type { HostFeatures } from '../../core/features/hostFeatures';
import { ServerSwitches } from '../../core/features/serverSwitches';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { Log } from '../../core/log';
import { DisclosureLog } from '../../core/record/disclosureLog';
import type { FolderEntry } from '../../core/roots/candidate';
import { Catalog } from '../../core/roots/catalog';
import { AgentServers } from '../acp/agentServers';
import { ManagedAgent, type AgentSurroundings } from '../acp/managedAgent';
import { noOpenTexts } from '../acp/openTexts';
import { rootWriter } from '../folders/rootWriter';
import { usualFeatureSettings, type FeatureSettings } from '../features/featureSurroundings';
import { ServerFeatures } from '../features/serverFeatures';
import { lookAtFolder } from '../folders/lookAtFolder';
import { FolderLooks } from '../folders/folderLooks';
import { Guard } from '../process/guard/guard';
import { SignIns, type SignIn } from '../http/oauth/signIn';
import { answersInMemory, type AnswerSecrets } from '../inputs/answerSecrets';
import { InputAnswers } from '../inputs/inputAnswers';
import { EnvFileLooks } from '../servers/envFileLooks';
import { Defined } from '../servers/defined';
import type { Grantee } from '../servers/grantee';
import type { DefinedGrantee } from '../servers/definedGrantee';
import { DefinitionRegistry } from '../servers/definitionRegistry';
import type { ServerSurroundings } from '../servers/serverSurroundings';
import type { ManagedServer } from '../servers/managedServer';
import { OutsideClients } from '../servers/outsideClients';
import { ServerRegistry } from '../servers/serverRegistry';
import { DisclosureFiles } from '../stores/disclosureFiles';
import type { HeadSecrets } from '../stores/head/headPlaces';
import { OutsideChanges } from '../stores/head/outsideChanges';
import type { InstallKey, Secrets } from '../stores/installKey';
import type { SessionFiles } from '../stores/sessionFiles';
import type { SharingSwitch } from '../stores/sharingSwitch';
import type { LeaseFile } from '../stores/windowLease';
import { systemClock } from '../systemClock';
import type { Bridge } from './bridge';
import { openStores, type Stores } from './openStores';
import { recordWords } from './recordWords';
import { ServerStarts, type RunSettings } from './serverStarts';
import { WindowKeeper } from './windowKeeper';

/** What agents reach of the editor, and who answers them. */
export type AgentFace = Pick<AgentSurroundings, 'openTexts' | 'askPermission' | 'askCommand' | 'showProgram'>;

/** What differs from one host to another: the editor, the probe. */
export interface HostOptions {
  readonly version: string;
  /** The folder for everything that is kept; ours alone. */
  readonly storage: string;
  /** Left out where there is no secret storage. */
  readonly secrets?: Secrets & HeadSecrets;
  /** Where the answers to inputs and what comes of signing in are kept. Left out: only for as long as this process lasts. */
  readonly answers?: AnswerSecrets;
  /** Names the workspace, for what one window hands to the next extension host of it. */
  readonly workspace: string;
  /** Absolute paths of the bundled programs. */
  readonly scripts: { readonly explorer: string; readonly guard: string; readonly shim: string };
  readonly settings: () => RunSettings;
  /** What a host with a face can do for servers; left out: nothing is declared to any. */
  readonly features?: { readonly face: HostFeatures; readonly settings: () => FeatureSettings };
  readonly log: Log;
  /** Where a server's own output goes. */
  readonly logOf: (server: Grantee) => Log;
  /** What agents reach of the editor, and who answers them. Left out: no documents are open, and nothing is permitted. */
  readonly agents?: AgentFace;
  /** Whether the program of an agent can be shown to the user in a terminal, to sign in by it. */
  readonly hasTerminal?: boolean;
}

/**
 * An MCP host around consented roots: the parts, wired, in the one direction that data runs. The editor and the probe
 * are two faces of it.
 */
export class Host implements Disposable {
  readonly catalog: Catalog;
  /** Everyone looks through this one: it keeps count of who asks which disk. */
  readonly lookAtFolder = lookAtFolder;
  readonly ledger: Ledger;
  readonly approvals: Approvals;
  /** What each server may do besides, and how it stands there. */
  readonly switches: ServerSwitches;
  /** What servers may ask of this window's own client. */
  readonly features: ServerFeatures;
  readonly switchboard: Switchboard;
  /** What the user answered to the inputs of definitions. */
  readonly answers: InputAnswers;
  readonly sharing: SharingSwitch;
  readonly servers: ServerRegistry;
  /** Agents that speak ACP; consented to as servers are. */
  readonly agents: DefinitionRegistry<ManagedAgent>;
  /** Both of them. */
  readonly defined: Defined;
  /** What their sessions were told last. */
  readonly agentSessions: SessionFiles;
  /** Which servers the user gives to them. */
  readonly agentServers: AgentServers;
  /** The same servers as other clients use them. */
  readonly outside: OutsideClients;
  /** The way in for those. */
  readonly bridge: Bridge;
  readonly disclosures: DisclosureLog;
  /** The same on disk, of every window of this workspace. */
  readonly record: DisclosureFiles;
  readonly revocation: Revocation;
  /** What something else than a window did to what is kept. */
  readonly outsideChanges: OutsideChanges;
  /** Where the key of this installation is kept. */
  readonly keyKeptIn: InstallKey['keptIn'];
  /**
   * The servers that ran in the extension host before this one, by id; resolves once that one is gone and its
   * decisions for the session are taken over, or when there was none.
   */
  readonly ranBefore: Promise<readonly string[]>;
  readonly #lease: LeaseFile;
  readonly #starts: ServerStarts;
  readonly #looks: FolderLooks;
  readonly #lifetime = new Lifetime();
  readonly #keeper: WindowKeeper;
  #entries: readonly FolderEntry[] = [];

  /**
   * Opens the stores and wires the parts. Nothing is exposed before folders were set and the workspace is trusted.
   * @throws {UserError} when the stores cannot be used
   */
  static async open(options: HostOptions): Promise<Host> {
    return new Host(options, await openStores(options));
  }

  private constructor(options: HostOptions, stores: Stores) {
    const { key, signer, storage, sharing, lease } = stores;
    const { log, workspace } = options;
    const own = this.#lifetime;
    own.add(stores.head);
    const signed = [stores.decisions, stores.approvals, stores.switches, stores.serverChoices, sharing];
    this.outsideChanges = own.add(
      new OutsideChanges([...signed.map((each) => each.signed), stores.bridge.keys.signed]),
    );
    this.keyKeptIn = key.keptIn;
    this.sharing = own.add(sharing);
    this.bridge = own.add(stores.bridge);
    const decisions = own.add(stores.decisions);
    this.#lease = own.add(lease);
    const guard = own.add(new Guard(options.scripts.guard, options.log));
    this.ledger = own.add(new Ledger(decisions, systemClock, path));
    const granted = own.add(new GrantedFolders(this.ledger, path));
    this.catalog = own.add(new Catalog(lookAtFolder, systemClock, (folder) => granted.around(folder)));
    own.add(bindGrants(this.catalog, this.ledger, granted));
    const approvals = own.add(stores.approvals);
    this.approvals = own.add(new Approvals(approvals, systemClock, options.workspace));
    this.switches = own.add(new ServerSwitches(own.add(stores.switches), systemClock));
    this.features = new ServerFeatures({
      switches: this.switches,
      clock: systemClock,
      settings: options.features?.settings ?? (() => usualFeatureSettings),
      face: options.features?.face,
      log,
    });
    this.switchboard = own.add(new Switchboard());
    this.revocation = own.add(new Revocation(this.ledger));
    this.disclosures = own.add(new DisclosureLog(systemClock));
    const firstWords = () => this.disclosures.firstWords;
    this.record = own.add(
      new DisclosureFiles({ storage, signer, log, clock: systemClock, workspace, firstWords }),
    );
    // Whoever listens to the record must not be able to disturb what is recorded.
    const record = (fact: Disclosure) => {
      try {
        this.disclosures.add(fact);
      } catch (error) {
        log.error(`The record was disturbed: ${messageOf(error)}`);
      }
    };
    own.add(this.disclosures.onDidRecord((entry) => this.record.add(entry)));
    own.add(this.disclosures.onDidRepeat((entry) => this.record.add(entry)));
    const secrets = options.answers ?? answersInMemory();
    this.answers = own.add(new InputAnswers(secrets, { key: key.key, workspace }, log));
    const starts = (this.#starts = new ServerStarts({
      ...options,
      explorer: options.scripts.explorer,
      key: key.key,
      guard,
      storage,
      entries: () => this.#entries,
      lookBeforeAnswer: () => this.#looks.beforeAnswer(),
      answers: this.answers,
      signIns: new SignIns(secrets, workspace),
    }));
    const around: ServerSurroundings = {
      catalog: this.catalog,
      ledger: this.ledger,
      approvals: this.approvals,
      switchboard: this.switchboard,
      writer: rootWriter,
      granteeOf: (clientId, server) => fingerprintForClient(clientId, server, key.key),
      version: options.version,
      prepare: starts.prepare,
      runOptions: starts.runOptions,
      record: ({ serverId, definition, who }, fingerprint, session, what) => {
        const at = systemClock.now();
        const server = definition.name;
        record({ at, serverId, server, fingerprint, who, session, what });
      },
      say: (grantee, line) => options.logOf(grantee).warn(line),
      requestsOf: (grantee, fingerprint, recordIn) => {
        const { id, name } = grantee;
        const session = { server: { id, name, fingerprint }, record: recordIn };
        return this.features.requestsOf(session, options.logOf(grantee));
      },
    };
    this.servers = own.add(new ServerRegistry(around));
    this.agentSessions = own.add(stores.agentSessions);
    this.agentServers = new AgentServers({
      choices: own.add(new ServerChoices(own.add(stores.serverChoices), systemClock)),
      servers: this.servers,
      bridge: this.bridge,
      log,
    });
    const aroundAgents: AgentSurroundings = {
      ...around,
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
    this.outside = own.add(new OutsideClients(this.bridge.clients, this.servers, around));
    own.add(recordWords(record, this));
    own.add(this.answers.onDidChange(() => void this.#prepareAll()));
    this.switchboard.turn({ sharing: sharing.on });
    own.add(sharing.onDidChange((on) => this.switchboard.turn({ sharing: on })));
    this.#looks = own.add(new FolderLooks(this.catalog, () => this.#running.length > 0));
    const envFiles = own.add(new EnvFileLooks());
    const followRunning = () => {
      this.#looks.follow();
      envFiles.follow(this.#running);
    };
    own.add(this.defined.onDidChange(followRunning));
    own.add(this.outside.onDidChange(followRunning));
    // Who may see another list is told of it, and asks.
    own.add(this.ledger.onDidChange(() => void (this.#running.length > 0 && this.#looks.beforeAnswer())));
    this.#keeper = own.add(new WindowKeeper(lease, this));
    this.ranBefore = this.#keeper.takeOver();
  }

  /** The paths of the workspace's own folders. */
  get workspaceFolders(): readonly string[] {
    return this.#entries.flatMap(({ origin, path: folder }) =>
      origin === 'workspace' && folder !== undefined ? folder : [],
    );
  }

  /** Takes another list of folders. Resolves once each was looked at and every definition was read again. */
  async setFolders(entries: readonly FolderEntry[]): Promise<void> {
    this.#entries = entries;
    await this.catalog.setEntries(entries);
    await this.#prepareAll();
  }

  /** From now on other clients reach the servers: to be called once folders and servers are known. */
  serveClients(): void {
    this.bridge.serve(this.outside, this.catalog);
  }

  /**
   * As whom a server is spoken to, also where it was not started in this window yet.
   * @throws {UserError} when it is not signed in at, or an answer or a folder for its address is missing
   */
  signInOf(server: ManagedServer): Promise<SignIn> {
    return this.#starts.signInOf(server);
  }

  /** What ran before runs again, or is not to: the next extension host of this window need not start it. */
  startedAgain(): void {
    this.#keeper.startedAgain();
  }

  /** Ends every server, so that a successor may start them again; resolves when nothing of them is left. */
  async close(): Promise<void> {
    this.#keeper.dispose();
    await Promise.all([
      this.#lease.release(),
      this.ledger.keepAgain(),
      this.servers.stopAll(),
      this.agents.stopAll(),
      this.outside.stopAll(),
      this.bridge.close(),
    ]);
    this.disclosures.settle();
    await this.record.flush();
    this.dispose();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #prepareAll(): Promise<void> {
    await Promise.all([this.servers.prepareAll(), this.agents.prepareAll()]);
  }

  /** The servers that run for some client, and the agents that run. */
  get #running(): readonly DefinedGrantee[] {
    const servers = this.servers.servers.filter(
      (server) => server.isActive || this.outside.ofServer(server).some(({ isActive }) => isActive),
    );
    return [...servers, ...this.agents.all.filter(({ isActive }) => isActive)];
  }
}
