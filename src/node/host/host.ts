import path from 'node:path';
import { homedir } from 'node:os';
import { Approvals } from '../../core/approval/approvals';
import { DisclosureLog } from '../../core/consent/disclosure';
import type { RootWriter } from '../../core/consent/exposing';
import { Ledger } from '../../core/consent/ledger';
import { Switchboard } from '../../core/consent/switchboard';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { Log } from '../../core/ports';
import type { FolderEntry } from '../../core/roots/candidate';
import { Catalog } from '../../core/roots/catalog';
import type { Scope, ServerDefinition } from '../../core/servers/definition';
import { isActive } from '../../core/servers/serverState';
import type { VariableValues } from '../../core/servers/variables';
import { rootName } from '../../core/text';
import { rootUri } from '../folders/folderUri';
import { lookAtFolder } from '../folders/lookAtFolder';
import { sweepFolders } from '../folders/folderSweep';
import { Guard } from '../process/guard/guard';
import type { Grace } from '../process/serverProcess';
import { prepareExplorer } from '../servers/bundledServer';
import { sweepEnvFiles } from '../servers/envFileSweep';
import { launchServer } from '../servers/launchServer';
import type { Grantee } from '../servers/grantee';
import type { ServerSurroundings } from '../servers/managedServer';
import { prepareServer, type PreparedServer, type UnpreparedServer } from '../servers/prepareServer';
import { ServerRegistry } from '../servers/serverRegistry';
import type { ClientTimeouts } from '../session/sdkClient';
import { ApprovalFiles } from '../stores/approvalFiles';
import { DecisionFiles } from '../stores/decisionFiles';
import { openInstallKey, type InstallKey, type Secrets } from '../stores/installKey';
import { PrivateFolder } from '../stores/privateFolder';
import { SharingSwitch } from '../stores/sharingSwitch';
import { Signer } from '../stores/signature';
import { openWindowLease, type LeaseFile } from '../stores/windowLease';
import { systemClock } from '../systemClock';

/** How long servers are waited for, and how much is taken from them. */
export interface RunSettings {
  readonly timeouts: ClientTimeouts;
  readonly grace: Grace;
  /** The longest message taken from a server, in bytes. */
  readonly messageLimit: number;
}

/** What differs from one host to another: the editor, the probe. */
export interface HostOptions {
  readonly version: string;
  /** The folder for everything that is kept; ours alone. */
  readonly storage: string;
  /** Left out where there is no secret storage. */
  readonly secrets?: Secrets;
  /** Names the workspace, for what one window hands to the next extension host of it. */
  readonly workspace: string;
  /** Absolute paths of the bundled programs. */
  readonly scripts: { readonly explorer: string; readonly guard: string };
  readonly settings: () => RunSettings;
  readonly log: Log;
  /** Where a server's own output goes. */
  readonly logOf: (server: Grantee) => Log;
}

const writer: RootWriter = {
  uri: rootUri,
  name: rootName,
};

/**
 * An MCP host around consented roots: the parts, wired, in the one direction that data runs. The editor and the probe
 * are two faces of it.
 */
export class Host implements Disposable {
  readonly catalog: Catalog;
  readonly ledger: Ledger;
  readonly approvals: Approvals;
  readonly switchboard: Switchboard;
  readonly sharing: SharingSwitch;
  readonly servers: ServerRegistry;
  readonly disclosures: DisclosureLog;
  /** Where the key of this installation is kept. */
  readonly keyKeptIn: InstallKey['keptIn'];
  /**
   * The servers that ran in the extension host before this one, by id; resolves once that one is gone and its
   * decisions for the session are taken over, or when there was none.
   */
  readonly ranBefore: Promise<readonly string[]>;
  readonly #options: HostOptions;
  readonly #key: Uint8Array;
  readonly #storage: PrivateFolder;
  readonly #guard: Guard;
  readonly #lease: LeaseFile;
  readonly #lifetime = new Lifetime();
  readonly #keeping = this.#lifetime.add(new Lifetime());
  #entries: readonly FolderEntry[] = [];

  /**
   * Opens the stores and wires the parts. Nothing is exposed before folders were set and the workspace is trusted.
   * @throws {UserError} when the stores cannot be used
   */
  static async open(options: HostOptions): Promise<Host> {
    const { log } = options;
    const storage = await PrivateFolder.open(options.storage, log);
    const key = await openInstallKey({ storage, log, ...(options.secrets && { secrets: options.secrets }) });
    const signer = new Signer(key.key);
    const [decisions, approvals, sharing, lease] = await Promise.all([
      DecisionFiles.open(storage, signer, log),
      ApprovalFiles.open(storage, signer, log),
      SharingSwitch.open(storage, signer, log),
      openWindowLease({ storage, signer, log, workspace: options.workspace }),
    ]);
    return new Host(options, { storage, key, decisions, approvals, sharing, lease });
  }

