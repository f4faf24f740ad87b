import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  auth,
  extractWWWAuthenticateParams,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
} from '@modelcontextprotocol/sdk/client/auth.js';
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import { messageOf, UserError } from '../../../core/errors';
import { addressStaysHere } from '../../../core/servers/address';
import type { OAuthClient } from '../../../core/servers/definition';
import { displayText } from '../../../core/text';
import { networkText } from '../failureText';
import type { KeptSignIn, SignInStore } from './keptSignIn';
import type { BegunSignIn, Challenge, SignInSubject } from './signIn';

/** Milliseconds for each exchange with who signs in. */
const exchangeBound = 20_000;

/** OAuth 2.1 as the SDK carries it out: in a bundle of its own, since few servers ask for it. */

/** What the server wants, as it says with a 401 or 403. */
export function challengeOf(response: Response): Challenge {
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
  return { resourceMetadataUrl, scope };
}

/**
 * Begins to sign in: metadata of the resource and of who issues its tokens, registration, PKCE.
 * @returns undefined when tokens could be renewed meanwhile
 * @throws {UserError}
 */
export async function beginSignIn(
  { url, client }: SignInSubject,
  { resourceMetadataUrl, scope }: Challenge,
  store: SignInStore,
  redirectUrl: string,
): Promise<BegunSignIn | undefined> {
  const provider = new BrowserProvider(store, client, redirectUrl);
  const options = {
    serverUrl: url,
    fetchFn: safeFetch,
    ...(resourceMetadataUrl && { resourceMetadataUrl }),
    ...(scope !== undefined && { scope }),
  };
  const said = async (run: () => ReturnType<typeof auth>) =>
    run().catch((error: unknown) => Promise.reject(signInError(error, url)));
  const result = await said(() => auth(provider, options));
  if (result === 'AUTHORIZED') return undefined;
  const { authorizationUrl, currentState } = provider;
  if (authorizationUrl === undefined || !isSafe(authorizationUrl))
    throw new UserError(`"${url.host}" names no safe address to sign in at. Ask whoever runs it.`);
  return {
    url: authorizationUrl,
    state: currentState,
    finish: async (answer) => {
      const code = codeOf(answer, currentState, provider.issuer);
      await said(() => auth(provider, { ...options, authorizationCode: code }));
    },
  };
}

/** Renews tokens; what cannot be renewed is forgotten. @returns whether that came about */
export async function renewTokens(
  { url, client }: SignInSubject,
  store: SignInStore,
  issuer: string,
  kept: KeptSignIn,
): Promise<boolean> {
  const provider = new BrowserProvider(
    store,
    client,
    kept.client?.redirectUrl ?? 'http://localhost/',
    issuer,
  );
  try {
    return (await auth(provider.silent, { serverUrl: url, fetchFn: safeFetch })) === 'AUTHORIZED';
  } catch {
    return false;
  }
}

