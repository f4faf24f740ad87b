import { parseAddress } from '../../../core/servers/address';
import { serverId, type Scope, type ServerDefinition } from '../../../core/servers/definition';
import type { AddressLaunch } from '../../../core/servers/launch';
import type { BegunSignIn, Challenge, SignInSubject } from './signInSubject';
import { SignInStore, type SignInSecrets } from './keptSignIn';
import { thisNetwork, type SignInNetwork } from './signInReach';

/**
 * Undefined where no sign-in is possible: the definition has an authorization header, or the server is at a local
 * socket.
 */
function subjectOf({ url, headers, oauth = {} }: AddressLaunch, scope: string): SignInSubject | undefined {
  const address = parseAddress(url);
  const canSignIn = address.kind === 'network' && !new Headers(headers).has('authorization');
  return canSignIn ? { url: address.url, client: oauth, scope } : undefined;
}

/** Signing in at one server, and the tokens from it; they are sent to that server only. */
export class SignIn {
  readonly #subject: SignInSubject;
  readonly #store: SignInStore;
  readonly #network: SignInNetwork;
  #challenge: Challenge = { resourceMetadataUrl: undefined, scope: undefined };
  #renewing: Promise<boolean> | undefined;

  constructor(subject: SignInSubject, secrets: SignInSecrets, network = thisNetwork) {
    this.#subject = subject;
    this.#network = network;
    const { origin, pathname, search } = subject.url;
    const resource = `${origin}${pathname}${search}`;
    this.#store = new SignInStore(secrets, [resource, subject.client.clientId ?? ''], subject.scope);
  }

  /** The token to send to the server; undefined where the user is not signed in. */
  async token(): Promise<string | undefined> {
    const issuer = await this.#store.issuer();
    const { tokens } = issuer === undefined ? {} : await this.#store.read(issuer);
    const token = tokens?.['access_token'];
    return typeof token === 'string' && /^[\x21-\x7e]+$/u.test(token) ? token : undefined;
  }

  /** Remembers what the server demands, for the next sign-in. */
  async challenged(response: Response): Promise<void> {
    const { challengeOf } = await import('./oauthFlow.js');
    const { resourceMetadataUrl, scope } = challengeOf(response);
    this.#challenge = { resourceMetadataUrl, scope: scope ?? this.#challenge.scope };
  }

  /**
   * Renews the token without asking the user, if the last sign-in allows that. Nothing is registered and no browser is
   * opened (rule 2); requests go only to where the last token was issued, which the user was shown.
   * @returns whether there is a new token
   */
  renew(): Promise<boolean> {
    this.#renewing ??= this.#renew().finally(() => (this.#renewing = undefined));
    return this.#renewing;
  }

  /**
   * Finds out where to sign in, and registers the extension there if necessary.
   * @param redirectUrl where the browser sends the answer
   * @returns undefined when it turned out that no new sign-in is needed
   * @throws {UserError} when the server does not say where to sign in, or there is no answer
   */
  async begin(redirectUrl: string): Promise<BegunSignIn | undefined> {
    const { beginSignIn } = await import('./oauthFlow.js');
    return beginSignIn(this.#subject, this.#challenge, this.#store, redirectUrl, this.#network);
  }

  /** Removes the tokens and the registration stored here. The server may keep what it has. */
  async signOut(): Promise<void> {
    await this.#store.forgetAll();
  }

  async #renew(): Promise<boolean> {
    const issuer = await this.#store.issuer();
    if (issuer === undefined) return false;
    const kept = await this.#store.read(issuer);
    if (typeof kept.tokens?.['refresh_token'] !== 'string') return false;
    const { renewTokens } = await import('./oauthFlow.js');
    return renewTokens(this.#subject, this.#store, issuer, kept, this.#network);
  }
}

/** The sign-ins of this window, one for each server and application. */
export class SignIns {
  readonly #secrets: SignInSecrets;
  readonly #workspace: string;
  readonly #byResource = new Map<string, SignIn>();
  readonly #byServer = new Map<string, SignIn>();

  /** @param workspace the id of the workspace of this window */
  constructor(secrets: SignInSecrets, workspace: string) {
    this.#secrets = secrets;
    this.#workspace = workspace;
  }

  /** The sign-in of a server at its URL; undefined where none is possible. */
  of(
    definition: Pick<ServerDefinition, 'name' | 'scope' | 'agent'>,
    launch: AddressLaunch,
  ): SignIn | undefined {
    const subject = subjectOf(launch, scopeKey(definition.scope, this.#workspace));
    if (subject === undefined) return undefined;
    const key = JSON.stringify([subject.url.href, subject.client, subject.scope]);
    const known = this.#byResource.get(key) ?? new SignIn(subject, this.#secrets);
    this.#byResource.set(key, known);
    this.#byServer.set(serverId(definition), known);
    return known;
  }

  /** The sign-in that `of` gave for a server last. */
  known(id: string): SignIn | undefined {
    return this.#byServer.get(id);
  }
}

/** Each workspace and each folder is a scope of its own; the user's is the same everywhere. */
function scopeKey(scope: Scope, workspace: string): string {
  switch (scope.kind) {
    case 'bundled':
    case 'user':
      return scope.kind;
    case 'workspace':
      return `workspace ${workspace}`;
    case 'folder':
      return `folder ${scope.uri}`;
  }
}