  private constructor(
    options: HostOptions,
    stores: {
      readonly storage: PrivateFolder;
      readonly key: InstallKey;
      readonly decisions: DecisionFiles;
      readonly approvals: ApprovalFiles;
      readonly sharing: SharingSwitch;
      readonly lease: LeaseFile;
    },
  ) {
    const { key, storage, sharing, lease } = stores;
    const own = this.#lifetime;
    this.#options = options;
    this.#key = key.key;
    this.#storage = storage;
    this.keyKeptIn = key.keptIn;
    this.sharing = own.add(sharing);
    const decisions = own.add(stores.decisions);
    this.#lease = own.add(lease);
    this.#guard = own.add(new Guard(options.scripts.guard, options.log));
    this.catalog = own.add(new Catalog(lookAtFolder));
    this.ledger = own.add(new Ledger(decisions, systemClock, path));
    this.approvals = new Approvals(own.add(stores.approvals), systemClock, options.workspace);
    this.switchboard = own.add(new Switchboard());
    this.disclosures = own.add(new DisclosureLog());
    this.servers = own.add(
      new ServerRegistry({
        catalog: this.catalog,
        ledger: this.ledger,
        approvals: this.approvals,
        switchboard: this.switchboard,
        writer,
        prepare: (definition) => this.#prepare(definition),
        runOptions: (grantee, prepared) => this.#runOptions(grantee, prepared),
        record: ({ serverId, definition }, fingerprint, session, what) => {
          const at = systemClock.now();
          this.disclosures.add({ at, serverId, server: definition.name, fingerprint, session, what });
        },
      }),
    );
    this.switchboard.turn({ sharing: sharing.on });
    own.add(sharing.onDidChange((on) => this.switchboard.turn({ sharing: on })));
    own.add(sweepFolders(this.catalog, () => this.#running().length > 0 || this.#isUnanswered()));
    own.add(sweepEnvFiles(() => this.servers.servers));
    this.ranBefore = this.#takeOver(lease);
    let kept = '';
    const keep = () => {
      const state = { sessionDecisions: this.ledger.sessionDecisions, running: this.#running() };
      if (JSON.stringify(state) === kept) return;
      kept = JSON.stringify(state);
      lease.keep(state);
    };
    let ran = '';
    const keepIfOthersRun = () => {
      // Most of what changes of servers is not kept: with many of them, only this is looked at each time.
      const runs = JSON.stringify(this.#running());
      if (runs === ran) return;
      ran = runs;
      keep();
    };
    this.#keeping.add(this.ledger.onDidChange(keep));
    this.#keeping.add(this.servers.onDidChange(keepIfOthersRun));
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
    await this.servers.prepareAll();
  }

  /** Ends every server, so that a successor may start them again; resolves when nothing of them is left. */
  async close(): Promise<void> {
    this.#keeping.dispose();
    await Promise.all([this.#lease.release(), this.servers.stopAll()]);
    this.dispose();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #takeOver(lease: LeaseFile): Promise<readonly string[]> {
    const left = await lease.claim();
    if (left !== undefined) this.ledger.adopt(left.sessionDecisions);
    return left?.running ?? [];
  }

  /** Is the disk's word on some folder still out? */
  #isUnanswered(): boolean {
    return this.catalog.candidates.some(({ availability }) => availability.kind === 'no answer');
  }

  #running(): readonly string[] {
    return this.servers.servers.flatMap(({ id, state }) => (isActive(state) ? id : []));
  }

  #prepare(definition: ServerDefinition): Promise<PreparedServer | UnpreparedServer> {
    if (definition.scope.kind === 'bundled') {
      return Promise.resolve(prepareExplorer(this.#options.scripts.explorer, this.#key));
    }
    return prepareServer(definition, this.#variableValues(definition.scope), this.#key);
  }

  #variableValues(scope: Scope): VariableValues {
    const workspaceFolders = this.#entries.flatMap(({ origin, name, path: folder, uri }) =>
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

  #runOptions(grantee: Grantee, prepared: PreparedServer): ReturnType<RunOptionsOf> {
    const { version, settings, logOf } = this.#options;
    const { timeouts, grace, messageLimit } = settings();
    const own = grantee.definition.timeouts;
    const log = logOf(grantee);
    return {
      version,
      clock: systemClock,
      grace,
      timeouts: {
        ...timeouts,
        initialize: own.initialize ?? timeouts.initialize,
        request: own.request ?? timeouts.request,
      },
      launch: async (exposure) => {
        const launched = await launchServer(
          prepared,
          grantee.named,
          (folder) => grantee.isGranted(folder),
          exposure,
          {
            guard: this.#guard,
            emptyFolder: async () => (await this.#storage.child('empty')).path,
            messageLimit,
          },
        );
        launched.end.onStderr((line) => log.info(line));
        launched.end.onNoise((line) => log.warn(`not a message, passed over: ${line}`));
        return launched;
      },
    };
  }
}

type RunOptionsOf = ServerSurroundings['runOptions'];
