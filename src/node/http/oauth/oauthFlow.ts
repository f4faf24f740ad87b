import { randomBytes } from 'node:crypto';
import {
  auth,
  extractWWWAuthenticateParams,
  refreshAuthorization,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
} from '@modelcontextprotocol/sdk/client/auth.js';
import {
  InvalidClientError,
  InvalidGrantError,
  UnauthorizedClientError,
} from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import { messageOf, UserError } from '../../../core/errors';
import type { OAuthClient } from '../../../core/servers/definition';
import { displayText } from '../../../core/text';
import { networkText } from '../failureText';
import { codeOf, issuerOf, type Issuer } from './issuer';
import type { KeptSignIn, SignInStore } from './keptSignIn';
import type { BegunSignIn, Challenge, SignInSubject } from './signInSubject';
import { SignInReach, type SignInNetwork } from './signInReach';

/** OAuth 2.1, carried out by the SDK. Loaded only for the first sign-in, since few servers need one. */

/** What a server demands in its 401 or 403. */
export function challengeOf(response: Response): Challenge {
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
  return { resourceMetadataUrl, scope };
}

/**
 * Begins a sign-in: reads the metadata of the resource and of its issuer, registers, prepares PKCE.
 * @returns undefined when the tokens could be renewed, so that no sign-in is needed
 * @throws {UserError}
 */
export async function beginSignIn(
  { url, client }: SignInSubject,
  { resourceMetadataUrl, scope }: Challenge,
  store: SignInStore,
  redirectUrl: string,
  network: SignInNetwork,
): Promise<BegunSignIn | undefined> {
  const reach = new SignInReach(url, network);
  const provider = new BrowserProvider(store, client, redirectUrl, reach);
  const options = {
    serverUrl: url,
    fetchFn: reach.fetch,
    ...(resourceMetadataUrl && { resourceMetadataUrl }),
    ...(scope !== undefined && { scope }),
  };
  const said = async (run: () => ReturnType<typeof auth>) =>
    run().catch((error: unknown) => Promise.reject(signInError(error, url)));
  const result = await said(() => auth(provider, options));
  if (result === 'AUTHORIZED') return undefined;
  const { authorizationUrl, currentState, issuer } = provider;
  if (authorizationUrl === undefined || issuer === undefined)
    throw new UserError(`"${url.host}" names no URL to sign in at. Ask whoever runs it.`);
  return {
    url: authorizationUrl,
    state: currentState,
    tokenHost: issuer.token.host,
    sendsSecret: client.clientSecret !== undefined,
    finish: async (answer) => {
      const code = codeOf(answer, currentState, issuer);
      if (client.clientSecret !== undefined) await store.bindSecret(client.clientSecret, provider.issuerKey);
      await said(() => auth(provider, { ...options, authorizationCode: code }));
    },
  };
}

/**
 * Renews tokens, and sends requests only to where they were issued. A sign-in that is not valid any more is removed.
 * @returns whether they were renewed
 */
export async function renewTokens(
  { url, client }: SignInSubject,
  store: SignInStore,
  issuer: string,
  kept: KeptSignIn,
  network: SignInNetwork,
): Promise<boolean> {
  const { endpoint } = kept;
  const refreshToken = kept.tokens?.['refresh_token'];
  const information = clientOf(client, kept);
  if (endpoint === undefined || typeof refreshToken !== 'string' || information === undefined) return false;
  if (client.clientSecret !== undefined && (await store.issuerOfSecret(client.clientSecret)) !== issuer)
    return false;
  try {
    const tokens = await refreshAuthorization(issuer, {
      metadata: {
        issuer,
        authorization_endpoint: endpoint.url,
        token_endpoint: endpoint.url,
        response_types_supported: ['code'],
        ...(endpoint.authMethods && { token_endpoint_auth_methods_supported: [...endpoint.authMethods] }),
      },
      clientInformation: information,
      refreshToken,
      ...(endpoint.resource !== undefined && { resource: new URL(endpoint.resource) }),
      fetchFn: new SignInReach(url, network, new URL(endpoint.url)).fetch,
    });
    await store.write(issuer, { ...kept, tokens: { ...tokens, issuer } });
    return true;
  } catch (error) {
    const isWorthless =
      error instanceof InvalidGrantError ||
      error instanceof InvalidClientError ||
      error instanceof UnauthorizedClientError;
    if (isWorthless) await store.forget();
    return false;
  }
}

