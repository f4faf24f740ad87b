import { createHash, timingSafeEqual } from 'node:crypto';
import type { OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js';
import { UserError } from '../../../core/errors';
import { recordOf } from '../../../core/recordOf';
import { displayText } from '../../../core/text';

/** Who signs in, as far as it is known: what a sign-in relies on. */
export interface Issuer {
  /** As it names itself. */
  readonly id: string;
  readonly authorization: URL;
  readonly token: URL;
  readonly registration: URL | undefined;
  /** Says in each answer of the browser who it is (RFC 9207, section 3). */
  readonly namesItself: boolean;
}

/**
 * Who signs in, out of its metadata.
 * @throws {UserError} when they are about another issuer than the one from whose address they came (RFC 8414, section 3.3)
 */
export function issuerOf({
  authorizationServerUrl: url,
  authorizationServerMetadata: said,
  resourceMetadata,
}: OAuthDiscoveryState): Issuer {
  const at = (path: string) => new URL(path, url);
  if (said === undefined)
    return {
      id: url,
      authorization: at('/authorize'),
      token: at('/token'),
      registration: at('/register'),
      namesItself: false,
    };
  const isBoth = resourceMetadata === undefined && isOfOrigin(said.issuer, url);
  if (!isBoth && !isSameIssuer(said.issuer, url))
    throw new UserError(
      `"${displayText(new URL(url).host, 200)}" passes itself off as "${displayText(said.issuer, 200)}": ` +
        'nobody is signed in there. Tell whoever runs the server.',
    );
  return {
    id: said.issuer,
    authorization: new URL(said.authorization_endpoint),
    token: new URL(said.token_endpoint),
    registration: said.registration_endpoint === undefined ? undefined : new URL(said.registration_endpoint),
    namesItself: recordOf(said)['authorization_response_iss_parameter_supported'] === true,
  };
}

/**
 * The code out of the browser's answer (RFC 6749, section 4.1.2; RFC 9207, section 2.4, for who it is from).
 * @throws {UserError} when it is none
 */
export function codeOf(answer: URLSearchParams, state: string, { id, namesItself }: Issuer): string {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  if (!timingSafeEqual(hash(answer.get('state') ?? ''), hash(state)))
    throw new UserError('The answer of the browser belongs to another sign-in. Sign in again.');
  const from = answer.getAll('iss');
  if (from.some((each) => each !== id))
    throw new UserError('The answer of the browser is from somebody else than who was asked. Sign in again.');
  if (namesItself && from.length === 0)
    throw new UserError(
      `The answer of the browser does not say who it is from, as "${displayText(id, 200)}" promises. ` +
        'It is not used, since it could be from somebody else. Sign in again.',
    );
  const error = answer.get('error');
  if (error !== null) {
    const why = displayText(answer.get('error_description') ?? error, 200);
    throw new UserError(`The sign-in was refused: ${why}`);
  }
  const code = answer.get('code');
  if (code === null) throw new UserError('The answer of the browser brings nothing. Sign in again.');
  return code;
}

/**
 * A server that names nobody to sign in at is that itself (MCP 2025-03-26, authorization, 2.3.2): its metadata lie at the
 * root of its origin, whichever path of it the issuer has. Whoever answers there answers for both.
 */
function isOfOrigin(issuer: string, url: string): boolean {
  return URL.canParse(issuer) && new URL(issuer).origin === new URL(url).origin;
}

/** An address of metadata is made of the issuer without the `/` at its end (RFC 8414, section 3.1). */
function isSameIssuer(one: string, other: string): boolean {
  const trimmed = (text: string) => (text.endsWith('/') ? text.slice(0, -1) : text);
  return trimmed(one) === trimmed(other);
}
