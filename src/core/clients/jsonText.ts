import { createScanner, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { layoutOf } from './textLayout';

/** Puts a property behind the last one of an object. */
export function withProperty(text: string, object: Node, key: string, value: unknown): string {
  return withChild(text, object, `${JSON.stringify(key)}: `, value);
}

/** Puts an element behind the last one of an array. */
export function withElement(text: string, array: Node, value: unknown): string {
  return withChild(text, array, '', value);
}

function withChild(text: string, object: Node, name: string, value: unknown): string {
  const close = object.offset + object.length - 1;
  const last = object.children?.at(-1);
  const inside = text.slice(object.offset, close);
  const { eol } = layoutOf(text);
  if (last !== undefined && !inside.includes('\n')) {
    const end = last.offset + last.length;
    return splice(text, end, end, `, ${name}${JSON.stringify(value)}`);
  }
  const outer = indentAt(text, close);
  const indent = last === undefined ? outer + unitOf(text) : indentAt(text, last.offset);
  const property = `${eol}${indent}${name}${asJson(value, indent, text)}`;
  const behind = object.offset + inside.trimEnd().length;
  if (last === undefined) return splice(text, behind, close, `${property}${eol}${outer}`);
  const end = last.offset + last.length;
  const comma = commaAfter(text, end);
  const withNew = splice(text, behind, behind, comma === undefined ? property : `${property},`);
  return comma === undefined ? splice(withNew, end, end, ',') : withNew;
}

/** Takes a property out, with the one comma that is too many then. */
export function without(text: string, property: Node): string {
  const end = property.offset + property.length;
  const start = text.slice(0, property.offset).trimEnd().length;
  const comma = commaAfter(text, end);
  if (comma !== undefined) return splice(text, start, comma + 1, '');
  const siblings = property.parent?.children ?? [];
  const previous = siblings[siblings.indexOf(property) - 1];
  const without = splice(text, start, end, '');
  const before = previous && commaAfter(text, previous.offset + previous.length);
  return before === undefined ? without : splice(without, before, before + 1, '');
}

/** Where the comma stands that comes next, comments aside; undefined where something else comes. */
function commaAfter(text: string, offset: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  const at = scanner.getTokenOffset();
  return text[at] === ',' ? at : undefined;
}

/** A value as JSON, laid out as the rest of the text is, below a line of this indentation. */
export function asJson(value: unknown, indent: string, text: string): string {
  const { eol } = layoutOf(text);
  return JSON.stringify(value, undefined, unitOf(text)).replaceAll('\n', eol + indent);
}

/** One step of a text's indentation. */
export function unitOf(text: string): string {
  const { insertSpaces, tabSize } = layoutOf(text);
  return insertSpaces ? ' '.repeat(tabSize) : '\t';
}

/** The blanks at the start of the line that `offset` lies in. */
export function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** The text with what stands from `start` to `end` replaced. */
export function splice(text: string, start: number, end: number, inserted: string): string {
  return text.slice(0, start) + inserted + text.slice(end);
}

/**
 * The tree of a JSON text, comments and trailing commas allowed.
 * @returns undefined for an empty text
 * @throws {Error} when it cannot be read, or some key of it stands twice; the message says where
 */
export function treeOf(text: string): Node | undefined {
  if (text.trim() === '') return undefined;
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) {
    const line = text.slice(0, first.offset).split('\n').length;
    throw new Error(`line ${line} is not JSON (${printParseErrorCode(first.error)})`);
  }
  if (tree !== undefined) mustBeUnambiguous(tree);
  return tree;
}

/** Of a key that stands twice, programs take the first or the last: none may be changed in the belief that it counts. */
function mustBeUnambiguous(node: Node, depth = 2): void {
  if (node.type !== 'object' || depth < 0) return;
  const keys = new Set<string>();
  for (const { children: [key, value] = [] } of node.children ?? []) {
    const name = String(key?.value);
    if (keys.has(name)) throw new Error(`the key ${JSON.stringify(name)} stands there twice`);
    keys.add(name);
    if (value !== undefined) mustBeUnambiguous(value, depth - 1);
  }
}
