import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { WindowLease, WindowState } from '../../core/consent/windowLease';
import type { ServerRegistry } from '../servers/serverRegistry';
import type { ConsentService } from './consentService';

/** Saves what only this window knows, whenever it changes, for the next extension host of the window. */
export class WindowKeeper implements Disposable {
  readonly #lease: WindowLease;
  readonly #consent: ConsentService;
  readonly #servers: ServerRegistry;
  readonly #lifetime = new Lifetime();
  /** The servers that ran in the previous extension host and are not started again yet. */
  #due: readonly string[] = [];
  #kept = '';
  #running = '';

  constructor(lease: WindowLease, consent: ConsentService, servers: ServerRegistry) {
    this.#lease = lease;
    this.#consent = consent;
    this.#servers = servers;
    const { ledger, revocation, switches } = consent;
    this.#lifetime.add(ledger.onDidChange(() => this.#keep()));
    this.#lifetime.add(ledger.unkept.onDidChange(() => this.#keep()));
    this.#lifetime.add(revocation.onDidChange(() => this.#keep()));
    this.#lifetime.add(switches.onDidChange(() => this.#keep()));
    this.#lifetime.add(servers.onDidChange(() => this.#keepIfOthersRun()));
  }

  /**
   * Takes over what the previous extension host left.
   * @returns the servers that ran there, by id; they are saved as running until `startedAgain`
   */
  async takeOver(): Promise<readonly string[]> {
    await this.#lease.claim((left) => this.#adopt(left));
    return this.#due;
  }

  /** The servers that ran in the previous extension host run again, or will not be started again. */
  startedAgain(): void {
    this.#due = [];
    this.#keep();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #adopt(left: WindowState): void {
    this.#due = left.running;
    this.#consent.ledger.adopt(left);
    this.#consent.revocation.adopt(left.revoked);
    this.#consent.switches.adopt(left.sampling);
    this.#keep();
  }

  #keep(): void {
    const { ledger, revocation, switches } = this.#consent;
    const state = {
      sessionDecisions: ledger.sessionDecisions,
      unkept: ledger.unkept.words,
      revoked: revocation.restorable,
      sampling: switches.sessionSampling,
      running: [...new Set([...this.#servers.running, ...this.#due])],
    };
    if (JSON.stringify(state) === this.#kept) return;
    this.#kept = JSON.stringify(state);
    this.#lease.keep(state);
  }

  /** Most changes of servers are not saved. With many servers, only the list of running ones is compared each time. */
  #keepIfOthersRun(): void {
    const running = JSON.stringify(this.#servers.running);
    if (running === this.#running) return;
    this.#running = running;
    this.#keep();
  }
}
