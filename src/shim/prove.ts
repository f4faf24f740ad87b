import type { Socket } from 'node:net';
import { greetingLine, sayGreeting } from '../node/bridge/greetingLine';
import {
  hasProven,
  isNonce,
  newNonce,
  parseGreeting,
  proofOf,
  protocolVersion,
  shimGreetingTime,
} from '../node/bridge/protocol';
import { Refusal } from './refusal';

/**
 * The shim's part of the greeting (see the protocol).
 * @throws {Refusal} when the window refuses, does not prove that it has the key, or does not answer
 */
export async function prove(socket: Socket, key: Uint8Array, client: string, server: string): Promise<void> {
  const tooLate = setTimeout(() => socket.destroy(), shimGreetingTime);
  try {
    const hello = { client, server, nonce: newNonce() };
    sayGreeting(socket, { mcpRoots: protocolVersion, ...hello });
    const { nonce, proof } = await answer(socket);
    const exchange = { ...hello, windowNonce: isNonce(nonce) ? nonce : '' };
    if (!isNonce(nonce) || !hasProven(key, 'window', exchange, proof)) {
      throw new Refusal('What listens there does not have the key of this client. Restart VS Code.');
    }
    sayGreeting(socket, { proof: proofOf(key, 'shim', exchange) });
    const { accepted } = await answer(socket);
    if (accepted !== true) throw new Refusal('VS Code gave an answer that this program does not know.');
  } finally {
    clearTimeout(tooLate);
  }
}

async function answer(socket: Socket): Promise<Readonly<Record<string, unknown>>> {
  let line: string;
  try {
    line = await greetingLine(socket);
  } catch {
    throw new Refusal('VS Code did not answer. Start this client again.');
  }
  const said = parseGreeting(line);
  const { refused } = said;
  if (refused !== undefined) throw new Refusal(plain(refused));
  return said;
}

/** A sentence of the other side as plain text: it has proven nothing yet. */
function plain(sentence: unknown): string {
  return String(sentence)
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 400);
}
