import { HeldBytes, type Room } from '../stdio/heldBytes';
import type { HttpFailure } from './httpFailure';

/**
 * Reads a whole body.
 * @param room shared by everything that is held of the same server
 * @returns the body; or, where it exceeds the limit or the room, a length that it has at least, without reading the
 * rest
 * @throws {Error} when the connection breaks
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

/** How many bytes of an error answer are read at most. */
const longestError = 64 * 1024;

/** The JSON-RPC error in an answer, if there is one; its text is hostile. Never rejects. */
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
