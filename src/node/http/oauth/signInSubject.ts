import type { OAuthClient } from '../../../core/servers/definition';

/** What a server demands with its 401 or 403 (RFC 9728, section 5.1; RFC 6750, section 3.1). */
export interface Challenge {
  readonly resourceMetadataUrl: URL | undefined;
  readonly scope: string | undefined;
}

/** The server at which to sign in, and the client to sign in as. */
export interface SignInSubject {
  /** The server's own URL. */
  readonly url: URL;
  readonly client: OAuthClient;
  /** The scope of the definition: a sign-in is not used by definitions of other scopes. */
  readonly scope: string;
}

/** A sign-in that waits for the browser's answer. */
export interface BegunSignIn {
  /** To be opened in the browser, once the user has seen its host. */
  readonly url: URL;
  /** The answer must have the same value. */
  readonly state: string;
  /** The host that exchanges the browser's answer for tokens; shown to the user before. */
  readonly tokenHost: string;
  /** Whether the client secret of the definition is sent there; from then on, it is sent to no other issuer. */
  readonly sendsSecret: boolean;
  /** Takes the browser's answer. @throws {UserError} when the answer is not valid, or the sign-in was refused */
  finish(answer: URLSearchParams): Promise<void>;
}
