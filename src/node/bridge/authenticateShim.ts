import type { Socket } from 'node:net';
import type { ClientKeys } from './clientKeys';
import { greetingLine, sayGreeting } from './greetingLine';
import type { KeyFile } from './keyFile';
import {
  greetingTime,
  hasProven,
  isNonce,
  newNonce,
  parseGreeting,
  proofOf,
  protocolVersion,
  type Hello,
} from './protocol';

/** A shim that has proven the key of its client. */
export interface ProvenShim {
  readonly client: KeyFile;
  /** The name of the server that it asks for. */
  readonly server: string;
}

/**
 * The window's part of the greeting (see the protocol). On failure the connection is closed, with a sentence for a shim
 * that can read one.
 * @param bound of the whole greeting, in milliseconds
 * @returns undefined when the shim has not proven its key
 */
export async function authenticateShim(
  socket: Socket,
  keys: Pick<ClientKeys, 'read'>,
  bound = greetingTime,
): Promise<ProvenShim | undefined> {
  const tooLate = setTimeout(() => socket.destroy(), bound);
  try {
    return await greet(socket, keys);
  } catch {
    socket.destroy();
    return undefined;
  } finally {
    clearTimeout(tooLate);
  }
}

async function greet(socket: Socket, keys: Pick<ClientKeys, 'read'>): Promise<ProvenShim | undefined> {
  const first = parseGreeting(await greetingLine(socket));
  if (first['mcpRoots'] !== protocolVersion) return refuse(socket, otherVersion);
  const hello = helloOf(first);
  const client = hello === undefined ? undefined : await keys.read(hello.client);
  if (hello === undefined || client === undefined) return refuse(socket, unknownClient);
  const exchange = { ...hello, windowNonce: newNonce() };
  sayGreeting(socket, { nonce: exchange.windowNonce, proof: proofOf(client.key, 'window', exchange) });
  const { proof } = parseGreeting(await greetingLine(socket));
  if (!hasProven(client.key, 'shim', exchange, proof)) return refuse(socket, wrongKey);
  sayGreeting(socket, { accepted: true });
  return { client, server: hello.server };
}

const otherVersion =
  'VS Code has another version of MCP Roots than this connection. Reload the VS Code window, then start this client again.';
const unknownClient =
  'VS Code does not know this client, or it was revoked. Run "MCP Roots: Use from Another Client…" in VS Code and copy its configuration again.';
const wrongKey = 'The key of this client is another one than VS Code has. Start this client again.';

function helloOf({ client, server, nonce }: Readonly<Record<string, unknown>>): Hello | undefined {
  const isHello = typeof client === 'string' && typeof server === 'string' && isNonce(nonce);
  return isHello ? { client, server, nonce } : undefined;
}

function refuse(socket: Socket, sentence: string): undefined {
  socket.end(`${JSON.stringify({ refused: sentence })}\n`, () => socket.destroy());
  return undefined;
}
