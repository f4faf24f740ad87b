import type { SignInNetwork } from '../../../src/node/http/oauth/signInReach';

/** What answers at one origin of the imagined network; undefined stands for 404. */
export type Answers = (url: URL, body: string) => object | Response | undefined;

/** A network of names and addresses that are nowhere else, with all that was asked in it. */
export class Internet implements SignInNetwork {
  /** Method and URL of each exchange, in order. */
  readonly asked: string[] = [];
  readonly #addresses: Readonly<Record<string, readonly string[]>>;
  readonly #origins = new Map<string, Answers>();

  /** @param addresses by name; a name that is not among them is not known */
  constructor(addresses: Readonly<Record<string, readonly string[]>>) {
    this.#addresses = addresses;
  }

  at(origin: string, answers: Answers): this {
    this.#origins.set(origin, answers);
    return this;
  }

  async fetch(url: URL, { method = 'GET', body }: RequestInit): Promise<Response> {
    this.asked.push(`${method} ${url.href}`);
    const text = body instanceof URLSearchParams ? body.toString() : typeof body === 'string' ? body : '';
    const answer = this.#origins.get(url.origin)?.(url, text);
    if (answer instanceof Response) return answer;
    return answer === undefined ? new Response(null, { status: 404 }) : Response.json(answer);
  }

  async lookup(name: string): Promise<readonly string[]> {
    const found = this.#addresses[name];
    if (found === undefined) throw Object.assign(new Error('It is not known.'), { code: 'ENOTFOUND' });
    return found;
  }
}

/** What whoever signs in says of itself, with what one test changes. */
export function metadataOf(issuer: string, changed: Readonly<Record<string, unknown>> = {}): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    ...changed,
  };
}

/** Who signs in, as the plainest: registers everybody, and gives a token for every code. */
export function issuing(metadata: object, tokens: () => object = () => ({})): Answers {
  return ({ pathname }, body) => {
    if (pathname.startsWith('/.well-known/oauth-authorization-server')) return metadata;
    if (pathname === '/register') return { ...(JSON.parse(body) as object), client_id: 'registered' };
    if (pathname !== '/token') return undefined;
    return { access_token: 'a', refresh_token: 'r', token_type: 'bearer', ...tokens() };
  };
}

/** A server that names who signs in for it. */
export function guarded(url: string, issuer: string): Answers {
  return ({ pathname }) =>
    pathname.startsWith('/.well-known/oauth-protected-resource')
      ? { resource: url, authorization_servers: [issuer] }
      : undefined;
}
