import type { Fingerprint } from '../consent/decision';
import { Emitter } from '../event';
import { UserError } from '../errors';
import { Lifetime, type Disposable } from '../lifecycle';
import type { Clock } from '../clock';
import type { RecordStore } from '../recordStore';
import type { LogLevel } from './logLevel';
import type { Feature, KeptSampling, SwitchWord, TrustedTools } from './switchWord';

/**
 * Whether a server may ask for answers of a language model. `ask`: each time, for each request and each answer;
 * `session`: without being asked, while this window lives; `always`: without being asked.
 */
export type Sampling = 'off' | 'ask' | 'session' | 'always';

/** How everything that can be switched for one server stands. */
export interface Switches {
  readonly sampling: Sampling;
  /** Whether it may ask the user questions. */
  readonly elicitation: boolean;
  /** The digests of the tools for which it is trusted; undefined for a server that is not. */
  readonly trusted: ReadonlySet<string> | undefined;
  /** From which level on it is to send log messages; undefined: as it likes. */
  readonly logLevel: LogLevel | undefined;
}

/** A feature, and how it is to stand from now on. */
export type SwitchChange =
  | { readonly feature: 'sampling'; readonly to: Sampling }
  | { readonly feature: 'elicitation'; readonly to: 'on' | 'off' }
  | { readonly feature: 'trusted'; readonly to: TrustedTools | 'off' }
  | { readonly feature: 'log level'; readonly to: LogLevel | 'unset' };

/** Where they are kept. */
export type SwitchStore = Pick<
  RecordStore<SwitchWord, Pick<SwitchWord, 'server' | 'feature'>>,
  'latest' | 'onDidChange' | 'write'
>;

/** A record of more of them would be too long to be read back. */
const mostTrustedTools = 2000;

/**
 * What the user switched for each server, by its fingerprint: another definition is another server, of which nothing
 * was said. Sampling and trust are off until they are switched on. Questions are on: a form sends nothing but what the
 * user looked at and sent, an address is opened only by the user, and a server whose questions are declined learns
 * only that. What cannot be read is off. What takes something away holds in this window at once, also where it cannot
 * be kept.
 */
export class ServerSwitches implements Disposable {
  readonly #store: SwitchStore;
  readonly #clock: Clock;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<void>());
  /** The servers that may sample in this session without being asked: a word of this window alone. */
  readonly #session = new Set<Fingerprint>();
  /** The servers about whose sampling something was said in this window. */
  readonly #spokenOf = new Set<Fingerprint>();
  /** What was switched off here and is not kept yet, by server and feature. */
  readonly #offHere = new Set<string>();

  /** Fires when some switch of some server is another, by this window or another. */
  readonly onDidChange = this.#changed.event;

  constructor(store: SwitchStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#lifetime.add(store.onDidChange(() => this.#refresh()));
  }

  /** How everything stands for one server. */
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

  /** The servers that may sample in this session without being asked. */
  get sessionSampling(): readonly Fingerprint[] {
    return [...this.#session];
  }

  /** Takes over for which servers an extension host of this window before this one had the session's word. */
  adopt(sampling: readonly Fingerprint[]): void {
    const standing = sampling.filter((server) => {
      return !this.#spokenOf.has(server) && this.#keptSampling(server) === 'ask';
    });
    for (const server of standing) this.#session.add(server);
    if (standing.length > 0) this.#changed.fire();
  }

  /**
   * Switches a feature of a server. What takes something away holds at once, everything else once it is kept.
   * @throws {UserError} when it could not be kept; what takes something away holds in this window all the same
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
    // Nothing more than a question each time is kept: another window has its own session.
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

  /** What was said last of a feature; `off` for what cannot be read. */
  #latest(server: Fingerprint, feature: Feature): SwitchWord | 'off' | undefined {
    if (this.#offHere.has(keyOf(server, feature))) return 'off';
    const latest = this.#store.latest({ server, feature });
    return latest === 'unreadable' ? 'off' : latest;
  }

  #refresh(): void {
    // Another window's word about sampling ends what was allowed here for the session.
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
