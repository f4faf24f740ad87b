import type { Address } from '../../core/servers/address';
import { networkText, redirectText } from './failureText';
import { HttpFailure } from './httpFailure';
import type { SignIn } from './oauth/signIn';
import { socketFetch } from './socketFetch';

/** How many redirects within the origin are followed in a row. */
const mostRedirects = 5;

/** The sign-in, as far as requests need it. */
type Authorization = Pick<SignIn, 'token' | 'renew' | 'challenged'>;

/** One exchange, without what is added to every exchange with this server. */
interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly signal: AbortSignal;
}

/**
 * Carries out an exchange. Answers of any status are returned, except redirects.
 * @throws {HttpFailure} when there is no answer, or a redirect is not followed
 */
export type Requester = (request: HttpRequest) => Promise<Response>;

/**
 * The only way to a server at a URL. The headers of its definition are sent with every exchange, and only to its own
 * origin: a redirect is followed only within the origin, and only if the method stays the same. Network requests use
 * the global `fetch`, which VS Code has replaced by one that follows its proxy settings. If the user has signed in, the
 * token is sent; when the server answers 401, it is renewed once if that is possible without the user.
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

/** The token is valid, but its scope does not suffice (RFC 6750, section 3.1). */
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
