import type { FileHandle } from 'node:fs/promises';

const newline = 0x0a;
const chunkSize = 64 * 1024;

/** Lines count from 1. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
  /** Of the text that comes back. */
  readonly mostBytes: number;
  /** That are passed over to find the first line. */
  readonly mostSkipped: number;
}

export type Lines =
  | {
      readonly kind: 'lines';
      readonly text: string;
      /** The last line of which there is something in the text; one less than the first when there is none. */
      readonly last: number;
      /** The last line was too long to come back whole. */
      readonly cut: boolean;
      /** Known only when the end of the file was seen. */
      readonly totalLines: number | undefined;
    }
  /** There are zero bytes, or bytes that are not UTF-8. */
  | { readonly kind: 'not text' }
  | { readonly kind: 'too far inside' };

/** Reads lines of a UTF-8 text file, and no more of it than needed. Rejects when the signal aborts. */
export async function readLines(file: FileHandle, range: LineRange, signal: AbortSignal): Promise<Lines> {
  const kept: Buffer[] = [];
  let [size, skipped, line, open] = [0, 0, 1, false];
  for await (const piece of pieces(file, signal)) {
    if (line > range.last) return lines(kept, range.last, false);
    if (piece.includes(0)) return { kind: 'not text' };
    if (line < range.first) skipped += piece.length;
    else if (size + piece.length > range.mostBytes) return lines(kept, open ? line : line - 1, open);
    else {
      size += piece.length;
      kept.push(piece);
    }
    if (skipped > range.mostSkipped) return { kind: 'too far inside' };
    open = piece.at(-1) !== newline;
    if (!open) line += 1;
  }
  const totalLines = open ? line : line - 1;
  return lines(kept, totalLines, false, totalLines);
}

/** The file in pieces that end with a line, or with what was read at once. */
async function* pieces(file: FileHandle, signal: AbortSignal): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    signal.throwIfAborted();
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(chunkSize), 0, chunkSize, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    const bytes = buffer.subarray(0, bytesRead);
    for (let start = 0; start < bytes.length;) {
      const end = bytes.indexOf(newline, start);
      const stop = end === -1 ? bytes.length : end + 1;
      yield bytes.subarray(start, stop);
      start = stop;
    }
  }
}

function lines(kept: readonly Buffer[], last: number, cut: boolean, totalLines?: number): Lines {
  try {
    // A line that was cut may end inside a character.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(kept), { stream: cut });
    return { kind: 'lines', text, last, cut, totalLines };
  } catch {
    return { kind: 'not text' };
  }
}
