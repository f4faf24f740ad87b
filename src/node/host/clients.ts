import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { ManagedServer } from '../servers/managedServer';
import { OutsideClients } from '../servers/outsideClients';
import type { Bridge } from './bridge';
import type { ConsentService } from './consentService';
import type { Supervisor } from './supervisor';

/** Other clients of the same servers: who may come in, and what runs for them. */
export class Clients implements Disposable {
  /** The servers of this window, as other clients use them. */
  readonly outside: OutsideClients;
  /** The way in for other clients. */
  readonly bridge: Bridge;
  readonly #consent: ConsentService;
  readonly #lifetime = new Lifetime();

  constructor(bridge: Bridge, consent: ConsentService, supervisor: Supervisor) {
    this.#consent = consent;
    this.bridge = this.#lifetime.add(bridge);
    const { servers, serverDeps } = supervisor;
    this.outside = this.#lifetime.add(new OutsideClients(bridge.clients, servers, serverDeps));
  }

  /** From now on other clients reach the servers: to be called once folders and servers are known. */
  serve(): void {
    this.bridge.serve(this.outside, this.#consent.catalog);
  }

  /** Does this server run for any other client? */
  areUsing(server: ManagedServer): boolean {
    return this.outside.ofServer(server).some(({ isActive }) => isActive);
  }

  /** Ends what runs for them, and lets nobody in any more; resolves when nothing of it is left. */
  async stopAll(): Promise<void> {
    await Promise.all([this.outside.stopAll(), this.bridge.close()]);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
