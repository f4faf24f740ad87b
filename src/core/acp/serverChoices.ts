import type { Fingerprint } from '../consent/decision';
import { Emitter } from '../event';
import { Lifetime, type Disposable } from '../lifecycle';
import type { Clock } from '../clock';
import type { RecordStore } from '../recordStore';
import type { ServerChoice } from './serverChoice';

/** Where the decisions are kept. */
export type ServerChoiceStore = Pick<
  RecordStore<ServerChoice, Pick<ServerChoice, 'agent' | 'server'>>,
  'latest' | 'onDidChange' | 'write'
>;

/**
 * Which servers the user gives to which agent, by their fingerprints. Without a decision, or where it cannot be read, a
 * server is not given. Taking a server away holds in this window at once, even if it cannot be kept.
 */
export class ServerChoices implements Disposable {
  readonly #store: ServerChoiceStore;
  readonly #clock: Clock;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<void>());
  /** Servers that were taken away here, while that is not kept yet. */
  readonly #offHere = new Set<string>();

  /** Fires when an agent is given other servers, by this window or another. */
  readonly onDidChange = this.#changed.event;

  constructor(store: ServerChoiceStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#lifetime.add(store.onDidChange(() => this.#changed.fire()));
  }

  isGiven(agent: Fingerprint, server: Fingerprint): boolean {
    if (this.#offHere.has(keyOf({ agent, server }))) return false;
    const latest = this.#store.latest({ agent, server });
    return latest !== undefined && latest !== 'unreadable' && latest.to === 'on';
  }

  /**
   * Gives an agent exactly these of all servers that it could be given.
   * @throws {UserError} when that could not be kept; servers that were taken away stay so in this window
   */
  async give(
    agent: Fingerprint,
    servers: readonly Fingerprint[],
    all: readonly Fingerprint[],
  ): Promise<void> {
    const changedAt = this.#clock.now();
    const words = all.flatMap((server): readonly ServerChoice[] => {
      const to = servers.includes(server) ? 'on' : 'off';
      return (to === 'on') === this.isGiven(agent, server) ? [] : [{ agent, server, to, changedAt }];
    });
    if (words.length === 0) return;
    const taken = words.filter(({ to }) => to === 'off').map(keyOf);
    for (const key of taken) this.#offHere.add(key);
    if (taken.length > 0) this.#changed.fire();
    await this.#store.write(words);
    for (const word of words) this.#offHere.delete(keyOf(word));
    this.#changed.fire();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}

function keyOf({ agent, server }: Pick<ServerChoice, 'agent' | 'server'>): string {
  return `${agent} ${server}`;
}