/** What the SDK asks of its host, for one sign-in. */
class BrowserProvider implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadata: OAuthClientMetadata;
  readonly currentState = randomBytes(32).toString('base64url');
  readonly #store: SignInStore;
  readonly #client: OAuthClient;
  #issuer: string | undefined;
  #discovery: OAuthDiscoveryState | undefined;
  #verifier = '';
  authorizationUrl: URL | undefined;

  constructor(store: SignInStore, client: OAuthClient, redirectUrl: string, issuer?: string) {
    this.#store = store;
    this.#client = client;
    this.#issuer = issuer;
    this.redirectUrl = redirectUrl;
    this.clientMetadata = {
      client_name: 'MCP Roots for VS Code',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: client.clientSecret === undefined ? 'none' : 'client_secret_basic',
      ...(client.scopes && { scope: client.scopes.join(' ') }),
    };
  }

  /** The same, but for whatever would need the user. */
  get silent(): OAuthClientProvider {
    const refuse = () => Promise.reject(new Error('Only the user signs in.'));
    return {
      redirectUrl: this.redirectUrl,
      clientMetadata: this.clientMetadata,
      clientInformation: () => this.clientInformation(),
      tokens: () => this.tokens(),
      saveTokens: (tokens) => this.saveTokens(tokens),
      discoveryState: () => this.discoveryState(),
      saveDiscoveryState: (state) => this.saveDiscoveryState(state),
      invalidateCredentials: () => this.#store.forget(),
      redirectToAuthorization: refuse,
      saveCodeVerifier: refuse,
      codeVerifier: refuse,
    };
  }

  /** Who issues the tokens, once that is known. */
  get issuer(): string | undefined {
    return this.#discovery?.authorizationServerMetadata?.issuer ?? this.#issuer;
  }

  state(): string {
    return this.currentState;
  }

  async clientInformation(): Promise<OAuthClientInformationMixed | undefined> {
    const { clientId, clientSecret } = this.#client;
    if (clientId !== undefined)
      return { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) };
    const { client } = await this.#kept();
    if (client?.redirectUrl !== this.redirectUrl) return undefined;
    return client.information as OAuthClientInformationMixed;
  }

  async saveClientInformation(information: OAuthClientInformationMixed): Promise<void> {
    if (this.#client.clientId !== undefined || this.#issuer === undefined) return;
    const client = { redirectUrl: this.redirectUrl, information: { ...information } };
    await this.#store.write(this.#issuer, { ...(await this.#kept()), client });
  }

  async tokens(): Promise<OAuthTokens | undefined> {
    return (await this.#kept()).tokens as OAuthTokens | undefined;
  }

  async saveTokens(tokens: OAuthTokens): Promise<void> {
    if (this.#issuer !== undefined)
      await this.#store.write(this.#issuer, { ...(await this.#kept()), tokens: { ...tokens } });
  }

  redirectToAuthorization(url: URL): void {
    this.authorizationUrl = url;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state;
    this.#issuer = state.authorizationServerUrl;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery;
  }

  /** The application may have been forgotten by who had registered it, tokens may be worthless: both are found anew. */
  async invalidateCredentials(what: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    if (this.#issuer === undefined || what === 'verifier' || what === 'discovery') return;
    const { client } = await this.#kept();
    await this.#store.write(this.#issuer, what === 'tokens' && client ? { client } : {});
  }

  async #kept(): Promise<KeptSignIn> {
    return this.#issuer === undefined ? {} : this.#store.read(this.#issuer);
  }
}

/**
 * The code out of the browser's answer (RFC 6749, section 4.1.2; RFC 9207 for who it is from).
 * @throws {UserError} when it is none
 */
function codeOf(answer: URLSearchParams, state: string, issuer: string | undefined): string {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  if (!timingSafeEqual(hash(answer.get('state') ?? ''), hash(state)))
    throw new UserError('The answer of the browser belongs to another sign-in. Sign in again.');
  const from = answer.get('iss');
  if (from !== null && issuer !== undefined && from !== issuer)
    throw new UserError('The answer of the browser is from somebody else than who was asked. Sign in again.');
  const error = answer.get('error');
  if (error !== null) {
    const why = displayText(answer.get('error_description') ?? error, 200);
    throw new UserError(`The sign-in was refused: ${why}`);
  }
  const code = answer.get('code');
  if (code === null) throw new UserError('The answer of the browser brings nothing. Sign in again.');
  return code;
}

/** Nothing of a sign-in goes unencrypted over a network. */
function isSafe({ protocol, href }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && addressStaysHere(href));
}

async function safeFetch(to: string | URL, init?: RequestInit): Promise<Response> {
  const url = new URL(to);
  if (!isSafe(url)) throw new UserError(`"${url.host}" is to be signed in at without encryption: not done.`);
  return fetch(url, { ...init, signal: AbortSignal.timeout(exchangeBound) });
}

function signInError(error: unknown, { host }: URL): UserError {
  if (error instanceof UserError) return error;
  const why =
    error instanceof TypeError
      ? networkText(error, host)
      : displayText(messageOf(error) || 'no reason given', 300);
  return new UserError(`Signing in at "${host}" did not work. ${why}`, { cause: error });
}
