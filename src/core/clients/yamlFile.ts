import { isMap, isScalar, parseAllDocuments, stringify, type Document, type Pair, type YAMLMap } from 'yaml';
import type { FileOfFormat } from './fileOfFormat';
import { endedLine, layoutOf, lineEnd } from './textLayout';

/**
 * YAML. Only the lines of one entry are added, replaced or removed: writing the parsed document would keep comments,
 * but change the layout of everything.
 */
export const yamlFile: FileOfFormat = {
  parse(text) {
    return documentOf(text)?.toJS() as unknown;
  },

  put(text, section, name, value) {
    const { eol } = layoutOf(text);
    const root = documentOf(text)?.contents;
    const found = isMap(root) ? pairOf(root, section) : undefined;
    const servers = found?.value;
    const inBlock = isMap(servers) && servers.flow !== true && servers.items.length > 0;
    if (!inBlock)
      return withSection(text, found === undefined ? undefined : rangeOf(found), section, { [name]: value });
    const [first] = servers.items;
    const start = first === undefined ? 0 : rangeOf(first).start;
    const indent = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
    const present = pairOf(servers, name);
    if (present === undefined) {
      const end = lineEnd(text, endOf(servers.items.at(-1)));
      return endedLine(text.slice(0, end), eol) + block({ [name]: value }, indent, eol) + text.slice(end);
    }
    const own = rangeOf(present);
    const from = text.lastIndexOf('\n', own.start - 1) + 1;
    const rest = text.slice(lineEnd(text, own.end));
    if (value !== undefined) return text.slice(0, from) + block({ [name]: value }, indent, eol) + rest;
    if (servers.items.length > 1) return text.slice(0, from) + rest;
    return `${text.slice(0, from)}${indent}{}${eol}${rest}`;
  },
};

/** Writes the whole section, where there is none, or one without lines for its entries. */
function withSection(
  text: string,
  present: Range | undefined,
  section: string,
  servers: Readonly<Record<string, unknown>>,
): string {
  const { eol } = layoutOf(text);
  const written = block({ [section]: servers }, '', eol);
  if (present === undefined) return endedLine(text, eol) + written;
  return text.slice(0, present.start) + written + text.slice(lineEnd(text, present.end));
}

function block(value: unknown, indent: string, eol: string): string {
  const lines = stringify(value, { lineWidth: 0 }).trimEnd().split('\n');
  return lines.map((line) => indent + line + eol).join('');
}

function documentOf(text: string): Document.Parsed | undefined {
  const documents = parseAllDocuments(text);
  if (!Array.isArray(documents) || documents.length === 0) return undefined;
  const [document, another] = documents;
  if (another !== undefined) throw new Error('it holds more than one YAML document');
  const [error] = document?.errors ?? [];
  if (error !== undefined) throw new Error(error.message.split('\n')[0]);
  return document;
}

interface Range {
  readonly start: number;
  /** The end of the value, without what follows it. */
  readonly end: number;
}

function pairOf(map: YAMLMap, key: string): Pair | undefined {
  return map.items.find((pair) => (isScalar(pair.key) ? pair.key.value === key : pair.key === key));
}

function rangeOf(pair: Pair): Range {
  const start = (pair.key as { readonly range?: readonly number[] } | null)?.range?.[0];
  if (start === undefined) throw new Error('it holds a key that cannot be found again');
  return { start, end: endOf(pair) };
}

function endOf(pair: Pair | undefined): number {
  const value = pair?.value as { readonly range?: readonly number[] } | null | undefined;
  const key = pair?.key as { readonly range?: readonly number[] } | null | undefined;
  const end = value?.range?.[1] ?? key?.range?.[1];
  if (end === undefined) throw new Error('it holds a value that cannot be found again');
  return end;
}
