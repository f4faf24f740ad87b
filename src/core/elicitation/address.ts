import * as z from 'zod/mini';
import { RequestRefusal } from '../session/requestRefusal';
import { startOf } from '../text';

/** A URL that a server wants the user to open. */
export interface Address {
  readonly message: string;
  readonly elicitationId: string;
  /** As it is opened: written by the URL parser, so that what is shown is what is opened. */
  readonly url: string;
  /** In ASCII, so that a host name of look-alike letters is noticed. */
  readonly host: string;
  readonly isEncrypted: boolean;
}

/** Limits, because a URL is kept until the server reports that it is done. */
const address = z.object({
  message: z.string(),
  elicitationId: z.string().check(z.maxLength(1024)),
  url: z.string().check(z.maxLength(16_384)),
});

/** How many characters of a message are kept. */
const longestMessage = 5000;

/**
 * Reads the parameters of `elicitation/create` in URL mode, or one entry of the error -32042.
 * @throws {RequestRefusal} for a URL that is never opened: not `http(s)`, or with a user name or password in it
 * (CVE-2025-6514)
 */
export function parseAddress(params: unknown): Address {
  const parsed = address.safeParse(params);
  if (!parsed.success || !URL.canParse(parsed.data.url)) {
    throw new RequestRefusal('invalidParams', 'The request to open an address is malformed.');
  }
  const { elicitationId } = parsed.data;
  const message = startOf(parsed.data.message, longestMessage);
  const url = new URL(parsed.data.url);
  const isEncrypted = url.protocol === 'https:';
  if (!isEncrypted && url.protocol !== 'http:') {
    throw new RequestRefusal('invalidParams', 'Only addresses with https or http are opened.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new RequestRefusal('invalidParams', 'An address with a user name in it is not opened.');
  }
  return { message, elicitationId, url: url.href, host: url.host, isEncrypted };
}

/**
 * The entries of the error -32042: URLs that have to be opened before the request can succeed. Undefined for any other
 * error.
 */
export function addressesOfError(error: unknown): readonly unknown[] | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error) || !('data' in error))
    return undefined;
  if (error.code !== urlElicitationRequired) return undefined;
  const { data } = error;
  const isList = typeof data === 'object' && data !== null && 'elicitations' in data;
  return isList && Array.isArray(data.elicitations) ? data.elicitations : undefined;
}

/** MCP 2025-11-25, client/elicitation, URL elicitation required. */
const urlElicitationRequired = -32042;
