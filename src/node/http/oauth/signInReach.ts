import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { UserError } from '../../../core/errors';
import { addressStaysHere } from '../../../core/servers/address';
import { displayText } from '../../../core/text';
import { readBody } from '../body';
import { networkText } from '../failureText';
import { isNearer, zoneOf, type Zone } from './zone';

/** The network, as a sign-in uses it. */
export interface SignInNetwork {
  fetch(url: URL, init: RequestInit): Promise<Response>;
  /**
   * Every IP address of a name.
   * @throws where nobody knows it
   */
  lookup(name: string): Promise<readonly string[]>;
}

/** That of this machine; its `fetch` is the global one, which VS Code has replaced by one that heeds its proxy settings. */
export const thisNetwork: SignInNetwork = {
  fetch: (url, init) => fetch(url, init),
  lookup: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
};

/** Milliseconds for each exchange with who signs in. */
const exchangeBound = 20_000;
/** Bytes of a document of metadata, a registration or an answer with tokens. */
const longestDocument = 256 * 1024;

/**
 * Whom one sign-in may ask. A server names who signs in for it, and that one names others: each can only name what is
 * at least as far from this machine as where it was named, so that nobody on the network has a service of this machine
 * or of its private networks asked. The server's own origin can always be asked: the user named it.
 *
 * A name is looked up before it is asked, and asked by name afterwards, since a proxy may have to do it. What answers
 * then has to prove by its certificate that it goes by that name: nothing is asked without encryption but what is on
 * this machine by its very name.
 */
export class SignInReach {
  readonly #server: URL;
  readonly #network: SignInNetwork;
  readonly #only: URL | undefined;
  /** Where the farthest is that was heard of so far. */
  #farthest: Promise<Zone | undefined> | undefined;
  #refusal: UserError | undefined;

  /** @param only where nothing else than this origin is asked: it is all that the user was shown */
  constructor(server: URL, network: SignInNetwork, only?: URL) {
    this.#server = server;
    this.#network = network;
    this.#only = only;
  }

  /** The first that was refused, also where whoever wanted it went on without it. */
  get refusal(): UserError | undefined {
    return this.#refusal;
  }

  /**
   * Follows no redirect.
   * @throws {UserError} when it may not be asked, or says too much
   * @throws {TypeError} when nobody answers
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

  /** @throws {UserError} when it may not be asked, nor opened in a browser */
  async check(url: URL): Promise<void> {
    await this.#check(url);
  }

  /** @returns where the farthest address of its host is; undefined where nobody here knows its name */
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
    // A name that is not known here can be known to a proxy: then the names of the internet are unknown here altogether.
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

  /** The nearest first; none where nobody here knows the name. */
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
