import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { UserError } from '../../../core/errors';
import { addressStaysHere } from '../../../core/servers/address';
import { displayText } from '../../../core/text';
import { readBody } from '../body';
import { networkText } from '../failureText';
import { isNearer, zoneOf, type Zone } from './zone';

/** The network that a sign-in uses. */
export interface SignInNetwork {
  fetch(url: URL, init: RequestInit): Promise<Response>;
  /** All IP addresses of a name. @throws when the name cannot be resolved */
  lookup(name: string): Promise<readonly string[]>;
}

/**
 * The network of this machine. Its `fetch` is the global one, which VS Code has replaced by one that follows its proxy
 * settings.
 */
export const thisNetwork: SignInNetwork = {
  fetch: (url, init) => fetch(url, init),
  lookup: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
};

/** How long each exchange of a sign-in may take, in milliseconds. */
const exchangeBound = 20_000;
/** The longest document of metadata, registration or answer with tokens, in bytes. */
const longestDocument = 256 * 1024;

/**
 * Decides which hosts one sign-in may send requests to. A server names its authorization server, and that names other
 * URLs. Each may name only hosts that are at least as far from this machine as itself, so that nobody on the network
 * can have requests sent to services of this machine or its private networks. The server's own origin is always
 * allowed, because the user named it.
 *
 * A name is resolved for this check, but the request is sent to the name, because a proxy may have to resolve it. That
 * the right host answers is ensured by its certificate: requests without encryption go only to hosts that are this
 * machine by name.
 */
export class SignInReach {
  readonly #server: URL;
  readonly #network: SignInNetwork;
  readonly #only: URL | undefined;
  /** The farthest zone of everything that took part so far. */
  #farthest: Promise<Zone | undefined> | undefined;
  #refusal: UserError | undefined;

  /** @param only the only origin that may be asked, where set: the user was shown no other */
  constructor(server: URL, network: SignInNetwork, only?: URL) {
    this.#server = server;
    this.#network = network;
    this.#only = only;
  }

  /** The first refusal, even if its caller went on without what was refused. */
  get refusal(): UserError | undefined {
    return this.#refusal;
  }

  /**
   * Sends a request; follows no redirect.
   * @throws {UserError} when the host may not be asked, or its answer is too long
   * @throws {TypeError} when there is no answer
   */
  readonly fetch = async (to: string | URL, init?: RequestInit): Promise<Response> => {
    const url = new URL(to);
    const zone = await this.#check(url);
    const signal = AbortSignal.timeout(exchangeBound);
    const response = await this.#network.fetch(url, { ...init, redirect: 'manual', signal });
    const body = await readBody(response, longestDocument);
    if (!Buffer.isBuffer(body)) throw new UserError(`"${shown(url)}" says more than is taken.`);
    if (response.ok) await this.#heardFrom(zone);
    const { status, headers } = response;
    return new Response(body.length === 0 ? null : new Uint8Array(body), { status, headers });
  };

  /** @throws {UserError} when this URL may neither be asked nor be opened in a browser */
  async check(url: URL): Promise<void> {
    await this.#check(url);
  }

  /** @returns the farthest zone of the host's addresses; undefined where its name cannot be resolved here */
  async #check(url: URL): Promise<Zone | undefined> {
    const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && addressStaysHere(url.href));
    if (!isSafe) throw this.#refused(`"${shown(url)}" is to be signed in at without encryption: not done.`);
    if (this.#only !== undefined && url.origin !== this.#only.origin)
      throw this.#refused(`"${shown(url)}" is not where you signed in: not asked.`);
    this.#farthest ??= this.#zonesOf(this.#server).then(farthestOf);
    const source = await this.#farthest;
    const zones = await this.#zonesOf(url);
    if (url.origin === this.#server.origin) return farthestOf(zones);
    const [nearest] = zones;
    // A name that cannot be resolved here may be resolved by a proxy; but then no name of the internet can be resolved
    // here.
    if (nearest === undefined && source === 'the internet')
      throw this.#refused(networkText({ code: 'ENOTFOUND' }, url.host));
    if (nearest !== undefined && isNearer(nearest, source ?? 'the internet'))
      throw this.#refused(
        `"${shown(url)}" leads to ${nearest}, and whoever names it is farther away: not asked. ` +
          'Tell whoever runs the server.',
      );
    return farthestOf(zones);
  }

  async #heardFrom(zone: Zone | undefined): Promise<void> {
    const before = await this.#farthest;
    if (before === undefined || (zone !== undefined && !isNearer(before, zone))) return;
    this.#farthest = Promise.resolve(zone);
  }

  /** The zones of a host's addresses, nearest first; none where its name cannot be resolved here. */
  async #zonesOf({ hostname }: URL): Promise<readonly Zone[]> {
    const name = hostname.replace(/^\[(.*)\]$/u, '$1');
    if (isIP(name) !== 0) return [zoneOf(name)];
    if (/(?:^|\.)localhost\.?$/u.test(name)) return ['this machine'];
    const addresses = await this.#network.lookup(name).catch(() => []);
    return addresses.map(zoneOf).toSorted((a, b) => (a === b ? 0 : isNearer(a, b) ? -1 : 1));
  }

  #refused(why: string): UserError {
    this.#refusal ??= new UserError(why);
    return this.#refusal;
  }
}

function farthestOf(zones: readonly Zone[]): Zone | undefined {
  return zones.at(-1);
}

function shown({ host }: URL): string {
  return displayText(host, 200);
}