/** What the SDK needs of its host for one sign-in. */
class BrowserProvider implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadata: OAuthClientMetadata;
  readonly currentState = randomBytes(32).toString('base64url');
  readonly #store: SignInStore;
  readonly #client: OAuthClient;
  readonly #reach: SignInReach;
  #discovery: OAuthDiscoveryState | undefined;
  #issuer: Issuer | undefined;
  #verifier = '';
  authorizationUrl: URL | undefined;

  constructor(store: SignInStore, client: OAuthClient, redirectUrl: string, reach: SignInReach) {
    this.#store = store;
    this.#client = client;
    this.#reach = reach;
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

  /** The issuer; undefined until it is known and was checked. */
  get issuer(): Issuer | undefined {
    return this.#issuer;
  }

  /** The key under which the results of the sign-in are stored. */
  get issuerKey(): string {
    return this.#discovery?.authorizationServerUrl ?? '';
  }

  state(): string {
    return this.currentState;
  }

  async clientInformation(): Promise<OAuthClientInformationMixed | undefined> {
    const kept = await this.#kept();
    const isForThisAnswer = kept.client?.redirectUrl === this.redirectUrl;
    return clientOf(this.#client, isForThisAnswer ? kept : {});
  }

  async saveClientInformation(information: OAuthClientInformationMixed): Promise<void> {
    if (this.#client.clientId !== undefined || this.#discovery === undefined) return;
    const client = { redirectUrl: this.redirectUrl, information: { ...information } };
    await this.#store.write(this.issuerKey, { ...(await this.#kept()), client });
  }

  /** Tokens that were issued at another token endpoint are not used. */
  async tokens(): Promise<OAuthTokens | undefined> {
    const { tokens, endpoint } = await this.#kept();
    return endpoint?.url === this.#issuer?.token.href ? (tokens as OAuthTokens | undefined) : undefined;
  }

  async saveTokens(tokens: OAuthTokens): Promise<void> {
    const { authorizationServerMetadata, resourceMetadata } = this.#discovery ?? {};
    if (this.#issuer === undefined) return;
    const authMethods = authorizationServerMetadata?.token_endpoint_auth_methods_supported;
    const endpoint = {
      url: this.#issuer.token.href,
      ...(authMethods && { authMethods }),
      ...(resourceMetadata && { resource: resourceMetadata.resource }),
    };
    await this.#store.write(this.issuerKey, { ...(await this.#kept()), tokens: { ...tokens }, endpoint });
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

  /** Checks the issuer before anything is sent to it or registered there. @throws {UserError} */
  async saveDiscoveryState(state: OAuthDiscoveryState): Promise<void> {
    if (this.#reach.refusal !== undefined) throw this.#reach.refusal;
    const issuer = issuerOf(state);
    for (const url of [issuer.authorization, issuer.token, issuer.registration])
      if (url !== undefined) await this.#reach.check(url);
    await this.#checkSecret(state.authorizationServerUrl);
    this.#issuer = issuer;
    this.#discovery = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery;
  }

  /**
   * Removes credentials that may be invalid: the application may not be registered any more, or tokens have lost their
   * use.
   */
  async invalidateCredentials(what: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    if (this.#discovery === undefined || what === 'verifier' || what === 'discovery') return;
    const { client } = await this.#kept();
    await this.#store.write(this.issuerKey, what === 'tokens' && client ? { client } : {});
  }

  async #checkSecret(issuer: string): Promise<void> {
    const { clientSecret } = this.#client;
    const entered = clientSecret === undefined ? undefined : await this.#store.issuerOfSecret(clientSecret);
    if (entered === undefined || entered === issuer) return;
    throw new UserError(
      `The client secret of the definition was entered for "${displayText(entered, 200)}"; now ` +
        `"${displayText(issuer, 200)}" is to have it, which it is not given. If that is right, sign out first.`,
    );
  }

  async #kept(): Promise<KeptSignIn> {
    return this.#discovery === undefined ? {} : this.#store.read(this.issuerKey);
  }
}

/** The client for a sign-in: from the definition, else the one that was registered. */
function clientOf(
  { clientId, clientSecret }: OAuthClient,
  { client }: KeptSignIn,
): OAuthClientInformationMixed | undefined {
  if (clientId === undefined) return client?.information as OAuthClientInformationMixed | undefined;
  return { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) };
}

function signInError(error: unknown, { host }: URL): UserError {
  if (error instanceof UserError) return error;
  const why =
    error instanceof TypeError
      ? networkText(error, host)
      : displayText(messageOf(error) || 'no reason given', 300);
  return new UserError(`Signing in at "${host}" did not work. ${why}`, { cause: error });
}
