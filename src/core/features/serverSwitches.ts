import type { Fingerprint } from '../consent/decision';
import { Emitter } from '../event';
import { UserError } from '../errors';
import { Lifetime, type Disposable } from '../lifecycle';
import type { Clock } from '../clock';
import type { RecordStore } from '../recordStore';
import type { LogLevel } from './logLevel';
import type { Feature, KeptSampling, SwitchWord, TrustedTools } from './switchWord';

/**
 * Whether a server may use language models. `ask`: the user is asked about each request and each answer; `session`:
 * without asking, until this window ends; `always`: without asking.
 */
export type Sampling = 'off' | 'ask' | 'session' | 'always';

/** All switches of one server. */
export interface Switches {
  readonly sampling: Sampling;
  /** Whether it may ask the user questions. */
  readonly elicitation: boolean;
  /** The digests of the tools that may run without asking; undefined where none may. */
  readonly trusted: ReadonlySet<string> | undefined;
  /** From which level on it is to send log messages; undefined: nothing is asked of it. */
  readonly logLevel: LogLevel | undefined;
}

/** A feature, and the new position of its switch. */
export type SwitchChange =
  | { readonly feature: 'sampling'; readonly to: Sampling }
  | { readonly feature: 'elicitation'; readonly to: 'on' | 'off' }
  | { readonly feature: 'trusted'; readonly to: TrustedTools | 'off' }
  | { readonly feature: 'log level'; readonly to: LogLevel | 'unset' };

/** Where the switches are kept. */
export type SwitchStore = Pick<
  RecordStore<SwitchWord, Pick<SwitchWord, 'server' | 'feature'>>,
  'latest' | 'onDidChange' | 'write'
>;

/** A longer list would make a record too long to be read back. */
const mostTrustedTools = 2000;

/**
 * The switches that the user set for each server, by its fingerprint: another definition is another server, with the
 * defaults. Sampling and trust are off by default. Questions are on: a form sends only what the user has seen and sent,
 * a URL is opened only by the user, and a server whose question is declined learns only that. A switch that cannot be
 * read is off. Switching something off holds in this window at once, even if it cannot be kept.
 */
export class ServerSwitches implements Disposable {
  readonly #store: SwitchStore;
  readonly #clock: Clock;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<void>());
  /** The servers that may sample without asking in this session; known to this window only. */
  readonly #session = new Set<Fingerprint>();
  /** The servers whose sampling was switched in this window. */
  readonly #spokenOf = new Set<Fingerprint>();
  /** Switches that were switched off here, while that is not kept yet; by server and feature. */
  readonly #offHere = new Set<string>();

  /** Fires when a switch of a server may have changed, by this window or another. */
  readonly onDidChange = this.#changed.event;

  constructor(store: SwitchStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#lifetime.add(store.onDidChange(() => this.#refresh()));
  }

  /** All switches of one server. */
  of(server: Fingerprint): Switches {
    const elicitation = this.#latest(server, 'elicitation');
    const trusted = this.#latest(server, 'trusted');
    const level = this.#latest(server, 'log level');
    return {
      sampling: this.#samplingOf(server),
      elicitation: elicitation === undefined || (elicitation !== 'off' && elicitation.to === 'on'),
      trusted: trustedBy(trusted),
      logLevel: levelOf(level),
    };
  }

  /** The servers that may sample without asking in this session. */
  get sessionSampling(): readonly Fingerprint[] {
    return [...this.#session];
  }

  /**
   * Takes over from the previous extension host of this window which servers may sample without asking in this session.
   */
  adopt(sampling: readonly Fingerprint[]): void {
    const standing = sampling.filter((server) => {
      return !this.#spokenOf.has(server) && this.#keptSampling(server) === 'ask';
    });
    for (const server of standing) this.#session.add(server);
    if (standing.length > 0) this.#changed.fire();
  }

  /**
   * Switches a feature of a server. Switching off holds at once, everything else once it is kept.
   * @throws {UserError} when it could not be kept; a feature that was switched off stays off in this window
   */
  async turn(server: Fingerprint, change: SwitchChange): Promise<void> {
    const word = this.#wordOf(server, change);
    const key = keyOf(server, change.feature);
    if (change.feature === 'sampling') this.#spokenOf.add(server);
    if (change.to === 'off') this.#offHere.add(key);
    if (change.feature === 'sampling' && this.#session.delete(server)) this.#changed.fire();
    else if (change.to === 'off') this.#changed.fire();
    await this.#store.write([word]);
    this.#offHere.delete(key);
    if (change.feature === 'sampling' && change.to === 'session') this.#session.add(server);
    this.#changed.fire();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #wordOf(server: Fingerprint, change: SwitchChange): SwitchWord {
    const of = { server, changedAt: this.#clock.now() };
    if (change.feature === 'trusted' && change.to !== 'off' && change.to.length > mostTrustedTools) {
      throw new UserError(`A server with more than ${mostTrustedTools} tools cannot be trusted.`);
    }
    if (change.feature !== 'sampling') return { ...of, ...change };
    // `session` is kept as `ask`: other windows have sessions of their own.
    return { ...of, feature: 'sampling', to: change.to === 'session' ? 'ask' : change.to };
  }

  #samplingOf(server: Fingerprint): Sampling {
    const kept = this.#keptSampling(server);
    return kept === 'ask' && this.#session.has(server) ? 'session' : kept;
  }

  #keptSampling(server: Fingerprint): KeptSampling {
    const word = this.#latest(server, 'sampling');
    return word !== undefined && word !== 'off' && word.feature === 'sampling' ? word.to : 'off';
  }

  /** The last decision about a feature; `off` where it cannot be read. */
  #latest(server: Fingerprint, feature: Feature): SwitchWord | 'off' | undefined {
    if (this.#offHere.has(keyOf(server, feature))) return 'off';
    const latest = this.#store.latest({ server, feature });
    return latest === 'unreadable' ? 'off' : latest;
  }

  #refresh(): void {
    // Another window's decision about sampling ends a permission for the session here.
    for (const server of this.#session) {
      if (this.#keptSampling(server) !== 'ask') this.#session.delete(server);
    }
    this.#changed.fire();
  }
}

function keyOf(server: Fingerprint, feature: Feature): string {
  return `${server} ${feature}`;
}

function trustedBy(word: SwitchWord | 'off' | undefined): ReadonlySet<string> | undefined {
  if (word === undefined || word === 'off' || word.feature !== 'trusted' || word.to === 'off')
    return undefined;
  return new Set(word.to);
}

function levelOf(word: SwitchWord | 'off' | undefined): LogLevel | undefined {
  if (word === undefined || word === 'off' || word.feature !== 'log level') return undefined;
  return word.to === 'unset' ? undefined : word.to;
}
