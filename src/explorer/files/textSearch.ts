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
  const content = await readToEnd(file, size);
  if (content.length > largestFile) return 'too large';
  return content.includes(0) || !isUtf8(content) ? 'not text' : content;
}

/** Reads a file to its end, also where it has grown, but stops beyond `largestFile`. @param size as last known */
async function readToEnd(file: FileHandle, size: number): Promise<Buffer> {
  let buffer = Buffer.allocUnsafe(Math.max(size, 4096) + 1);
  for (let length = 0; ;) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
    length += bytesRead;
    // More than the size was asked for, so a file that gives just that much has ended.
    if (bytesRead === 0 || length === size || length > largestFile) return buffer.subarray(0, length);
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(2 * length, largestFile + 1));
  }
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
