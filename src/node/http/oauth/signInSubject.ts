import type { OAuthClient } from '../../../core/servers/definition';

/** What a server says with its 401 or 403 (RFC 9728, section 5.1; RFC 6750, section 3.1). */
export interface Challenge {
  readonly resourceMetadataUrl: URL | undefined;
  readonly scope: string | undefined;
}

/** Where and as what is signed in. */
export interface SignInSubject {
  /** The server's own address. */
  readonly url: URL;
  readonly client: OAuthClient;
  /** Where the definition stands: a sign-in is not used by definitions of other scopes. */
  readonly scope: string;
}

/** A sign-in that waits for the browser. */
export interface BegunSignIn {
  /** To be opened in the browser, once the user has seen its host. */
  readonly url: URL;
  /** Comes back with the answer. */
  readonly state: string;
  /** Where what the browser brings is exchanged for tokens: shown before, too. */
  readonly tokenHost: string;
  /** Whether the client secret of the definition goes there, and from then on to no other issuer. */
  readonly sendsSecret: boolean;
  /**
   * Takes the answer of the browser.
   * @throws {UserError} when it is none, or the sign-in was refused
   */
  finish(answer: URLSearchParams): Promise<void>;
}
