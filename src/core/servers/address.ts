/** Where a server is reached that has an address. */
export type Address =
  /** Over the network, which can be within this machine only. */
  | { readonly kind: 'network'; readonly url: URL }
  /** A unix socket or a named pipe; the path of the request stands in the fragment, as in `mcp.json`. */
  | { readonly kind: 'socket'; readonly socketPath: string; readonly url: URL };

/**
 * Reads the address of a definition.
 * @returns the sentence that says what is wrong with it, where it cannot be used
 */
export function parseAddress(text: string): Address | { readonly kind: 'wrong'; readonly why: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  switch (url?.protocol) {
    case 'http:':
    case 'https:':
      return networkAddress(url);
    case 'unix:':
      return socketAddress(decoded(url.pathname), url);
    case 'pipe:':
      return socketAddress(`\\\\.${decoded(url.pathname).replaceAll('/', '\\')}`, url);
    default:
      return { kind: 'wrong', why: 'The address must begin with http://, https://, unix:/// or pipe:///.' };
  }
}

function networkAddress(url: URL): ReturnType<typeof parseAddress> {
  if (url.username !== '' || url.password !== '') {
    const why = 'The address must not carry a user name or a password. Use "headers" for them.';
    return { kind: 'wrong', why };
  }
  return { kind: 'network', url: new URL(`${url.origin}${url.pathname}${url.search}`) };
}

function socketAddress(socketPath: string, { hash }: URL): ReturnType<typeof parseAddress> {
  if (socketPath.length < 2) return { kind: 'wrong', why: 'The address names no socket.' };
  const url = new URL(hash.slice(1).replace(/^(?!\/)/u, '/'), 'http://localhost');
  if (url.origin === 'http://localhost') return { kind: 'socket', socketPath, url };
  return { kind: 'wrong', why: 'Behind the "#" of the address there must be a path.' };
}

/** Does everything that is sent to this address stay on this machine? In doubt the answer is no. */
export function addressStaysHere(text: string): boolean {
  const address = parseAddress(text);
  if (address.kind !== 'network') return address.kind === 'socket';
  const { hostname } = address.url;
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/u.test(hostname);
}

/** The address without its query, which can hold a secret; for lines that are kept or shown often. */
export function addressText(text: string): string {
  return text.replace(/[?].*$/su, '');
}

/** What it means to allow a folder to a server that is not on this machine. */
export const leavesText = 'The names and paths of folders that you allow leave this machine';

/** Decodes a part of a URL; empty where that gives no text. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return '';
  }
}
