import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/*
 * The protocol between a shim and a window, over a unix socket or a named pipe. Version 1.
 *
 * Until the shim is accepted each side sends JSON objects, one a line, of at most 4096 bytes. The window ends the
 * connection when all of it takes more than 10 seconds, the shim after 30, since a machine can be busy; and whatever else
 * is sent ends it too.
 *
 *   shim:   {"mcpRoots":1,"client":<id>,"server":<name>,"nonce":<n1>}        hello
 *   window: {"nonce":<n2>,"proof":<HMAC of the window>}                      challenge
 *   shim:   {"proof":<HMAC of the shim>}                                     answer
 *   window: {"accepted":true}                                                acceptance
 *
 * In place of either of its lines the window may send {"refused":<sentence>} and close.
 *
 * A nonce is 32 random bytes in base64url, new for each connection. A proof is HMAC-SHA-256, in base64url, under the key
 * that the client's key file holds, over the JSON text of ["mcp-roots/1",<role>,<id>,<name>,<n1>,<n2>], the role being
 * "window" or "shim": neither side's proof can serve as the other's, nor for another client, server or connection. The
 * key itself is never sent. Each side closes when the other's proof is wrong; the shim says nothing more before it has
 * seen the window's.
 *
 * After the acceptance the connection carries MCP's stdio transport in both directions and nothing else: one JSON
 * message a line, at most 64 MiB long unless set otherwise. The shim never looks into it; an empty line, which means
 * nothing, is how it finds out whether the window is still there while its client takes nothing; a window that holds a
 * session back finds out about the shim by a write of no bytes. Whoever ends one direction ends the conversation: the
 * other finishes writing and closes; a shim waits up to 10 seconds for that. A window that will not serve a client which
 * has proven itself answers its requests with a JSON-RPC error that says why, then closes.
 */

/** The version that both sides must speak. */
export const protocolVersion = 1;

/** Bytes of a line before the acceptance. */
export const longestGreeting = 4096;

/** From the connection to the acceptance, as the window waits, in milliseconds. */
export const greetingTime = 10_000;

/** The same, as the shim waits. */
export const shimGreetingTime = 30_000;

/** What a shim says first. */
export interface Hello {
  readonly client: string;
  readonly server: string;
  readonly nonce: string;
}

type Role = 'window' | 'shim';

/** What both sides prove their key over. */
interface Exchange extends Hello {
  readonly windowNonce: string;
}

export function newNonce(): string {
  return randomBytes(32).toString('base64url');
}

/** What whoever has the key says to prove it in this role. */
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

/** A line before the acceptance; empty when it is no JSON object. */
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
