import type { Writable } from 'node:stream';

/**
 * Writes pieces together.
 * @param taken is called once, when the last piece was written or never will be
 * @returns whether there is room for more
 */
export function writePieces(
  to: Writable,
  pieces: readonly (string | Buffer)[],
  taken: () => void = () => undefined,
): boolean {
  if (pieces.length > 1) to.cork();
  const last = pieces.length - 1;
  let hasRoom = true;
  pieces.forEach((piece, i) => (hasRoom = i === last ? to.write(piece, taken) : to.write(piece)));
  if (pieces.length > 1) to.uncork();
  return hasRoom;
}
