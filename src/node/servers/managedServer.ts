import { messageOf } from '../../core/errors';
import type { DeclaredFeatures } from '../../core/features/serverRequests';
import type { RunFacts } from '../../core/running/runPolicy';
import type { ServerDefinition } from '../../core/servers/definition';
import { placesRoots } from '../../core/servers/placeholders';
import { isActive } from '../../core/servers/serverState';
import type { SyncState } from '../../core/session/syncState';
import type { SdkClient } from '../session/sdkClient';
import { DefinedGrantee } from './definedGrantee';
import type { PreparedServer } from './prepareServer';
import { ownClient, type OwnClient } from './runClient';
import { runFor } from './runFor';
import type { ServerDeps } from './serverDeps';
import { ServerRun } from './serverRun';

/** One configured server: its definition, what it may see, and its run for this window's own client, if it runs. */
export class ManagedServer extends DefinedGrantee<ServerRun<object, OwnClient>> {
  readonly #around: ServerDeps;
  #declared: DeclaredFeatures | undefined;

  constructor(definition: ServerDefinition, around: ServerDeps) {
    super(definition, around, around.prepare);
    this.#around = around;
    this.lifetime.add(this.exposure.onDidChange(() => this.#followExposure()));
  }

  get sync(): SyncState | undefined {
    return this.run.value?.sync;
  }

  /** The extension's own client of this server, while it runs. */
  get client(): SdkClient | undefined {
    return this.run.value?.client?.sdk;
  }

  /** The features that were declared to the running server, which it may ask for; undefined while nothing runs. */
  get declared(): DeclaredFeatures | undefined {
    return isActive(this.state) ? this.#declared : undefined;
  }

  protected async begin(prepared: PreparedServer): Promise<void> {
    if (this.definition.roots.whenEmpty === 'wait' && !this.hasSomething) {
      return this.rest({ kind: 'waiting for a grant' });
    }
    const options = runFor(this, prepared, this.#around);
    const { fingerprint } = prepared;
    const requests = this.#around.requestsOf(this, fingerprint, (what) => options.record(run.session, what));
    const run: ServerRun<object, OwnClient> = new ServerRun({
      ...options,
      // A server that the user starts runs until the user stops it.
      idleAfter: 0,
      server: this.name,
      reader: 'the user',
      client: () => ownClient(this.#around.version, options.timeouts, requests),
    });
    this.run.value = run;
    this.#declared = requests.declares;
    this.lifetime.add(run.onDidChange(() => this.announce()));
    this.announce();
    await run.begin();
  }

  #followExposure(): void {
    if (this.hasSomething) this.#startIfItWaited();
    else void this.heed();
  }

  protected override get facts(): RunFacts {
    const waits = this.run.value !== undefined && this.#waitsWithoutFolders && !this.hasSomething;
    return { ...super.facts, ...(waits && { folders: 'none to start with' }) };
  }

  /** A server whose launch tells it of folders, and that waits for one, waits again when its last folder is gone. */
  get #waitsWithoutFolders(): boolean {
    return this.definition.roots.whenEmpty === 'wait' && placesRoots(this.definition.transport);
  }

  protected override async waitBecause(why: string): Promise<void> {
    await this.stopBecause(why);
    if (this.state.kind !== 'stopped' || this.lifetime.ended) return;
    this.rest({ kind: 'waiting for a grant' });
    if (this.hasSomething) this.#startIfItWaited();
  }

  #startIfItWaited(): void {
    if (this.resting.kind !== 'waiting for a grant') return;
    this.resting = { kind: 'stopped' };
    void this.start().catch((error: unknown) => this.rest({ kind: 'failed', why: messageOf(error) }));
  }
}
