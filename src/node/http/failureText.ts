import { codeOf, messageOf } from '../../core/errors';
import { displayText } from '../../core/text';

const look = 'Look whether the address is that of an MCP server.';

/** The sentence for an HTTP error status, with what to do about it. @param host where it came from */
export function statusText(status: number, host: string): string {
  const at = displayText(host, 200);
  switch (status) {
    case 400:
      return `${at} finds the request malformed (HTTP 400). ${look}`;
    case 401:
      return `${at} asks who you are (HTTP 401). Sign in, or correct the "headers" of the definition.`;
    case 403:
      return `${at} does not let you in (HTTP 403). Ask whoever runs it for access.`;
    case 404:
      return `${at} has nothing at this address (HTTP 404). Correct the "url" of the definition.`;
    case 405:
      return `${at} takes no messages at this address (HTTP 405). Correct the "url" of the definition.`;
    case 429:
      return `${at} is asked too often (HTTP 429). Try again later.`;
    default:
      return status >= 500
        ? `${at} has a fault of its own (HTTP ${status}). Try again later, or ask whoever runs it.`
        : `${at} answered with HTTP ${status}. ${look}`;
  }
}

/** The sentence for an answer whose content type MCP does not use. */
export function contentText(contentType: string | null, host: string): string {
  const what =
    contentType === null
      ? 'without saying what its answer is'
      : contentType.toLowerCase().startsWith('text/html')
        ? 'with a web page'
        : `with ${displayText(contentType, 60)}`;
  return `${displayText(host, 200)} answered ${what}, not with an MCP message. Correct the "url" of the definition.`;
}

/** The sentence for a redirect that is not followed. */
export function redirectText(host: string, target: URL | undefined): string {
  const at = displayText(host, 200);
  if (target === undefined) return `${at} redirects to nowhere. Ask whoever runs it.`;
  const where = displayText(`${target.origin}${target.pathname}`, 300);
  return `${at} redirects to ${where}, which is not followed. If you trust that address, write it into the definition.`;
}

/** The sentence for an exchange that brought no answer. */
export function networkText(error: unknown, host: string): string {
  const at = displayText(host, 200);
  const cause = causeOf(error);
  const code = codeOf(cause) ?? '';
  if (/CERT|SIGNATURE|^ERR_TLS|^ERR_SSL|^EPROTO|SELF_SIGNED/u.test(code)) return tlsText(code, at);
  switch (code) {
    case 'ECONNREFUSED':
      return `Nothing listens at ${at}. Start that server, or correct the "url" of the definition.`;
    case 'ENOENT':
      return `There is no socket at ${at}. Start that server, or correct the "url" of the definition.`;
    case 'EACCES':
    case 'EPERM':
      return `The socket at ${at} may not be opened. Correct its permissions.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The name of ${at} is not known. Correct the "url" of the definition, or look at your network.`;
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${at} cannot be reached (${code}). Look at your network and your proxy settings.`;
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return `${at} went silent. Try again later.`;
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return lostText(host);
    default:
      return `${at} gave no answer that can be used (${displayText(messageOf(cause), 200)}). ${look}`;
  }
}

/** The sentence for an answer that was not complete. */
export function lostText(host: string): string {
  return `The connection to ${displayText(host, 200)} was lost before the answer was there. Try again.`;
}

/** The sentence for an answer that was not complete, and whose rest the server refuses. */
export function refusedRestText(host: string, status: number): string {
  const at = displayText(host, 200);
  return `The connection to ${at} was lost before the answer was there, and the rest is not given (HTTP ${status}). Try again.`;
}

function tlsText(code: string, at: string): string {
  const remedy = 'Correct that certificate, or let this machine trust its issuer.';
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return `The certificate of ${at} has expired. ${remedy}`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The certificate of ${at} is that of another name. Correct the "url" of the definition.`;
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return `The certificate of ${at} is from nobody whom this machine trusts. ${remedy}`;
    default:
      return `No secure connection to ${at} could be made (${code}). Look whether it speaks https.`;
  }
}

/** `fetch` wraps the original error, sometimes several times. */
function causeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof AggregateError && error.errors.length > 0) return causeOf(error.errors[0]);
  return error.cause === undefined ? error : causeOf(error.cause);
}
