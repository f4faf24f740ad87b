import { parse, stringify } from 'smol-toml';
import type { FileOfFormat } from './fileOfFormat';
import { isRecord } from './entry';
import { endedLine, layoutOf } from './textLayout';

/**
 * TOML. Only the tables of the one entry are written, as text, because no library writes a whole TOML file without
 * losing comments. The caller must check the result by parsing it, since unusual files may come out wrong.
 */
export const tomlFile: FileOfFormat = {
  parse: (text) => parse(text, { integersAsBigInt: 'asNeeded' }),

  put(text, section, name, value) {
    const { eol } = layoutOf(text);
    const written = value === undefined ? '' : stringify({ [section]: { [name]: value } });
    // `stringify` writes no header for a section that has only tables, so the block can be put anywhere.
    const block = written.trim() === '' ? '' : `${written.trim()}\n`.replaceAll('\n', eol);
    const parts = tables(text);
    const isOwn = ({ path }: Table) => path?.[0] === section && path[1] === name;
    if (!parts.some(isOwn)) {
      const start = endedLine(text, eol);
      return start + (start.trim() === '' ? '' : eol) + block;
    }
    let pending = block;
    const changed = parts
      .map((part) => {
        if (!isOwn(part)) return part.text;
        const now = pending;
        pending = '';
        return now + trailing(part.text, now !== '');
      })
      .join('');
    const last = parts.at(-1);
    // Removes the blank line that was added above the entry, too.
    const isAtEnd = value === undefined && last !== undefined && isOwn(last);
    return isAtEnd ? changed.replace(/(\n)\r?\n$/, '$1') : changed;
  },
};

/** A table header with the lines below it; the text above the first header has no path. */
interface Table {
  readonly path: readonly string[] | undefined;
  readonly text: string;
}

function tables(text: string): readonly Table[] {
  const found: { path: readonly string[] | undefined; lines: string[] }[] = [{ path: undefined, lines: [] }];
  for (const line of text.split(/(?<=\n)/)) {
    const path = headerPath(line);
    if (path === undefined) found.at(-1)?.lines.push(line);
    else found.push({ path, lines: [line] });
  }
  return found.map(({ path, lines }) => ({ path, text: lines.join('') }));
}

/** The keys of a table header, read by the parser because they may be quoted; undefined for other lines. */
function headerPath(line: string): readonly string[] | undefined {
  if (!/^\s*\[/.test(line)) return undefined;
  try {
    const path: string[] = [];
    for (let value: unknown = parse(line); isRecord(value);) {
      const [key] = Object.keys(value);
      if (key === undefined) break;
      path.push(key);
      value = value[key];
    }
    return path;
  } catch {
    return undefined;
  }
}

/** The comments at the end of a table's text, with blank lines: they belong to the next table. */
function trailing(text: string, keepBlank: boolean): string {
  const lines = text.split(/(?<=\n)/);
  const last = lines.findLastIndex((line) => line.trim() !== '' && !/^\s*#/.test(line));
  const rest = lines.slice(last + 1);
  const comment = rest.findIndex((line) => line.trim() !== '');
  if (comment === -1 && !keepBlank) return '';
  return rest.join('');
}
