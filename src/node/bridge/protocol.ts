import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/*
 * The protocol between a shim and a window, over a unix socket or a named pipe. Version 1.
 *
 * Until the shim is accepted each side sends JSON objects, one a line, of at most 4096 bytes. The window ends the
 * connection when all of this takes more than 10 seconds, the shim when it takes more than 30, since a machine can be
 * busy. Anything else that is sent ends the connection too.
 *
 *   shim:   {"mcpRoots":1,"client":<id>,"server":<name>,"nonce":<n1>}        hello
 *   window: {"nonce":<n2>,"proof":<HMAC of the window>}                      challenge
 *   shim:   {"proof":<HMAC of the shim>}                                     answer
 *   window: {"accepted":true}                                                acceptance
 *
 * In place of either of its lines the window may send {"refused":<sentence>} and close.
 *
 * A nonce is 32 random bytes in base64url, new for each connection. A proof is HMAC-SHA-256, in base64url, under the
 * key that the client's key file holds, over the JSON text of ["mcp-roots/1",<role>,<id>,<name>,<n1>,<n2>], the role
 * being "window" or "shim": neither side's proof can serve as the other's, nor for another client, server or
 * connection. The key itself is never sent. Each side closes when the other's proof is wrong; the shim says nothing
 * more before it has seen the window's.
 *
 * After the acceptance the connection carries MCP's stdio transport in both directions and nothing else: one JSON
 * message a line, at most 64 MiB long unless set otherwise. The shim never looks into the messages. While its client
 * takes nothing, the shim sends empty lines, which mean nothing, to find out whether the window is still there; while a
 * window holds a session back, it writes no bytes to find out the same about the shim. Whoever ends one direction ends
 * the conversation: the other finishes writing and closes; a shim waits up to 10 seconds for that. A window that will
 * not serve a client which has proven itself answers its requests with a JSON-RPC error that says why, then closes.
 */

/** The version that both sides must speak. */
export const protocolVersion = 1;

/** The longest line before the acceptance, in bytes. */
export const longestGreeting = 4096;

/** From the connection to the acceptance, as the window waits, in milliseconds. */
export const greetingTime = 10_000;

/** From the connection to the acceptance, as the shim waits, in milliseconds. */
export const shimGreetingTime = 30_000;

/** What a shim says first. */
export interface Hello {
  readonly client: string;
  readonly server: string;
  readonly nonce: string;
}

type Role = 'window' | 'shim';

/** What both proofs are computed over. */
interface Exchange extends Hello {
  readonly windowNonce: string;
}

export function newNonce(): string {
  return randomBytes(32).toString('base64url');
}

/** The proof, in this role, that its sender has the key. */
export function proofOf(
  key: Uint8Array,
  role: Role,
  { client, server, nonce, windowNonce }: Exchange,
): string {
  const text = JSON.stringify(['mcp-roots/1', role, client, server, nonce, windowNonce]);
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** Whether the other side has proven the key in its role; takes the same time wherever a wrong proof differs. */
export function hasProven(key: Uint8Array, role: Role, exchange: Exchange, proof: unknown): boolean {
  const expected = Buffer.from(proofOf(key, role, exchange));
  const given = Buffer.from(typeof proof === 'string' ? proof : '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The members of a line before the acceptance; none when it is no JSON object. */
export function parseGreeting(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Whether a text is a nonce: of the one form, so that two texts are two nonces. */
export function isNonce(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{43}$/.test(value);
}
