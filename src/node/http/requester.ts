import type { Address } from '../../core/servers/address';
import { networkText, redirectText } from './failureText';
import { HttpFailure } from './httpFailure';
import type { SignIn } from './oauth/signIn';
import { socketFetch } from './socketFetch';

/** Redirects within the origin that are followed one after another. */
const mostRedirects = 5;

/** As whom the server is spoken to. */
type Authorization = Pick<SignIn, 'token' | 'renew' | 'challenged'>;

/** One exchange, but for what every exchange with this server carries. */
interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly signal: AbortSignal;
}

/**
 * Carries out an exchange; an answer of any status but a redirect is handed on.
 * @throws {HttpFailure} when nobody answers, or a redirect leads elsewhere
 */
export type Requester = (request: HttpRequest) => Promise<Response>;

/**
 * The one door to a server at an address. The headers of its definition go with every exchange, and to its own origin
 * only: a redirect is followed within the origin, and never by turning a message into something else. On the network
 * it is the global `fetch`, which VS Code has replaced by one that heeds its proxy settings.
 * Where the server asks who the user is, it is told so by the token of a sign-in, which is renewed once where that is
 * possible without the user.
 */
export function requesterFor(
  address: Address,
  headers: Readonly<Record<string, string>>,
  signIn?: Authorization,
): Requester {
  const plain = plainRequester(address, headers);
  if (signIn === undefined) return plain;
  const authorized: Requester = async (request) => {
    const token = await signIn.token();
    if (token === undefined) return plain(request);
    return plain({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } });
  };
  return async (request) => {
    const response = await authorized(request);
    if (response.status !== 401 && !lacksScope(response)) return response;
    await signIn.challenged(response);
    if (response.status !== 401 || !(await signIn.renew())) return response;
    await response.body?.cancel();
    return authorized(request);
  };
}

/** A sign-in that is good, but not for this (RFC 6750, section 3.1). */
export function lacksScope({ status, headers }: Response): boolean {
  return status === 403 && /\berror="?insufficient_scope\b/u.test(headers.get('www-authenticate') ?? '');
}

function plainRequester(address: Address, headers: Readonly<Record<string, string>>): Requester {
  const { host } = address.kind === 'network' ? address.url : { host: address.socketPath };
  const exchange =
    address.kind === 'socket'
      ? socketFetch(address.socketPath)
      : (url: URL, init: RequestInit) => fetch(url, init);
  return async ({ url: first, headers: own, method, body, signal }) => {
    const all = new Headers(headers);
    for (const [name, value] of Object.entries(own)) all.set(name, value);
    let url = first;
    for (let followed = 0; ; followed += 1) {
      const init = { method, headers: all, signal, redirect: 'manual', ...(body && { body }) } as const;
      const response = await exchange(url, init).catch((error: unknown) => {
        if (signal.aborted) throw error;
        throw new HttpFailure('no connection', networkText(error, host), undefined, { cause: error });
      });
      if (!isRedirect(response)) return response;
      await response.body?.cancel();
      const target = targetOf(response, url);
      const keepsMethod = method === 'GET' || response.status === 307 || response.status === 308;
      if (target?.origin !== url.origin || !keepsMethod || followed === mostRedirects)
        throw new HttpFailure('refused', redirectText(host, target));
      url = target;
    }
  };
}

function isRedirect({ status, headers }: Response): boolean {
  return [301, 302, 303, 307, 308].includes(status) && headers.has('location');
}

function targetOf({ headers }: Response, from: URL): URL | undefined {
  const location = headers.get('location') ?? '';
  if (!URL.canParse(location, from.href)) return undefined;
  const target = new URL(location, from);
  return target.username === '' && target.password === '' ? target : undefined;
}
