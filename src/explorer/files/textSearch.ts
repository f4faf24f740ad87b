import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';

/** The largest file that is searched or read as a resource, in bytes. */
export const largestFile = 4 * 1024 * 1024;

/** How many characters of a line are returned. */
export const longestPreview = 300;

/** The bytes of a text file; a file that is binary or not UTF-8 is not text. */
export async function readWholeText(file: FileHandle): Promise<Buffer | 'too large' | 'not text'> {
  const { size } = await file.stat();
  if (size > largestFile) return 'too large';
  // Room for a file that has grown a little since; anything beyond that is not read.
  const { buffer, bytesRead } = await file.read(
    Buffer.allocUnsafe(Math.max(size, 4096) + 1),
    0,
    undefined,
    0,
  );
  const content = buffer.subarray(0, Math.min(bytesRead, largestFile));
  return content.includes(0) || !isUtf8(content) ? 'not text' : content;
}

/** Makes a function that finds the lines which contain a text, each with its number from 1. */
export function lineFinder(wanted: string, caseSensitive: boolean) {
  const folded = (text: string) => (caseSensitive ? text : text.toLowerCase());
  const needle = folded(wanted);
  return (content: Buffer): readonly { readonly line: number; readonly text: string }[] => {
    const whole = content.toString('utf8');
    if (!folded(whole).includes(needle)) return [];
    return whole
      .split(/\r?\n/u)
      .flatMap((text, index) =>
        folded(text).includes(needle) ? { line: index + 1, text: text.slice(0, longestPreview) } : [],
      );
  };
}
