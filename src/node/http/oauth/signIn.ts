import { Emitter } from '../../../core/event';
import { parseAddress } from '../../../core/servers/address';
import { serverId, type Scope, type ServerDefinition } from '../../../core/servers/definition';
import type { AddressLaunch } from '../../../core/servers/launch';
import type { BegunSignIn, Challenge, SignInSubject } from './signInSubject';
import { SignInStore, type SignInSecrets } from './keptSignIn';
import { thisNetwork, type SignInNetwork } from './signInReach';

/** Who says in the definition how to be known needs no other way, and a socket is this machine's: undefined for them. */
function subjectOf({ url, headers, oauth = {} }: AddressLaunch, scope: string): SignInSubject | undefined {
  const address = parseAddress(url);
  const canSignIn = address.kind === 'network' && !new Headers(headers).has('authorization');
  return canSignIn ? { url: address.url, client: oauth, scope } : undefined;
}

/** Signing in at one server, and what came of it: tokens go to that server only. */
export class SignIn {
  readonly #subject: SignInSubject;
  readonly #store: SignInStore;
  readonly #network: SignInNetwork;
  readonly #changed = new Emitter<void>();
  #challenge: Challenge = { resourceMetadataUrl: undefined, scope: undefined };
  #renewing: Promise<boolean> | undefined;
  #hasToken = false;

  /** Fires when the user has signed in or out. */
  readonly onDidChange = this.#changed.event;

  constructor(subject: SignInSubject, secrets: SignInSecrets, network = thisNetwork) {
    this.#subject = subject;
    this.#network = network;
    const { origin, pathname, search } = subject.url;
    const resource = `${origin}${pathname}${search}`;
    this.#store = new SignInStore(secrets, [resource, subject.client.clientId ?? ''], subject.scope);
  }

  /** Whether there was a token when one was needed last. */
  get isSignedIn(): boolean {
    return this.#hasToken;
  }

  /** The token that goes to the server, if the user has signed in. */
  async token(): Promise<string | undefined> {
    const issuer = await this.#store.issuer();
    const { tokens } = issuer === undefined ? {} : await this.#store.read(issuer);
    const token = tokens?.['access_token'];
    this.#hasToken = typeof token === 'string';
    return typeof token === 'string' && /^[\x21-\x7e]+$/u.test(token) ? token : undefined;
  }

  /** Takes note of what the server wants, for the next sign-in. */
  async challenged(response: Response): Promise<void> {
    const { challengeOf } = await import('./oauthFlow.js');
    const { resourceMetadataUrl, scope } = challengeOf(response);
    this.#challenge = { resourceMetadataUrl, scope: scope ?? this.#challenge.scope };
  }

  /**
   * Gets another token without asking anybody, if the last sign-in allows that. Nothing is registered and no browser
   * is opened (rule 2); nobody is asked but who gave the last one, whom the user was shown.
   * @returns whether there is another one now
   */
  renew(): Promise<boolean> {
    this.#renewing ??= this.#renew().finally(() => (this.#renewing = undefined));
    return this.#renewing;
  }

  /**
   * Finds out where to sign in, and registers the extension there, if need be.
   * @param redirectUrl to where the browser brings the answer
   * @returns undefined when it turned out that the user needs not to sign in again
   * @throws {UserError} when the server does not say where to sign in, or nobody answers there
   */
  async begin(redirectUrl: string): Promise<BegunSignIn | undefined> {
    const { beginSignIn } = await import('./oauthFlow.js');
    const begun = await beginSignIn(this.#subject, this.#challenge, this.#store, redirectUrl, this.#network);
    if (begun === undefined) {
      this.#tell(true);
      return undefined;
    }
    const finish = async (answer: URLSearchParams) => {
      await begun.finish(answer);
      this.#tell(true);
    };
    return { ...begun, finish };
  }

  /** Forgets the tokens and what was registered. The server may keep its side of it. */
  async signOut(): Promise<void> {
    await this.#store.forgetAll();
    this.#tell(false);
  }

  async #renew(): Promise<boolean> {
    const issuer = await this.#store.issuer();
    if (issuer === undefined) return false;
    const kept = await this.#store.read(issuer);
    if (typeof kept.tokens?.['refresh_token'] !== 'string') return false;
    const { renewTokens } = await import('./oauthFlow.js');
    return renewTokens(this.#subject, this.#store, issuer, kept, this.#network);
  }

  #tell(hasToken: boolean): void {
    this.#hasToken = hasToken;
    this.#changed.fire();
  }
}

/** The sign-ins of this window, one for each server and application. */
export class SignIns {
  readonly #secrets: SignInSecrets;
  readonly #workspace: string;
  readonly #byResource = new Map<string, SignIn>();
  readonly #byServer = new Map<string, SignIn>();

  /** @param workspace names the workspace of this window */
  constructor(secrets: SignInSecrets, workspace: string) {
    this.#secrets = secrets;
    this.#workspace = workspace;
  }

  /** That of a server at its address; undefined where nobody signs in there. */
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

  /** That of a server that was spoken to before. */
  known(id: string): SignIn | undefined {
    return this.#byServer.get(id);
  }
}

/** Each workspace, and each of its folders, is a scope of its own; yours is one in all of them. */
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
