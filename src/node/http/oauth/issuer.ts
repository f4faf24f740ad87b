import { createHash, timingSafeEqual } from 'node:crypto';
import type { OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js';
import { UserError } from '../../../core/errors';
import { recordOf } from '../../../core/recordOf';
import { displayText } from '../../../core/text';

/** The authorization server that signs the user in, as far as a sign-in relies on it. */
export interface Issuer {
  /** The id that it gives itself; its URL where it has no metadata. */
  readonly id: string;
  readonly authorization: URL;
  readonly token: URL;
  readonly registration: URL | undefined;
  /** Whether it says in each answer of the browser who it is (RFC 9207, section 3). */
  readonly namesItself: boolean;
}

/**
 * Reads the issuer from its metadata.
 * @throws {UserError} when the metadata are those of another issuer than the one they were fetched from (RFC 8414,
 * section 3.3)
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
 * Takes the code out of the browser's answer (RFC 6749, section 4.1.2; RFC 9207, section 2.4, for its sender).
 * @throws {UserError} when it has none, is from another sign-in or issuer, or reports an error
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
  if (code === null) throw new UserError('The browser returned no authorization code. Sign in again.');
  return code;
}

/**
 * A server that names no authorization server is one itself (MCP 2025-03-26, authorization, 2.3.2). Its metadata are at
 * the root of its origin, whatever path the issuer has: whoever answers there controls both.
 */
function isOfOrigin(issuer: string, url: string): boolean {
  return URL.canParse(issuer) && new URL(issuer).origin === new URL(url).origin;
}

/**
 * A `/` at the end makes no difference: the URL of metadata is built from the issuer without it (RFC 8414, section
 * 3.1).
 */
function isSameIssuer(one: string, other: string): boolean {
  const trimmed = (text: string) => (text.endsWith('/') ? text.slice(0, -1) : text);
  return trimmed(one) === trimmed(other);
}
