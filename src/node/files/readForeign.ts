import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { codeOf, messageOf } from '../../core/errors';

/** What became of reading a file that belongs to somebody else. */
export type ForeignText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
  /** It is there; a few words on why it could not be read. */
  | { readonly kind: 'unreadable'; readonly why: string };

/**
 * Reads a text file that others wrote, a repository perhaps (rule 9): nothing but a regular file of bounded size
 * is read, and a pipe in its place does not keep anybody waiting. Never throws.
 * @param largestBytes what is larger is not read
 */
export async function readForeign(file: string, largestBytes: number): Promise<ForeignText> {
  try {
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) return unreadable('it is not a regular file');
      if (stats.size > largestBytes)
        return unreadable(`it is larger than ${Math.round(largestBytes / 1024 / 1024)} MiB`);
      const bytes = await handle.readFile();
      return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
    if (code === 'ELOOP') return unreadable('its links lead in a circle');
    if (code === 'EACCES' || code === 'EPERM') return unreadable('access was denied');
    if (code === 'ENXIO' || code === 'EISDIR') return unreadable('it is not a regular file');
    return unreadable(error instanceof TypeError ? 'it is not UTF-8 text' : messageOf(error));
  }
}

function unreadable(why: string): ForeignText {
  return { kind: 'unreadable', why };
}
