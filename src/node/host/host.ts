import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { FolderEntry } from '../../core/roots/candidate';
import { FolderLooks } from '../folders/folderLooks';
import { answersInMemory, type AnswerSecrets } from '../inputs/answerSecrets';
import type { DefinedGrantee } from '../servers/definedGrantee';
import { EnvFileLooks } from '../servers/envFileLooks';
import type { LeaseFile } from '../stores/windowLease';
import { Clients } from './clients';
import { ConsentService } from './consentService';
import { openStores, type StoreOptions, type Stores } from './openStores';
import { recordWords } from './recordWords';
import { Supervisor, type SupervisorOptions } from './supervisor';

/** What differs from one host to another: the editor, the probe. */
export interface HostOptions extends StoreOptions, SupervisorOptions {
  readonly scripts: StoreOptions['scripts'] & SupervisorOptions['scripts'];
  readonly settings: SupervisorOptions['settings'];
  /** Where answers to inputs and results of signing in are kept. Left out: only in memory, until this process ends. */
  readonly answers?: AnswerSecrets;
}

/**
 * An MCP host that shares only what the user consented to: three services, wired in the one direction that data runs.
 * The editor and the probe are two programs around it.
 */
export class Host implements Disposable {
  readonly consent: ConsentService;
  readonly supervisor: Supervisor;
  readonly clients: Clients;
  readonly #lease: LeaseFile;
  readonly #looks: FolderLooks;
  readonly #lifetime = new Lifetime();

  /**
   * Opens the stores and wires the services. Nothing is exposed before folders were set and the workspace is trusted.
   * @throws {UserError} when the stores cannot be used
   */
  static async open(options: HostOptions): Promise<Host> {
    return new Host(options, await openStores(options));
  }

  private constructor(options: HostOptions, stores: Stores) {
    const { log, workspace, answers: secrets = answersInMemory() } = options;
    const own = this.#lifetime;
    own.add(stores.head);
    this.#lease = own.add(stores.lease);
    const consent = (this.consent = own.add(new ConsentService({ stores, secrets, workspace, log })));
    const lookBeforeAnswer = () => this.#looks.beforeAnswer();
    const supervisor = (this.supervisor = own.add(
      new Supervisor(options, { stores, consent, secrets, lookBeforeAnswer }),
    ));
    const clients = (this.clients = own.add(new Clients(stores.bridge, consent, supervisor)));
    own.add(recordWords(consent, supervisor, clients));
    this.#looks = own.add(new FolderLooks(consent.catalog, () => this.#running.length > 0));
    const envFiles = own.add(new EnvFileLooks());
    const followRunning = () => {
      this.#looks.follow();
      envFiles.follow(this.#running);
    };
    own.add(supervisor.defined.onDidChange(followRunning));
    own.add(clients.outside.onDidChange(followRunning));
    // A server whose list changes is told so, and asks for it.
    own.add(consent.ledger.onDidChange(() => void (this.#running.length > 0 && lookBeforeAnswer())));
  }

  /** Takes another list of folders. Resolves once each was looked at and every definition was read again. */
  async setFolders(entries: readonly FolderEntry[]): Promise<void> {
    await this.consent.setEntries(entries);
    await this.supervisor.prepareAll();
  }

  /** Ends every server, so that a successor may start them again; resolves when nothing of them is left. */
  async close(): Promise<void> {
    const { consent, supervisor, clients } = this;
    supervisor.leave();
    await Promise.all([
      this.#lease.release(),
      consent.ledger.keepAgain(),
      supervisor.stopAll(),
      clients.stopAll(),
    ]);
    supervisor.disclosures.settle();
    await supervisor.record.flush();
    this.dispose();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** The servers that run for some client, and the agents that run. */
  get #running(): readonly DefinedGrantee[] {
    const { servers, agents } = this.supervisor;
    return [
      ...servers.all.filter((server) => server.isActive || this.clients.areUsing(server)),
      ...agents.all.filter(({ isActive }) => isActive),
    ];
  }
}
