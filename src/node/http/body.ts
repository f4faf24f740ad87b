import { HeldBytes, type Room } from '../stdio/heldBytes';
import type { HttpFailure } from './httpFailure';

/**
 * Reads a whole body.
 * @param room what else is held of the same server counts against it
 * @returns how long it was at least, where it is longer than the limit or the room, and the rest was not read
 * @throws {Error} when it breaks off
 */
export async function readBody(
  response: Response,
  limit: number,
  room?: Room,
): Promise<Buffer | { readonly tooLong: number }> {
  const held = new HeldBytes(limit, room);
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
  try {
    for (;;) {
      const next = await reader?.read();
      if (next === undefined || next.done) return held.take();
      if (held.add(next.value)) continue;
      await reader?.cancel().catch(() => undefined);
      return { tooLong: held.length + next.value.length };
    }
  } finally {
    held.drop();
  }
}

/** Of an answer that is no success; more says nothing more. */
const longestError = 64 * 1024;

/** The JSON-RPC error that an answer carries, if it does; hostile text. Never rejects. */
export async function rpcErrorOf(response: Response): Promise<HttpFailure['rpcError']> {
  try {
    const body = await readBody(response, longestError);
    if (!Buffer.isBuffer(body)) return undefined;
    const { error } = Object(JSON.parse(body.toString('utf8'))) as { error?: unknown };
    const { code, message } = Object(error) as { code?: unknown; message?: unknown };
    return typeof code === 'number' && typeof message === 'string' ? { code, message } : undefined;
  } catch {
    return undefined;
  }
}
